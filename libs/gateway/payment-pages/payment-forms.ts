import type { AskedField, OfferedMethod } from '#domain/payment-methods/offered-methods.js';
import { html, type Html } from '../pages/html.js';
import type { PageScript } from '../pages/page.js';
import type { Texts } from '../pages/texts/texts.js';
import { CARD_FORM_SCRIPT } from './card-form.script.js';

/** Where a page sends cards to, and with which public key. */
export interface VaultAccess {
  readonly url: string;
  readonly key: string;
}

/** The ways to pay that a page offers. */
export interface PaymentChoice {
  /** Nothing where cards are not offered. */
  readonly vault: VaultAccess | undefined;
  readonly methods: readonly OfferedMethod[];
}

/** A form for a card, and a button for each method. `amount` is formatted; `problem` is the error of the customer's last attempt. */
export function paymentForms({ vault, methods }: PaymentChoice, amount: string, texts: Texts, problem: string | undefined): Html[] {
  const heading = vault && methods.length > 0 ? html`<h2>${texts.paying.otherMethods}</h2>` : undefined;
  const told =
    problem === undefined
      ? undefined
      : html`<p class="problem" role="alert" data-testid="problem">${texts.paying.refused} (${problem})</p>`;
  const pay = texts.payment.payAmount(amount);
  return [html`${told}${vault && cardForm(vault, pay, texts)}${heading}${methods.map((offered) => methodForm(offered, pay, texts))}`];
}

/** What the form for a card needs to run. */
export function paymentScript({ vault }: PaymentChoice): PageScript | undefined {
  return vault && { text: CARD_FORM_SCRIPT, connectTo: vault.url };
}

/** Its inputs have no names: a browser that ran no script would send nothing of them, and then it is not shown. */
function cardForm({ url, key }: VaultAccess, pay: string, { paying: words }: Texts): Html {
  const input = (id: string, label: string, autocomplete: string, attributes: Html, isWide = false): Html =>
    html`<div class="${isWide ? 'wide' : ''}"><label for="card-${id}">${label}</label><input id="card-${id}" autocomplete="${autocomplete}" required ${attributes}></div>`;
  const digits = (maxLength: number): Html => html`inputmode="numeric" maxlength="${maxLength}"`;
  return html`<noscript><p class="note" data-testid="needs-script">${words.needsScript}</p></noscript>
<form id="card-form" hidden aria-labelledby="card-title" data-vault="${url}" data-key="${key}" data-refused="${words.cardRefused}" data-not-sent="${words.cardNotSent}">
<h2 id="card-title">${words.card}</h2>
<div class="fields">
${input('number', words.cardNumber, 'cc-number', digits(23), true)}
${input('name', words.nameOnCard, 'cc-name', html`maxlength="255"`, true)}
${input('month', words.expirationMonth, 'cc-exp-month', digits(2))}
${input('year', words.expirationYear, 'cc-exp-year', digits(4))}
${input('code', words.securityCode, 'cc-csc', digits(4))}
</div>
<p id="card-problem" class="problem" role="alert" data-testid="card-problem"></p>
<button class="pay" data-testid="pay-card">${pay}</button>
</form>
<form id="token-form" method="post" hidden><input type="hidden" name="method" value="card"><input type="hidden" name="card" value=""></form>`;
}

/** A method that asks for nothing is a button; any other one unfolds. */
function methodForm({ method, fields }: OfferedMethod, pay: string, texts: Texts): Html {
  const title = texts.payment.methods[method.titleKind](method.title);
  const testId = `method-${method.type}`;
  const button = (style: string, label: string): Html =>
    html`<button class="${style}" name="method" value="${method.type}" data-testid="${testId}">${label}</button>`;
  if (fields.length === 0) return html`<form method="post">${button('method', title)}</form>`;
  return html`<details><summary data-testid="open-${method.type}">${title}</summary><form method="post">
<div class="fields">${fields.map((field) => fieldPart(field, method, texts))}</div>
${button('pay', pay)}</form></details>`;
}

function fieldPart(field: AskedField, method: OfferedMethod['method'], { paying: words }: Texts): Html {
  const id = `${method.type}-${field}`;
  const label = html`<label for="${id}">${words.fields[field]}</label>`;
  const choices = choicesOf(field, method, words);
  if (!choices) {
    const [type, autocomplete] = INPUTS[field as keyof typeof INPUTS];
    return html`<div class="wide">${label}<input id="${id}" name="${field}" type="${type}" autocomplete="${autocomplete}" maxlength="255" required></div>`;
  }
  const options = choices.map(([value, name]) => html`<option value="${value}">${name}</option>`);
  return html`<div class="wide">${label}<select id="${id}" name="${field}">${options}</select></div>`;
}

const INPUTS = { name: ['text', 'name'], email: ['email', 'email'], phone_number: ['tel', 'tel'] } as const;

function choicesOf(
  field: AskedField,
  { banks, installmentTerms }: OfferedMethod['method'],
  words: Texts['paying'],
): [string, string][] | undefined {
  if (field === 'bank') return banks.map(({ code, name }) => [code, name]);
  return field === 'installment_term' ? (installmentTerms ?? []).map((term) => [String(term), words.months(term)]) : undefined;
}
