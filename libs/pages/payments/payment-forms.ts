import { brandOf } from '#kernel/card-number.js';
import { formatMoney, type Currency } from '#kernel/money.js';
import { failureOf } from '#resources/cards/rules/card-outcome.js';
import { EXAMPLE_CARDS } from '#resources/cards/rules/test-cards.js';
import {
  inGroups,
  type AskedField,
  type OfferedMethod,
} from '#resources/payment-methods/rules/offered-methods.js';
import { useRankOf } from '#resources/payment-methods/rules/registry.js';
import { ADDRESS_FIELDS } from '#resources/sources/rules/source-details.js';
import { html, type Html } from '../kit/html.js';
import { markOf } from '../kit/page.look.js';
import type { PageScript } from '../kit/page.js';
import { fieldProblem } from '../kit/page.parts.js';
import type { Texts } from '../kit/texts/texts.js';
import { CARD_FORM_SCRIPT } from './card-form.script.js';
import { isRequiredAddressField } from './payment-choice.js';
import { problemPart, sentFields, type PaymentProblem, type SentField } from './payment-problem.js';
import { planOf } from './payment-summary.js';

/** The number of methods that a page shows at first. */
const FIRST_METHODS = 6;

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

/** The forms of a page, with the error of the customer's last attempt. */
interface Forms {
  readonly price: Price;
  readonly texts: Texts;
  readonly problem: PaymentProblem | undefined;
}

/** A form for a card, and below it the methods in groups: the most used ones, and the others on demand. */
export function paymentForms({ vault, methods }: PaymentChoice, forms: Forms): Html {
  const { price, texts, problem } = forms;
  const { paying } = texts;
  const pay = texts.payment.payAmount(formatMoney(price.amount, price.currency));
  const first = mostUsed(methods);
  const more = methods.filter((offered) => !first.includes(offered));
  const tried = methods.find(({ method }) => method.type === problem?.sent['method']);
  const isUnknown = problem !== undefined && !tried && !(vault && problem.sent['method'] === 'card');
  const isOfField = tried !== undefined && [...sentFields(problem, tried, texts).values()].some(isWrong);
  const told = problem && !isUnknown && !isOfField ? problemPart(problem, texts) : undefined;
  const heading = vault && methods.length > 0 ? html`<h2>${paying.otherMethods}</h2>` : undefined;
  const choose =
    problem && isUnknown
      ? html`<div id="methods-problem" tabindex="-1" autofocus>${problemPart(problem, texts, paying.chooseMethod)}</div>`
      : undefined;
  const others =
    more.length === 0
      ? undefined
      : html`<details class="more"${tried && more.includes(tried) ? html` open` : undefined}><summary data-testid="more-methods">${paying.moreMethods}</summary>${groupsOf(more, 'more-', forms)}</details>`;
  return html`${told}${vault && cardForm(vault, pay, texts, price.livemode)}${heading}${choose}${groupsOf(first, '', forms)}${others}`;
}

/** The most used ones of many methods, in their order. */
function mostUsed(methods: readonly OfferedMethod[]): readonly OfferedMethod[] {
  const ranked = methods.toSorted((one, other) => useRankOf(one.method) - useRankOf(other.method));
  const first = ranked.slice(0, FIRST_METHODS);
  return methods.filter((offered) => first.includes(offered));
}

function groupsOf(methods: readonly OfferedMethod[], prefix: string, forms: Forms): Html[] {
  return inGroups(methods).map(([group, members]) => {
    const id = `group-${prefix}${group}`;
    return html`<h3 id="${id}">${forms.texts.paying.groups[group]}</h3>
<div class="methods" role="group" aria-labelledby="${id}" data-testid="${id}">${members.map((offered) => methodForm(offered, forms))}</div>`;
  });
}

function isWrong({ problem }: SentField): boolean {
  return problem !== undefined;
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
  const input = (
    id: 'number' | 'expiry' | 'code' | 'name',
    label: string,
    autocomplete: string,
    attributes: Html,
    isWide = false,
  ): Html =>
    html`<div class="${isWide ? 'wide' : ''}"><label for="card-${id}">${label}</label><input id="card-${id}" autocomplete="${autocomplete}" required ${attributes} aria-describedby="card-${id}-problem" data-missing="${words.cardMissing[id]}" data-testid="card-${id}">${fieldProblem(`card-${id}`)}</div>`;
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
<form id="card-form" hidden novalidate aria-labelledby="card-title" data-vault="${url}" data-key="${key}" data-refused="${words.cardRefused}" data-not-sent="${words.cardNotSent}" data-expiry="${words.cardMissing.expiry}">
<h2 id="card-title">${words.card}</h2>
${filler}
<div class="fields">
${input('number', words.cardNumber, 'cc-number', digits(23), true)}
${input('expiry', words.expiry, 'cc-exp', html`inputmode="numeric" maxlength="7" placeholder="MM/YY"`)}
${input('code', words.securityCode, 'cc-csc', digits(4))}
${input('name', words.nameOnCard, 'cc-name', html`maxlength="255"`, true)}
</div>
<p id="card-problem" class="problem" role="alert" data-testid="card-problem"></p>
<button class="pay" data-testid="pay-card">${pay}</button>
</form>
<form id="token-form" method="post" hidden><input type="hidden" name="method" value="card"><input type="hidden" name="card" value=""></form>`;
}

/** A method that asks for nothing is a button; any other one unfolds. */
function methodForm(offered: OfferedMethod, { price, texts, problem }: Forms): Html {
  const { method, fields, needsGoods } = offered;
  const title = texts.payment.methods[method.titleKind](method.title);
  const shown = html`${markOf(method.pageKind)}<span>${title}</span>`;
  const testId = `method-${method.type}`;
  const button = (style: string, label: string | Html): Html =>
    html`<button class="${style}" name="method" value="${method.type}" data-testid="${testId}">${label}</button>`;
  if (fields.length === 0 && !needsGoods) return html`<form method="post">${button('method', shown)}</form>`;
  const sent = sentFields(problem, offered, texts);
  const wrong = [...sent].find(([, field]) => isWrong(field))?.[0];
  const input = (name: string, label: string, attributes: Html, sentAs = name): Html =>
    inputPart(`${method.type}-${name}`, label, attributes, {
      name: sentAs,
      sent: sent.get(name),
      isFirst: name === wrong,
    });
  const pay = texts.payment.payAmount(formatMoney(price.amount, price.currency));
  return html`<details${sent.size > 0 ? html` open` : undefined}><summary data-testid="open-${method.type}">${shown}</summary><form method="post" novalidate>
<div class="fields">${fields.map((field) => {
    const choices = choicesOf(field, method, price, texts);
    if (choices) return selectPart(`${method.type}-${field}`, field, choices, texts);
    const [type, autocomplete] = INPUTS[field as keyof typeof INPUTS];
    return input(
      field,
      texts.paying.fields[field],
      html`type="${type}" autocomplete="${autocomplete}" required`,
    );
  })}${
    needsGoods
      ? ADDRESS_FIELDS.map((field) => {
          const required = isRequiredAddressField(field) ? html` required` : undefined;
          return input(
            field,
            texts.paying.address[field],
            html`autocomplete="${ADDRESS_INPUTS[field]}"${required}`,
            `shipping[${field}]`,
          );
        })
      : undefined
  }</div>
${button('pay', pay)}</form></details>`;
}

/** A field with the place for its message. The first wrong one has the focus. */
function inputPart(
  id: string,
  label: string,
  attributes: Html,
  {
    name,
    sent,
    isFirst,
  }: { readonly name: string; readonly sent: SentField | undefined; readonly isFirst: boolean },
): Html {
  const state = sent?.problem === undefined ? undefined : html` aria-invalid="true"`;
  const focus = isFirst ? html` autofocus` : undefined;
  return html`<div class="wide"><label for="${id}">${label}</label><input id="${id}" name="${name}" ${attributes} value="${sent?.value ?? ''}" maxlength="255" aria-describedby="${id}-problem"${state}${focus} data-testid="${id}">${fieldProblem(id, sent?.problem)}</div>`;
}

function selectPart(
  id: string,
  field: AskedField,
  choices: readonly [string, string][],
  { paying }: Texts,
): Html {
  const options = choices.map(([value, name]) => html`<option value="${value}">${name}</option>`);
  return html`<div class="wide"><label for="${id}">${paying.fields[field]}</label><select id="${id}" name="${field}" data-testid="${id}">${options}</select></div>`;
}

const ADDRESS_INPUTS = {
  street1: 'shipping address-line1',
  street2: 'shipping address-line2',
  city: 'shipping address-level2',
  state: 'shipping address-level1',
  country: 'shipping country',
  postal_code: 'shipping postal-code',
} as const;

const INPUTS = { name: ['text', 'name'], email: ['email', 'email'], phone_number: ['tel', 'tel'] } as const;

function choicesOf(
  field: AskedField,
  { banks, installmentTerms }: OfferedMethod['method'],
  price: Price,
  texts: Texts,
): [string, string][] | undefined {
  if (field === 'bank') return banks.map(({ code, name }) => [code, name]);
  return field === 'installment_term'
    ? (installmentTerms ?? []).map((term) => [String(term), planOf(term, price, texts)])
    : undefined;
}
