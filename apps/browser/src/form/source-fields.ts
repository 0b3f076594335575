import type { AskedField } from '#resources/payment-methods/rules/offered-methods.js';
import { NO_DETAILS } from '#resources/sources/rules/source-details.js';
import { element } from './dom.js';
import { isEmail } from './email.js';
import { Field } from './field.js';
import type { FormTexts } from './form-texts.js';
import type { WayToPay } from './ways-to-pay.js';

const INPUT_TYPES = { name: 'text', email: 'email', phone_number: 'tel' } as const;
/** Parameters of a source by the names of required details. */
const DETAILS = { name: 'name', email: 'email', phone_number: 'phoneNumber' } as const;
const AUTOCOMPLETE = { name: 'name', email: 'email', phone_number: 'tel' } as const;

/** The required fields of a payment method. */
export class SourceFields {
  readonly root: HTMLElement;
  private readonly typed: readonly Field[];
  private readonly chosen: readonly HTMLSelectElement[];

  constructor({ method, fields }: Extract<WayToPay, { kind: 'source' }>, texts: FormTexts) {
    const { paying } = texts.shared;
    const isChoice = (field: AskedField): field is 'bank' | 'installment_term' =>
      field === 'bank' || field === 'installment_term';
    const problemOf = (name: keyof typeof INPUT_TYPES, value: string): string | undefined => {
      if (value === '') return texts.wrong.missing;
      const rule = method.required.find(({ parameter }) => parameter === name);
      const isRefused = rule?.problem({ ...NO_DETAILS, [DETAILS[name]]: value }) !== undefined;
      return isRefused || (name === 'email' && !isEmail(value)) ? texts.wrong[name] : undefined;
    };
    this.typed = fields
      .filter((field): field is keyof typeof INPUT_TYPES => !isChoice(field))
      .map(
        (name) =>
          new Field(paying.fields[name], {
            name,
            testId: name,
            type: INPUT_TYPES[name],
            autocomplete: AUTOCOMPLETE[name],
            check: (value) => problemOf(name, value),
          }),
      );
    const choices = fields.filter(isChoice).map((field) => {
      const options: [string, string][] =
        field === 'bank'
          ? method.banks.map(({ code, name }) => [code, name])
          : (method.installmentTerms ?? []).map((term) => [String(term), paying.months(term)]);
      const select = element('select', { id: `${method.type}-${field}`, name: field, 'data-testid': field });
      select.append(...options.map(([value, label]) => element('option', { value }, label)));
      return {
        select,
        root: element(
          'div',
          { class: 'wide' },
          element('label', { for: select.id }, paying.fields[field]),
          select,
        ),
      };
    });
    this.chosen = choices.map(({ select }) => select);
    this.root = element(
      'div',
      { class: 'fields' },
      ...choices.map(({ root }) => root),
      ...this.typed.map(({ root }) => root),
    );
  }

  /** Shows the problem and returns it. */
  problems(): string[] {
    return this.typed.flatMap((field) => field.problem() ?? []);
  }

  parameters(): Readonly<Record<string, string>> {
    const typed = this.typed.map(({ input, value }) => [input.name, value]);
    return Object.fromEntries([...typed, ...this.chosen.map(({ name, value }) => [name, value])]) as Record<
      string,
      string
    >;
  }
}
