import { formatMoney } from '#kernel/money.js';
import { sessionPhaseOf, type CheckoutSession } from '#resources/checkout/rules/checkout-session.js';
import { html, type Html } from '../kit/html.js';
import { noticePage, outcomePart, returnLink, summaryPart, timeLeftRow } from '../kit/page.parts.js';
import { page, type Frame, type Page } from '../kit/page.js';
import { asciiUri } from '../kit/page.response.js';
import type { Texts } from '../kit/texts/texts.js';
import { chargeControls, chargeEndings } from '../payments/charge-controls.js';
import { paymentForms, paymentScript, type PaymentChoice } from '../payments/payment-forms.js';
import {
  DECLINING,
  endedPart,
  paymentPhase,
  WAIT_S,
  WAITED,
  waitingParts,
  type PaidCharge,
} from '../payments/payment-progress.js';

export interface CheckoutPage {
  readonly session: CheckoutSession;
  readonly merchant: string;
  readonly now: Date;
  readonly choice: PaymentChoice;
  /** Its payment, once created. */
  readonly paid: PaidCharge | undefined;
}

interface PageQuery {
  readonly problem?: string;
  /** True if the page redirects to the shop once nothing is left to do. */
  readonly isReturning?: boolean;
  /** True if the page has waited for the payment: it shows the outcome for a moment and then goes on. */
  readonly hasWaited?: boolean;
  readonly isDeclining?: boolean;
  /** Address of the sandbox in the console; `undefined` if unknown. */
  readonly consoleUrl: string | undefined;
}

/**
 * The page of a session: the payment methods, the waiting payment, or the outcome with the way to the shop.
 */
export function checkoutPage(shown: CheckoutPage, texts: Texts, query: PageQuery): Page {
  const { session, paid, now } = shown;
  const theme = { button: session.themeColor, buttonText: session.textColor };
  const frame: Frame = {
    title: texts.payment.title(shown.merchant),
    purpose: texts.payment.purpose,
    livemode: session.livemode,
    theme,
  };
  if (paid) return payment(shown, paid, texts, frame, query);
  const phase = sessionPhaseOf(session, now);
  if (phase !== 'cancelled' && phase !== 'expired') return payable(shown, texts, frame, query.problem);
  const told = texts.checkout.over[phase];
  const onward = query.isReturning ? { to: asciiUri(session.cancelUrl) } : undefined;
  const parts = [
    outcomePart(phase, told, null, texts),
    summary(shown, texts),
    returnLink(session.cancelUrl, shown.merchant, texts),
  ];
  return page({ ...frame, title: told.title, onward }, parts, texts);
}

export function missingCheckoutPage(texts: Texts): Page {
  return noticePage(texts.payment.purpose, texts.checkout.missing, texts);
}

function payable(shown: CheckoutPage, texts: Texts, frame: Frame, problem: string | undefined): Page {
  const { choice, session, now } = shown;
  const leftMs = Math.max(0, session.expiresAt.getTime() - now.getTime());
  const script = paymentScript(choice);
  const cancel = html`<form method="post"><button class="plain" name="action" value="cancel" data-testid="cancel">${texts.checkout.cancel}</button></form>`;
  const row = timeLeftRow(session.expiresAt, leftMs, texts);
  return page(
    { ...frame, leftMs, ...(script && { script }) },
    [summary(shown, texts, row), ...paymentForms(choice, session, texts, problem), cancel],
    texts,
  );
}

/** The payment, which continues elsewhere or has ended. */
function payment(shown: CheckoutPage, paid: PaidCharge, texts: Texts, frame: Frame, query: PageQuery): Page {
  const { charge } = paid;
  const { consoleUrl, isDeclining = false, problem } = query;
  const phase = paymentPhase(paid, shown.now);
  const about = summary(
    shown,
    texts,
    charge.livemode &&
      html`<dt>${texts.payment.charge}</dt><dd><code data-testid="charge">${charge.id}</code></dd>`,
  );
  const isWaiting = phase === 'awaiting_customer';
  const back =
    charge.returnUri === null
      ? html``
      : returnLink(charge.returnUri, shown.merchant, texts, isWaiting ? 'plain' : 'pay');
  if (isWaiting) {
    const { told, onward } = waitingParts(paid, { itself: '?', isDeclining, problem }, texts);
    const declineAt = isDeclining ? undefined : `?${DECLINING}`;
    const controls = chargeControls(charge, texts, consoleUrl, { ...chargeEndings(charge), declineAt });
    const waits = isDeclining ? {} : { onward: { afterS: WAIT_S, to: `?${WAITED}` } };
    return page(
      { ...frame, ...waits, title: texts.paying.waiting.title, hasForms: true, controls },
      [...told, about, onward, back],
      texts,
    );
  }
  const { isReturning = false, hasWaited = false } = query;
  const isLeaving = charge.returnUri !== null && (isReturning || hasWaited);
  const onward = isLeaving ? { to: asciiUri(charge.returnUri), afterS: hasWaited ? WAIT_S : 0 } : undefined;
  const controls = chargeControls(charge, texts, consoleUrl);
  return page(
    { ...frame, title: texts.payment.outcomes[phase].title, onward, controls },
    [endedPart(charge, phase, texts), about, back],
    texts,
  );
}

/** The merchant, the amount and the description. */
function summary(
  { session, merchant }: CheckoutPage,
  { payment: words, checkout }: Texts,
  row: Html | false = false,
): Html {
  const { orderId, description } = session;
  const rows = [
    orderId !== null && html`<dt>${checkout.order}</dt><dd data-testid="order">${orderId}</dd>`,
    description !== null &&
      html`<dt>${words.description}</dt><dd data-testid="description">${description}</dd>`,
    row,
  ];
  return summaryPart(
    merchant,
    rows,
    html`<p class="amount" data-testid="amount">${formatMoney(session.amount, session.currency)}</p>`,
  );
}
