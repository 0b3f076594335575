import { element } from './dom.js';

export interface FieldOptions {
  readonly name: string;
  readonly testId?: string;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly type?: 'text' | 'email' | 'tel';
  readonly isNumeric?: boolean;
  /** True if two fields share a line. */
  readonly isHalf?: boolean;
  /** Returns the problem of a value as a sentence. */
  readonly check?: (value: string) => string | undefined;
  /** Formats the typed text. */
  readonly format?: (value: string) => string;
  /** Shown beside the label. */
  readonly beside?: Node;
  /** Content at the end of the field. */
  readonly after?: Node;
}

let count = 0;

/** A labelled input with its problem below. */
export class Field {
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly told: HTMLElement;

  constructor(
    label: string,
    private readonly options: FieldOptions,
  ) {
    const {
      name,
      testId,
      autocomplete,
      placeholder,
      type = 'text',
      isNumeric = false,
      isHalf = false,
      beside,
      after,
    } = options;
    const id = `field-${(count += 1)}`;
    this.input = element('input', {
      id,
      name,
      type,
      autocomplete,
      placeholder,
      'data-testid': testId,
      'aria-describedby': `${id}-problem`,
      inputmode: isNumeric && 'numeric',
      maxlength: '255',
    });
    this.told = element('p', { id: `${id}-problem`, class: 'problem', role: 'alert' });
    const box = element('div', { class: 'box' }, this.input, after);
    const head = element('div', { class: 'head' }, element('label', { for: id }, label), beside);
    this.root = element('div', { class: isHalf ? '' : 'wide' }, head, box, this.told);
    this.input.addEventListener('input', () => this.typed());
    this.input.addEventListener('blur', () => void (this.input.value !== '' && this.problem()));
  }

  get value(): string {
    return this.input.value.trim();
  }

  /** Shows the problem and returns it. */
  problem(): string | undefined {
    const problem = this.options.check?.(this.value);
    this.told.textContent = problem ?? '';
    this.input.setAttribute('aria-invalid', String(problem !== undefined));
    return problem;
  }

  private typed(): void {
    this.told.textContent = '';
    this.input.removeAttribute('aria-invalid');
    const { input } = this;
    const { format } = this.options;
    // Formatting in the middle of the text would move the caret.
    if (!format || input.selectionStart !== input.value.length) return;
    const formatted = format(input.value);
    if (formatted !== input.value) input.value = formatted;
  }
}
