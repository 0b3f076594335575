import { formatMoney } from '#kernel/money.js';
import type { Challenge } from '#engine/accounts/rules/account-options.js';
import { isOverdue, phaseOf } from '#resources/charges/rules/charge.js';
import { ACCEPTED_PASSWORD, asksForPassword } from '#resources/charges/rules/one-time-password.js';
import type { HandOff, PaymentMethod } from '#resources/payment-methods/rules/payment-method.js';
import { paymentMethodOf } from '#resources/payment-methods/rules/registry.js';
import type { LoadedCharge } from '#resources/charges/charge.row.js';
import { Html, html } from '../kit/html.js';
import { choicePage, type ChoicePage, type PageQuery } from '../kit/choice.page.js';
import { issuerLook, lookOf, type Look } from '../kit/page.look.js';
import { WAIT_S, type Page } from '../kit/page.js';
import {
  consentForm,
  expiryRow,
  leftMsUntil,
  noticePage,
  refusalForm,
  summaryPart,
} from '../kit/page.parts.js';
import type { Endings } from '../kit/test-controls.js';
import type { PaymentTexts, Texts } from '../kit/texts/texts.js';
import { chargeControls, chargeEndings } from '../payments/charge-controls.js';
import { codeImage, endedPart, otherWaysLink, STEADY, WAITED } from '../payments/payment-progress.js';
import { cardName, chargeRow, paymentRows } from '../payments/payment-summary.js';
import { passwordForms, passwordHint, type ChallengeStep } from './password-challenge.js';

export interface AuthorizationPage extends LoadedCharge, ChoicePage {
  /** The code of the charge, or one that holds the page's own address, as SVG. */
  readonly code: string | undefined;
  readonly challenge: Challenge;
  /** Where the customer can choose another way to pay; `undefined` if there is none. */
  readonly otherWaysAt: string | undefined;
}

interface AuthorizationQuery extends PageQuery {
  readonly step: ChallengeStep;
  readonly hasWaited: boolean;
  /** True if the page is not to reload itself without scripts. */
  readonly isSteady: boolean;
}

/** The page where a customer pays or declines. A page of a payment that is made elsewhere waits for it. */
export function authorizationPage(
  shown: AuthorizationPage,
  texts: Texts,
  { isReturning, step, hasWaited, isSteady, consoleUrl }: AuthorizationQuery,
): Page {
  const { charge, merchant, now, otherWaysAt } = shown;
  const issued = isIssuerPage(shown);
  const { purpose, title, outcomes, kinds, verify } = texts.payment;
  const stored = phaseOf(charge);
  const phase = isOverdue(charge, now) && stored === 'awaiting_customer' ? 'expired' : stored;
  const isOpen = phase === 'awaiting_customer';
  const waits = isOpen && isPaidElsewhere(shown) && !isSteady;
  const otherWays = otherWaysAt === undefined ? undefined : otherWaysLink(otherWaysAt, texts);
  const openTitle = issued ? verify : title(merchant);
  const choice = {
    subject: charge,
    purpose: issued ? kinds.card : purpose,
    title: isOpen ? openTitle : outcomes[phase].title,
    look: pageLook(shown, texts),
    controls: chargeControls(charge, texts, consoleUrl, isOpen ? endingsOf(shown, waits, texts) : undefined),
    ...(waits && { poll: `?${WAITED}` }),
    summary: summary(shown, isOpen, texts),
    part: isOpen
      ? html`${actions(shown, texts, step)}${issued ? undefined : otherWays}`
      : endedPart(charge, phase, texts),
    // The page of an issuer knows no other ways to pay.
    ...(isOpen && issued && { aside: otherWays }),
  };
  const returnsAfterS = isReturning ? 0 : hasWaited ? WAIT_S : undefined;
  return choicePage(shown, choice, { isOpen, returnsAfterS }, texts);
}

export function missingPaymentPage(texts: Texts): Page {
  return noticePage(texts.payment.purpose, texts.payment.missing, texts);
}

function isIssuerPage({ source, card }: AuthorizationPage): boolean {
  return card !== null && source === null;
}

/** The look of a card's issuer, whose page is never the shop's, or the one of the method's kind. */
function pageLook({ source, card, theme }: AuthorizationPage, texts: Texts): Look | undefined {
  if (card && !source) return issuerLook(card.bank || card.brand, texts);
  return source && theme === 'method' ? lookOf(paymentMethodOf(source.type).pageKind, texts) : undefined;
}

function summary(shown: AuthorizationPage, isOpen: boolean, texts: Texts): Html {
  const { charge, merchant, theme } = shown;
  const words = texts.payment;
  const rows = [
    ...paymentRows(shown, texts),
    charge.description !== null &&
      html`<dt>${words.description}</dt><dd data-testid="description">${charge.description}</dd>`,
    isOpen && hasVisibleExpiry(shown) && expiryRow(charge.expiresAt, shown, texts),
    charge.livemode && chargeRow(charge, texts),
  ];
  const payee = theme === 'method' ? html`<p class="payee">${words.payee}</p>` : undefined;
  return html`${payee}${summaryPart(merchant, rows, charge)}`;
}

/** The longest time that an issuer would give a cardholder. */
const MAX_CHALLENGE_MS = 3_600_000;

/** A card charge waits for days; a page of its issuer shows a limit only if that is one of minutes. */
function hasVisibleExpiry(shown: AuthorizationPage): boolean {
  const { charge } = shown;
  return (
    !isIssuerPage(shown) ||
    (leftMsUntil(charge.expiresAt, { ...shown, isFrozen: false }) ?? 0) <= MAX_CHALLENGE_MS
  );
}

/** True if the customer pays with a code or at a counter. */
function isPaidElsewhere({ source }: AuthorizationPage): boolean {
  return source !== null && paymentMethodOf(source.type).flow === 'offline';
}

function actions(shown: AuthorizationPage, texts: Texts, step: ChallengeStep): Html {
  const { charge, source, card, code, challenge } = shown;
  const words = texts.payment;
  if (card && asksForPassword(charge, challenge)) {
    const sent = words.challenge.passwordSent(cardName(card), card.bank);
    const hint = charge.livemode ? passwordHint(words.challenge) : undefined;
    return html`${challengePanel(sent)}${passwordForms(charge.wrongPasswordCount, step, words.challenge)}${hint}`;
  }
  const amount = formatMoney(charge.amount, charge.currency);
  const asked = card
    ? challengePanel(words.issuerWouldAsk(cardName(card), card.bank))
    : source && methodPanel(paymentMethodOf(source.type), code ?? '', texts);
  return html`${asked ?? undefined}
${consentForm(isIssuerPage(shown) ? words.challenge.confirm : words.payAmount(amount), 'pay')}
${charge.livemode ? refusalForm(texts) : undefined}`;
}

/**
 * The tester's choices. A button approves where no button of the customer does so alone: with a code, and
 * with a one-time password, which an approval sends too.
 */
function endingsOf(shown: AuthorizationPage, waits: boolean, { payment: words }: Texts): Endings {
  const { charge, card, challenge } = shown;
  const asks = card !== null && asksForPassword(charge, challenge);
  const endings = chargeEndings(charge, asks || isPaidElsewhere(shown));
  if (!asks) return { ...endings, ...(waits && { steadyAt: `?${STEADY}` }) };
  return {
    ...endings,
    approvalFields: { one_time_password: ACCEPTED_PASSWORD },
    hint: passwordHint(words.challenge),
  };
}

/** The code of the charge, or the hand-off to the app of the provider. */
function methodPanel({ code, handOff }: PaymentMethod, svg: string, texts: Texts): Html | undefined {
  const words = texts.payment;
  if (code) {
    const note = code.kind === 'qr' ? words.scanWithAny : texts.paying.waiting.showOrTell;
    return html`<section class="handoff">${codeImage(svg, texts.paying.code)}<p>${note}</p></section>`;
  }
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

function challengePanel(text: string): Html {
  return html`<section class="handoff" data-testid="challenge" aria-label="3-D Secure"><p>${text}</p></section>`;
}
