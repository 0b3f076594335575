import { formatMoney } from '#kernel/money.js';
import type { Challenge } from '#engine/accounts/rules/account-options.js';
import { isOverdue, phaseOf } from '#resources/charges/rules/charge.js';
import { ACCEPTED_PASSWORD, asksForPassword } from '#resources/charges/rules/one-time-password.js';
import type { Card } from '#resources/cards/rules/card.js';
import type { HandOff, PaymentMethod } from '#resources/payment-methods/rules/payment-method.js';
import { paymentMethodOf } from '#resources/payment-methods/rules/registry.js';
import type { LoadedCharge } from '#resources/charges/charge.row.js';
import { Html, html } from '../kit/html.js';
import { choicePage, type ChoicePage, type PageQuery } from '../kit/choice.page.js';
import type { Page } from '../kit/page.js';
import { consentForm, noticePage, refusalForm, summaryPart, timeLeftRow } from '../kit/page.parts.js';
import type { Endings } from '../kit/test-controls.js';
import type { LookKind, PaymentTexts, Texts } from '../kit/texts/texts.js';
import { chargeControls, chargeEndings } from '../payments/charge-controls.js';
import { codeImage, DECLINING, endedPart, WAIT_S, WAITED } from '../payments/payment-progress.js';
import { passwordForms, passwordHint } from './password-challenge.js';

export interface AuthorizationPage extends LoadedCharge, ChoicePage {
  /** The code of the charge, or one that holds the page's own address, as SVG. */
  readonly code: string | undefined;
  readonly challenge: Challenge;
}

interface AuthorizationQuery extends PageQuery {
  /** True if the customer requested a new one-time password. */
  readonly isSent: boolean;
  readonly hasWaited: boolean;
  readonly isDeclining: boolean;
}

/**
 * The page where a customer pays or declines. A page of a payment that is made elsewhere reloads
 * itself, except while a tester chooses a failure code.
 */
export function authorizationPage(
  shown: AuthorizationPage,
  texts: Texts,
  { isReturning, isSent, hasWaited, isDeclining, consoleUrl }: AuthorizationQuery,
): Page {
  const { charge, merchant, now } = shown;
  const { purpose, title, outcomes } = texts.payment;
  const stored = phaseOf(charge);
  const phase = isOverdue(charge, now) && stored === 'awaiting_customer' ? 'expired' : stored;
  const isOpen = phase === 'awaiting_customer';
  const waits = isOpen && isPaidElsewhere(shown) && !isDeclining;
  const endings = { ...endingsOf(shown, texts), ...(waits && { declineAt: `?${DECLINING}` }) };
  const choice = {
    subject: charge,
    purpose,
    title: isOpen ? title(merchant) : outcomes[phase].title,
    look: kindOf(shown),
    controls: chargeControls(charge, texts, consoleUrl, isOpen ? endings : undefined),
    ...(waits && { onward: { afterS: WAIT_S, to: `?${WAITED}` } }),
    summary: (leftMs?: number) => summary(shown, texts, leftMs),
    part: isOpen ? actions(shown, texts, isSent) : endedPart(charge, phase, texts),
  };
  const returnsAfterS = isReturning ? 0 : hasWaited ? WAIT_S : undefined;
  return choicePage(shown, choice, { isOpen, returnsAfterS }, texts);
}

export function missingPaymentPage(texts: Texts): Page {
  return noticePage(texts.payment.purpose, texts.payment.missing, texts);
}

/** The merchant and the amount, and with `leftMs` the time left to pay. */
function summary(shown: AuthorizationPage, texts: Texts, leftMs?: number): Html {
  const { charge, merchant } = shown;
  const words = texts.payment;
  const rows = [
    html`<dt>${words.method}</dt><dd data-testid="method">${methodTitle(shown, words)}</dd>`,
    ...(shown.theme === 'method' ? choiceRows(shown, texts) : []),
    charge.description !== null &&
      html`<dt>${words.description}</dt><dd data-testid="description">${charge.description}</dd>`,
    ...charge.providerReferences.map(
      (reference, index) =>
        html`<dt>${words.reference(index + 1)}</dt><dd data-testid="reference">${reference}</dd>`,
    ),
    leftMs !== undefined && timeLeftRow(charge.expiresAt, leftMs, texts),
    charge.livemode && html`<dt>${words.charge}</dt><dd><code data-testid="charge">${charge.id}</code></dd>`,
  ];
  const amount = html`<p class="amount" data-testid="amount">${formatMoney(charge.amount, charge.currency)}</p>`;
  const payee = shown.theme === 'method' ? html`<p class="payee">${words.payee}</p>` : undefined;
  return html`${payee}${summaryPart(merchant, rows, amount)}`;
}

/** The customer's choices, such as the bank or the number of months. */
function choiceRows({ source }: AuthorizationPage, { paying: { fields, months } }: Texts): (Html | false)[] {
  if (!source) return [];
  const { installmentTerm, details } = source;
  const bank = paymentMethodOf(source.type).banks.find(({ code }) => code === details.bank);
  return [
    bank !== undefined && html`<dt>${fields.bank}</dt><dd data-testid="bank">${bank.name}</dd>`,
    installmentTerm !== null &&
      html`<dt>${fields.installment_term}</dt><dd data-testid="term">${months(installmentTerm)}</dd>`,
  ];
}

/** True if the customer pays with a code or at a counter. */
function isPaidElsewhere({ source }: AuthorizationPage): boolean {
  return source !== null && paymentMethodOf(source.type).flow === 'offline';
}

function kindOf({ source }: AuthorizationPage): LookKind {
  return source ? paymentMethodOf(source.type).pageKind : 'card';
}

/** The name of the payment method that customers know. */
function methodTitle({ source, card }: AuthorizationPage, { methods }: PaymentTexts): string {
  const method = source && paymentMethodOf(source.type);
  const titles = [method && methods[method.titleKind](method.title), card && nameOf(card)];
  return titles.filter((title) => title !== null).join(', ');
}

function nameOf({ brand, lastDigits }: Card): string {
  return `${brand} •••• ${lastDigits}`;
}

function actions(
  { charge, source, card, code, challenge }: AuthorizationPage,
  texts: Texts,
  isSent: boolean,
): Html {
  const words = texts.payment;
  if (card && asksForPassword(charge, challenge)) {
    const sent = words.challenge.passwordSent(nameOf(card), card.bank);
    const hint = charge.livemode ? passwordHint(words.challenge) : undefined;
    return html`${challengePanel(sent, words)}${passwordForms(charge.wrongPasswordCount, isSent, words.challenge)}${hint}`;
  }
  return html`${source ? methodPanel(paymentMethodOf(source.type), code ?? '', texts) : undefined}${card ? challengePanel(words.issuerWouldAsk(nameOf(card), card.bank), words) : undefined}
${consentForm(words.payAmount(formatMoney(charge.amount, charge.currency)), 'pay')}
${charge.livemode ? refusalForm(texts) : undefined}`;
}

/** The tester's choices. An approval sends the one-time password too. */
function endingsOf({ charge, card, challenge }: AuthorizationPage, { payment: words }: Texts): Endings {
  const endings = chargeEndings(charge);
  if (!card || !asksForPassword(charge, challenge)) return endings;
  return {
    ...endings,
    approvalFields: { one_time_password: ACCEPTED_PASSWORD },
    hint: passwordHint(words.challenge),
  };
}

/** The code of the charge, or the hand-off to the app of the provider. */
function methodPanel({ code, handOff }: PaymentMethod, svg: string, texts: Texts): Html | undefined {
  const words = texts.payment;
  if (code)
    return html`<section class="handoff">${codeImage(svg, texts.paying.code)}${code.kind === 'qr' ? html`<p>${words.scanWithAny}</p>` : undefined}</section>`;
  return handOff ? handOffPanel(handOff, svg, words) : undefined;
}

function handOffPanel(handOff: HandOff, qr: string, words: PaymentTexts): Html {
  if (handOff.kind === 'qr') {
    const hint = handOff.wallet === 'any' ? words.scanWithAny : words.scanWith(handOff.wallet);
    return html`<section class="handoff" data-testid="qr" aria-label="${words.qrCode}">${new Html(qr)}<p>${hint}</p></section>`;
  }
  return html`<section class="handoff" data-testid="app-handoff" aria-label="${handOff.app}">
<h2>${words.continueIn(handOff.app)}</h2>
<p>${words.appWouldOpen(handOff.app)}</p>
</section>`;
}

function challengePanel(text: string, words: PaymentTexts): Html {
  return html`<section class="handoff" data-testid="challenge" aria-label="3-D Secure">
<h2>${words.confirmWithBank}</h2>
<p>${text}</p>
</section>`;
}
