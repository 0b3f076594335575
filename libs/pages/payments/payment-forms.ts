import { brandOf } from '#kernel/card-number.js';
import { formatMoney, type Currency } from '#kernel/money.js';
import { failureOf } from '#resources/cards/rules/card-outcome.js';
import { EXAMPLE_CARDS } from '#resources/cards/rules/test-cards.js';
import {
  inGroups,
  type AskedField,
  type OfferedMethod,
} from '#resources/payment-methods/rules/offered-methods.js';
import { ADDRESS_FIELDS } from '#resources/sources/rules/source-details.js';
import { html, type Html } from '../kit/html.js';
import { markOf } from '../kit/page.look.js';
import type { PageScript } from '../kit/page.js';
import type { Texts } from '../kit/texts/texts.js';
import { CARD_FORM_SCRIPT } from './card-form.script.js';
import { problemPart } from './payment-progress.js';

/** The vault's address and the public key for sending cards. */
export interface VaultAccess {
  readonly url: string;
  readonly key: string;
}

export interface PaymentChoice {
  /** Nothing where cards are not offered. */
  readonly vault: VaultAccess | undefined;
  readonly methods: readonly OfferedMethod[];
}

interface Price {
  readonly amount: number;
  readonly currency: Currency;
  readonly livemode: boolean;
}

/**
 * A form for a card, and below it the methods in groups. `problem` is the error of the customer's last
 * attempt.
 */
export function paymentForms(
  { vault, methods }: PaymentChoice,
  price: Price,
  texts: Texts,
  problem: string | undefined,
): Html[] {
  const { paying } = texts;
  const heading = vault && methods.length > 0 ? html`<h2>${paying.otherMethods}</h2>` : undefined;
  const told = problem === undefined ? undefined : problemPart(problem, texts);
  const pay = texts.payment.payAmount(formatMoney(price.amount, price.currency));
  const groups = inGroups(methods).map(
    ([group, members]) => html`<h3 id="group-${group}">${paying.groups[group]}</h3>
<div class="methods" role="group" aria-labelledby="group-${group}" data-testid="group-${group}">${members.map((offered) => methodForm(offered, pay, texts))}</div>`,
  );
  return [html`${told}${vault && cardForm(vault, pay, texts, price.livemode)}${heading}${groups}`];
}

export function paymentScript({ vault }: PaymentChoice): PageScript | undefined {
  return vault && { text: CARD_FORM_SCRIPT, connectTo: vault.url };
}

/**
 * Its inputs have no names: a browser that ran no script would send nothing of them, and then it is not
 * shown.
 */
function cardForm(
  { url, key }: VaultAccess,
  pay: string,
  { paying: words, failures, payment: { outcomes } }: Texts,
  livemode: boolean,
): Html {
  const input = (id: string, label: string, autocomplete: string, attributes: Html, isWide = false): Html =>
    html`<div class="${isWide ? 'wide' : ''}"><label for="card-${id}">${label}</label><input id="card-${id}" autocomplete="${autocomplete}" required ${attributes} data-testid="card-${id}"></div>`;
  const digits = (maxLength: number): Html => html`inputmode="numeric" maxlength="${maxLength}"`;
  const examples = EXAMPLE_CARDS.map(({ number, outcome }) => {
    const failure = failureOf(outcome);
    const end = failure === undefined ? outcomes.successful.title : `${failures[failure]} (${outcome})`;
    return html`<option value="${number}">${brandOf(number) ?? ''} •••• ${number.slice(-4)} · ${end}</option>`;
  });
  const filler = livemode
    ? undefined
    : html`<div class="filler"><label for="test-card">${words.testCard}</label><select id="test-card" data-testid="test-card"><option value="">${words.chooseTestCard}</option>${examples}</select></div>`;
  return html`<noscript><p class="note" data-testid="needs-script">${words.needsScript}</p></noscript>
<form id="card-form" hidden aria-labelledby="card-title" data-vault="${url}" data-key="${key}" data-refused="${words.cardRefused}" data-not-sent="${words.cardNotSent}" data-expiry="${words.expiryInvalid}">
<h2 id="card-title">${words.card}</h2>
${filler}
<div class="fields">
${input('number', words.cardNumber, 'cc-number', digits(23), true)}
${input('expiry', words.expiry, 'cc-exp', html`inputmode="numeric" maxlength="7" placeholder="MM/YY" aria-describedby="card-problem"`)}
${input('code', words.securityCode, 'cc-csc', digits(4))}
${input('name', words.nameOnCard, 'cc-name', html`maxlength="255"`, true)}
</div>
<p id="card-problem" class="problem" role="alert" data-testid="card-problem"></p>
<button class="pay" data-testid="pay-card">${pay}</button>
</form>
<form id="token-form" method="post" hidden><input type="hidden" name="method" value="card"><input type="hidden" name="card" value=""></form>`;
}

/** A method that asks for nothing is a button; any other one unfolds. */
function methodForm({ method, fields, needsGoods }: OfferedMethod, pay: string, texts: Texts): Html {
  const title = texts.payment.methods[method.titleKind](method.title);
  const shown = html`${markOf(method.pageKind)}<span>${title}</span>`;
  const testId = `method-${method.type}`;
  const button = (style: string, label: string | Html): Html =>
    html`<button class="${style}" name="method" value="${method.type}" data-testid="${testId}">${label}</button>`;
  if (fields.length === 0 && !needsGoods) return html`<form method="post">${button('method', shown)}</form>`;
  return html`<details><summary data-testid="open-${method.type}">${shown}</summary><form method="post">
<div class="fields">${fields.map((field) => fieldPart(field, method, texts))}${needsGoods ? addressPart(method.type, texts) : undefined}</div>
${button('pay', pay)}</form></details>`;
}

function fieldPart(field: AskedField, method: OfferedMethod['method'], { paying: words }: Texts): Html {
  const id = `${method.type}-${field}`;
  const label = html`<label for="${id}">${words.fields[field]}</label>`;
  const choices = choicesOf(field, method, words);
  if (!choices) {
    const [type, autocomplete] = INPUTS[field as keyof typeof INPUTS];
    return html`<div class="wide">${label}<input id="${id}" name="${field}" type="${type}" autocomplete="${autocomplete}" maxlength="255" required data-testid="${id}"></div>`;
  }
  const options = choices.map(([value, name]) => html`<option value="${value}">${name}</option>`);
  return html`<div class="wide">${label}<select id="${id}" name="${field}" data-testid="${id}">${options}</select></div>`;
}

/** The shipping address; only its essential parts are required. */
function addressPart(type: string, { paying: words }: Texts): Html[] {
  return ADDRESS_FIELDS.map((field) => {
    const id = `${type}-${field}`;
    const [autocomplete, isRequired] = ADDRESS_INPUTS[field];
    return html`<div class="wide"><label for="${id}">${words.address[field]}</label><input id="${id}" name="shipping[${field}]" autocomplete="${autocomplete}" maxlength="255"${isRequired ? html` required` : undefined} data-testid="${id}"></div>`;
  });
}

const ADDRESS_INPUTS = {
  street1: ['shipping address-line1', true],
  street2: ['shipping address-line2', false],
  city: ['shipping address-level2', true],
  state: ['shipping address-level1', false],
  country: ['shipping country', true],
  postal_code: ['shipping postal-code', true],
} as const;

const INPUTS = { name: ['text', 'name'], email: ['email', 'email'], phone_number: ['tel', 'tel'] } as const;

function choicesOf(
  field: AskedField,
  { banks, installmentTerms }: OfferedMethod['method'],
  words: Texts['paying'],
): [string, string][] | undefined {
  if (field === 'bank') return banks.map(({ code, name }) => [code, name]);
  return field === 'installment_term'
    ? (installmentTerms ?? []).map((term) => [String(term), words.months(term)])
    : undefined;
}
