import { formatMoney } from '#kernel/money.js';
import type { Hosts } from '../hosts.js';
import type { MessageType, Payment } from '../messages.js';
import { post } from '../requests.js';
import { CardFields } from './card-fields.js';
import { element } from './dom.js';
import type { FormConfig } from './form-config.js';
import type { FormTexts } from './form-texts.js';
import { SourceFields } from './source-fields.js';
import type { WayToPay } from './ways-to-pay.js';

/** Tells the page around the form. */
export type Tell = (type: MessageType, data?: unknown) => void;

/** One way to pay, as it stands in the form. */
interface Choice {
  readonly way: WayToPay;
  readonly title: string;
  readonly card: CardFields | undefined;
  readonly source: SourceFields | undefined;
}

/** The form that a customer fills in. */
export class PayForm {
  readonly root: HTMLElement;
  private readonly choices: readonly Choice[];
  private readonly problem = element('p', { class: 'problem', role: 'alert', 'data-testid': 'problem' });
  private readonly submit: HTMLButtonElement;
  private chosen: Choice | undefined;
  private isPaying = false;

  constructor(
    private readonly config: FormConfig,
    private readonly texts: FormTexts,
    ways: readonly WayToPay[],
    private readonly hosts: Hosts,
    private readonly tell: Tell,
  ) {
    this.choices = ways.map((way) => ({
      way,
      title:
        way.kind === 'card'
          ? texts.shared.paying.card
          : texts.shared.payment.methods[way.method.titleKind](way.method.title),
      card: way.kind === 'card' || way.isPaidByCard ? new CardFields(config, texts) : undefined,
      source: way.kind === 'source' ? new SourceFields(way, texts) : undefined,
    }));
    const amount = config.hasAmount ? ` ${formatAmount(config)}` : '';
    const label = `${config.submitLabel || texts.shared.payment.pay}${amount}`;
    this.submit = element('button', { type: 'submit', class: 'pay', 'data-testid': 'submit-button' }, label);
    const form = element(
      'form',
      { novalidate: true },
      this.problem,
      this.chooser(),
      config.kind === 'popup' && this.submit,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.pay({});
    });
    this.root = form;
    if (ways.length === 0) {
      this.problem.textContent = texts.nothingOffered;
      this.submit.hidden = true;
    }
  }

  /** Creates a token or a source of the entered data. Sends nothing while a field has a problem. */
  async pay(address: Readonly<Record<string, unknown>>): Promise<void> {
    // Asked twice, it pays once.
    if (this.isPaying) return;
    const { chosen, texts } = this;
    this.problem.textContent = '';
    const problems = chosen
      ? [...(chosen.source?.problems() ?? []), ...(chosen.card?.problems() ?? [])]
      : [texts.nothingOffered];
    if (!chosen || problems.length > 0) {
      this.root.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      if (this.config.kind !== 'popup') this.tell('SEND_ERROR', problems);
      return;
    }
    this.setPaying(true);
    try {
      this.succeed(chosen, await this.make(chosen, address));
    } catch (error) {
      this.fail(error instanceof Refusal ? error.message : texts.notSent);
    } finally {
      this.setPaying(false);
    }
  }

  /** The button keeps the focus meanwhile, which one that is disabled does not. */
  private setPaying(isPaying: boolean): void {
    this.isPaying = isPaying;
    this.submit.setAttribute('aria-disabled', String(isPaying));
  }

  private async make(
    { way, card, source }: Choice,
    address: Readonly<Record<string, unknown>>,
  ): Promise<Payment> {
    const { key, amount, currency } = this.config;
    const token = card && {
      token: await idOf(post(`${this.hosts.vaultUrl}/tokens`, key, { card: card.card(address) })),
    };
    if (way.kind === 'card')
      return { ...token, ...(this.config.hasRemember && { remember: card?.isRemembered ?? false }) };
    const terms = { type: way.method.type, amount, currency, ...source?.parameters() };
    return { source: await idOf(post(`${this.hosts.interfaceUrl}/sources`, key, terms)), ...token };
  }

  /** The result is a text for a form over the page, and an object for one within it, as recorded. */
  private succeed({ way }: Choice, payment: Payment): void {
    if (this.config.kind !== 'popup') return this.tell('SEND_TOKEN', payment);
    const isBoth = way.kind === 'source' && way.isPaidByCard;
    this.tell('CLOSE_AND_SEND_TOKEN', isBoth ? payment : (payment.token ?? payment.source));
  }

  private fail(problem: string): void {
    this.problem.textContent = problem;
    if (this.config.kind !== 'popup') this.tell('SEND_ERROR', [problem]);
  }

  /** The only way is open; of several one is chosen. */
  private chooser(): HTMLElement {
    const [only, ...others] = this.choices;
    this.chosen = only;
    if (!only || others.length === 0) return element('div', {}, ...partsOf(only));
    const items = this.choices.map((choice, index) => this.item(choice, index === 0));
    return element('fieldset', { class: 'ways' }, element('legend', {}, this.texts.chooseWay), ...items);
  }

  /** Only the selected item is in the document, so that tests and autofill find each field once. */
  private item(choice: Choice, isFirst: boolean): HTMLElement {
    const name = choice.way.kind === 'card' ? 'card' : choice.way.method.type;
    const radio = element('input', {
      type: 'radio',
      name: 'way',
      value: name,
      checked: isFirst,
      'data-testid': `method-${name}`,
    });
    const parts = element('div', { class: 'parts' }, ...(isFirst ? partsOf(choice) : []));
    radio.addEventListener('change', () => {
      this.chosen = choice;
      this.problem.textContent = '';
      for (const other of this.root.querySelectorAll('.parts')) other.replaceChildren();
      parts.replaceChildren(...partsOf(choice));
    });
    return element('div', { class: 'way' }, element('label', { class: 'check' }, radio, choice.title), parts);
  }
}

/** An error response of the API. */
class Refusal extends Error {}

async function idOf(sent: ReturnType<typeof post>): Promise<string> {
  const { status, body } = await sent;
  if (status !== 200 || typeof body['id'] !== 'string')
    throw new Refusal(typeof body['message'] === 'string' ? body['message'] : String(status));
  return body['id'];
}

function partsOf(choice: Choice | undefined): HTMLElement[] {
  return [choice?.source, choice?.card].flatMap((part) => (part ? [part.root] : []));
}

/** `200.00 THB`, as recorded. */
function formatAmount({ amount, currency }: FormConfig): string {
  return `${formatMoney(amount, currency).replace(/^\w+\s/, '')} ${currency}`;
}
