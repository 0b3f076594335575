import { phaseOf, isOverdue, type ChargePhase } from '#domain/charges/charge.js';
import type { OfferedMethod, LinkField } from '#domain/links/link-methods.js';
import { linkPhaseOf, type Link } from '#domain/links/link.js';
import { formatMoney } from '#domain/money.js';
import type { LoadedCharge } from '../charges/charge.row.js';
import { html, type Html } from '../pages/html.js';
import { noticePage, outcomePart, summaryPart, type Outcome } from '../pages/page.parts.js';
import { page, type Frame, type Page } from '../pages/page.js';
import type { Texts } from '../pages/texts/texts.js';
import { CARD_FORM_SCRIPT } from './card-form.script.js';

/** What the page of a link shows. */
export interface LinkPage {
  readonly link: Link;
  readonly merchant: string;
  readonly now: Date;
  /** Where the page sends cards to, and with which public key. */
  readonly vault: { readonly url: string; readonly key: string };
  readonly methods: readonly OfferedMethod[];
  /** The payment that the customer comes back from. */
  readonly paid: PaidCharge | undefined;
}

export interface PaidCharge extends LoadedCharge {
  /** The code that the customer scans, as SVG. */
  readonly code: string | undefined;
  /** Where the payment goes on, if it has a page. */
  readonly continueAt: string | undefined;
}

/** Where a customer pays a link, and then sees how that ended. `problem` is what their last try was refused with. */
export function linkPage(shown: LinkPage, texts: Texts, problem?: string): Page {
  const { link, paid, now } = shown;
  const frame: Frame = { title: texts.payment.title(shown.merchant), purpose: texts.payment.purpose, livemode: link.livemode };
  if (!paid) return linkPhaseOf(link) === 'open' ? payable(shown, texts, frame, problem) : over(shown, texts, frame);
  const { charge } = paid;
  const phase = isOverdue(charge, now) ? 'expired' : phaseOf(charge);
  if (phase === 'awaiting_customer') return waiting(shown, paid, texts, frame);
  const outcome: Outcome = { ...texts.payment.outcomes[phase], tone: isGood(phase) ? 'good' : 'bad' };
  const told = outcomePart(phase, outcome, phase === 'failed' ? charge.failureCode : null, texts);
  const again = !isGood(phase) && linkPhaseOf(link) === 'open' ? linkTo('?', texts.link.payAnotherWay, 'again') : undefined;
  return page({ ...frame, title: outcome.title }, [told, summary(shown, texts, charge.id), html`${again}`], texts);
}

/** What a customer sees who follows an address that leads nowhere. */
export function missingLinkPage(texts: Texts): Page {
  return noticePage(texts.payment.purpose, texts.link.missing, texts);
}

function isGood(phase: ChargePhase): boolean {
  return phase === 'successful' || phase === 'authorized';
}

function over(shown: LinkPage, texts: Texts, frame: Frame): Page {
  const phase = linkPhaseOf(shown.link) === 'deleted' ? 'deleted' : 'paid';
  const told: Outcome = { ...texts.link.over[phase], tone: phase === 'paid' ? 'good' : 'bad' };
  return page({ ...frame, title: told.title }, [outcomePart(phase, told, null, texts), summary(shown, texts)], texts);
}

function payable(shown: LinkPage, texts: Texts, frame: Frame, problem: string | undefined): Page {
  const { vault, methods } = shown;
  const others = html`<h2>${texts.link.otherMethods}</h2>${methods.map((offered) => methodForm(offered, texts))}`;
  const told =
    problem === undefined ? undefined : html`<p class="problem" role="alert" data-testid="problem">${texts.link.refused} (${problem})</p>`;
  const parts = [summary(shown, texts), html`${told}`, cardForm(vault, texts), html`${methods.length > 0 ? others : undefined}`];
  return page({ ...frame, hasForms: true, script: { text: CARD_FORM_SCRIPT, connectTo: vault.url } }, parts, texts);
}

/** Who is paid how much, what for, and with which charge. */
function summary({ link, merchant }: LinkPage, { payment }: Texts, chargeId?: string): Html {
  const rows = [
    html`<dt>${payment.description}</dt><dd><strong data-testid="title">${link.title}</strong><br><span data-testid="description">${link.description}</span></dd>`,
    chargeId !== undefined && html`<dt>${payment.charge}</dt><dd data-testid="charge">${chargeId}</dd>`,
  ];
  return summaryPart(merchant, rows, html`<p class="amount" data-testid="amount">${formatMoney(link.amount, link.currency)}</p>`);
}

/** Its inputs have no names: a browser that ran no script would send nothing of them, and then it is not shown. */
function cardForm({ url, key }: LinkPage['vault'], { link: words, payment }: Texts): Html {
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
<button class="pay" data-testid="pay-card">${payment.pay}</button>
</form>
<form id="token-form" method="post" hidden><input type="hidden" name="method" value="card"><input type="hidden" name="card" value=""></form>`;
}

/** A method that asks for nothing is a button; any other one unfolds. */
function methodForm({ method, fields }: OfferedMethod, texts: Texts): Html {
  const title = texts.payment.methods[method.titleKind](method.title);
  const testId = `method-${method.type}`;
  const button = (style: string, label: string): Html =>
    html`<button class="${style}" name="method" value="${method.type}" data-testid="${testId}">${label}</button>`;
  if (fields.length === 0) return html`<form method="post">${button('method', title)}</form>`;
  return html`<details><summary data-testid="open-${method.type}">${title}</summary><form method="post">
<div class="fields">${fields.map((field) => fieldPart(field, method, texts))}</div>
${button('pay', texts.payment.pay)}</form></details>`;
}

function fieldPart(field: LinkField, method: OfferedMethod['method'], { link: words }: Texts): Html {
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
  field: LinkField,
  { banks, installmentTerms }: OfferedMethod['method'],
  words: Texts['link'],
): [string, string][] | undefined {
  if (field === 'bank') return banks.map(({ code, name }) => [code, name]);
  return field === 'installment_term' ? (installmentTerms ?? []).map((term) => [String(term), words.months(term)]) : undefined;
}

/** A payment that goes on elsewhere: on its own page, in an app that scans a code, at a counter. */
function waiting(shown: LinkPage, { charge, code, continueAt }: PaidCharge, texts: Texts, frame: Frame): Page {
  const words = texts.link;
  const told = html`<p class="state" role="status" data-testid="status" data-status="pending">${words.waiting.title}</p>
<p class="note" data-testid="note">${words.waiting.note}</p>`;
  const image = code === undefined ? undefined : codeImage(code, words.code);
  const numbers = charge.providerReferences.map(
    (reference, index) => html`<dt>${texts.payment.reference(index + 1)}</dt><dd data-testid="reference">${reference}</dd>`,
  );
  const references = numbers.length === 0 ? undefined : html`<dl>${numbers}</dl>`;
  const onward =
    continueAt === undefined ? linkTo(`?charge=${charge.id}`, words.checkAgain, 'check') : linkTo(continueAt, words.continue, 'continue');
  return page(
    { ...frame, title: words.waiting.title },
    [told, html`${image}${references}`, summary(shown, texts, charge.id), onward],
    texts,
  );
}

function codeImage(svg: string, label: string): Html {
  return html`<img class="code" alt="${label}" data-testid="code" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`;
}

function linkTo(address: string, label: string, testId: string): Html {
  return html`<a class="button pay" href="${address}" data-testid="${testId}">${label}</a>`;
}
