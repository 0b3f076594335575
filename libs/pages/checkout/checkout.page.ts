import { sessionPhaseOf, type CheckoutSession } from '#resources/checkout/rules/checkout-session.js';
import { html, type Html } from '../kit/html.js';
import {
  expiryRow,
  leavingPart,
  leftMsUntil,
  noticePage,
  outcomePart,
  returnLink,
  summaryPart,
  type Moment,
} from '../kit/page.parts.js';
import { page, WAIT_S, type Frame, type Page } from '../kit/page.js';
import { asciiUri } from '../kit/page.response.js';
import type { Texts } from '../kit/texts/texts.js';
import { chargeControls, chargeEndings } from '../payments/charge-controls.js';
import { paymentForms, paymentScript, type PaymentChoice } from '../payments/payment-forms.js';
import type { PaymentProblem } from '../payments/payment-problem.js';
import {
  backToPayment,
  endedPart,
  hasChoice,
  paymentPhase,
  STEADY,
  WAITED,
  waitingPart,
  type PaidCharge,
} from '../payments/payment-progress.js';
import { paymentRows, receiptRow, waitingRows } from '../payments/payment-summary.js';

export interface CheckoutPage extends Moment {
  readonly session: CheckoutSession;
  readonly merchant: string;
  readonly choice: PaymentChoice;
  /** Its payment, once created. */
  readonly paid: PaidCharge | undefined;
}

interface PageQuery {
  readonly problem?: PaymentProblem;
  /** True if the page redirects to the shop once nothing is left to do. */
  readonly isReturning?: boolean;
  /** True if the page has waited for the payment: it shows the outcome for a moment and then goes on. */
  readonly hasWaited?: boolean;
  /** True if the page is not to reload itself without scripts. */
  readonly isSteady?: boolean;
  /** A waiting payment that the customer may replace by another way to pay. */
  readonly insteadOf?: string | undefined;
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
  if (paid) {
    const isChoosing = query.insteadOf === paid.charge.id && canChoose(shown, paid);
    return isChoosing
      ? payable(shown, texts, frame, query.problem)
      : payment(shown, paid, texts, frame, query);
  }
  const phase = sessionPhaseOf(session, now);
  if (phase !== 'cancelled' && phase !== 'expired') return payable(shown, texts, frame, query.problem);
  const told = texts.checkout.over[phase];
  const onward = query.isReturning ? { to: asciiUri(session.cancelUrl), afterS: 0 } : undefined;
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

/** True if the customer of a waiting payment can still choose another way to pay. */
function canChoose({ session, choice, now }: CheckoutPage, paid: PaidCharge): boolean {
  return hasChoice(choice) && now < session.expiresAt && paymentPhase(paid, now) === 'awaiting_customer';
}

/** The ways to pay. The way out leads to the waiting payment, if there is one, and else to the shop. */
function payable(shown: CheckoutPage, texts: Texts, frame: Frame, problem: PaymentProblem | undefined): Page {
  const { choice, session, paid } = shown;
  const script = paymentScript(choice);
  const cancel = html`<form method="post"><button class="quiet" name="action" value="cancel" data-testid="cancel">${texts.checkout.cancel}</button></form>`;
  return page(
    {
      ...frame,
      hasForms: true,
      leftMs: leftMsUntil(session.expiresAt, shown),
      ...(script && { script }),
    },
    [
      summary({ ...shown, paid: undefined }, texts, expiryRow(session.expiresAt, shown, texts)),
      paymentForms(choice, { price: session, texts, problem }),
      leavingPart(paid ? backToPayment(paid, '?', texts) : cancel),
    ],
    texts,
  );
}

/** The payment, which continues elsewhere or has ended. */
function payment(shown: CheckoutPage, paid: PaidCharge, texts: Texts, frame: Frame, query: PageQuery): Page {
  const { charge } = paid;
  const { consoleUrl, problem, isSteady = false } = query;
  const phase = paymentPhase(paid, shown.now);
  const isWaiting = phase === 'awaiting_customer';
  if (isWaiting) {
    const back =
      charge.returnUri === null
        ? html``
        : leavingPart(returnLink(charge.returnUri, shown.merchant, texts, 'quiet'));
    const part = waitingPart(paid, { hasOtherWays: canChoose(shown, paid), problem }, texts);
    const controls = chargeControls(charge, texts, consoleUrl, {
      ...chargeEndings(charge, true),
      ...(!isSteady && { steadyAt: `?${STEADY}` }),
    });
    return page(
      {
        ...frame,
        ...(!isSteady && { poll: `?${WAITED}` }),
        title: texts.paying.waiting.title,
        hasForms: true,
        controls,
      },
      [summary(shown, texts, ...waitingRows(charge, shown, texts)), part, back],
      texts,
    );
  }
  const { isReturning = false, hasWaited = false } = query;
  const isLeaving = charge.returnUri !== null && (isReturning || hasWaited);
  const onward = isLeaving ? { to: asciiUri(charge.returnUri), afterS: hasWaited ? WAIT_S : 0 } : undefined;
  const back = charge.returnUri === null ? html`` : returnLink(charge.returnUri, shown.merchant, texts);
  const controls = chargeControls(charge, texts, consoleUrl);
  return page(
    { ...frame, title: texts.payment.outcomes[phase].title, onward, controls },
    [endedPart(charge, phase, texts), summary(shown, texts, receiptRow(charge, texts)), back],
    texts,
  );
}

/** The merchant, the amount, the payment that was begun, order, description, and the last rows. */
function summary({ session, merchant, paid }: CheckoutPage, texts: Texts, ...last: readonly Html[]): Html {
  const { orderId, description } = session;
  const rows = [
    ...(paid ? paymentRows(paid, texts) : []),
    orderId !== null && html`<dt>${texts.checkout.order}</dt><dd data-testid="order">${orderId}</dd>`,
    description !== null &&
      html`<dt>${texts.payment.description}</dt><dd data-testid="description">${description}</dd>`,
    ...last,
  ];
  return summaryPart(merchant, rows, session);
}
