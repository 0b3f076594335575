import { sessionPhaseOf, type CheckoutSession } from '#domain/checkout/checkout-session.js';
import { formatMoney } from '#domain/money.js';
import { html, type Html } from '../pages/html.js';
import { noticePage, outcomePart, returnLink, summaryPart, timeLeftRow } from '../pages/page.parts.js';
import { page, type Frame, type Page } from '../pages/page.js';
import { asciiUri } from '../pages/page.response.js';
import type { Texts } from '../pages/texts/texts.js';
import { paymentForms, paymentScript, type PaymentChoice } from '../payment-pages/payment-forms.js';
import { endedPart, paymentPhase, waitingParts, type PaidCharge } from '../payment-pages/payment-progress.js';

/** What the page of a session shows. */
export interface CheckoutPage {
  readonly session: CheckoutSession;
  readonly merchant: string;
  readonly now: Date;
  readonly choice: PaymentChoice;
  /** Its payment, once there is one. */
  readonly paid: PaidCharge | undefined;
}

interface Told {
  readonly problem?: string;
  /** Whether the page goes on to the shop by itself where nothing is left to do. */
  readonly isReturning?: boolean;
}

/** Where a customer pays; once that is done, or too late, it says how it ended, and leads to the shop. `problem` is what their last try was refused with. */
export function checkoutPage(shown: CheckoutPage, texts: Texts, { problem, isReturning = false }: Told = {}): Page {
  const { session, paid, now } = shown;
  const theme = { button: session.themeColor, buttonText: session.textColor };
  const frame: Frame = { title: texts.payment.title(shown.merchant), purpose: texts.payment.purpose, livemode: session.livemode, theme };
  if (paid) return payment(shown, paid, texts, frame, isReturning);
  const phase = sessionPhaseOf(session, now);
  if (phase !== 'cancelled' && phase !== 'expired') return payable(shown, texts, frame, problem);
  const told = { ...texts.checkout.over[phase], tone: 'bad' as const };
  const onward = isReturning ? asciiUri(session.cancelUrl) : undefined;
  const parts = [outcomePart(phase, told, null, texts), summary(shown, texts), returnLink(session.cancelUrl, shown.merchant, texts)];
  return page({ ...frame, title: told.title, onward }, parts, texts);
}

/** What a customer sees who follows an address that leads nowhere. */
export function missingCheckoutPage(texts: Texts): Page {
  return noticePage(texts.payment.purpose, texts.checkout.missing, texts);
}

function payable(shown: CheckoutPage, texts: Texts, frame: Frame, problem: string | undefined): Page {
  const { choice, session, now } = shown;
  const leftMs = Math.max(0, session.expiresAt.getTime() - now.getTime());
  const script = paymentScript(choice);
  const cancel = html`<form method="post"><button class="refuse" name="action" value="cancel" data-testid="cancel">${texts.checkout.cancel}</button></form>`;
  const row = timeLeftRow(session.expiresAt, leftMs, texts);
  return page(
    { ...frame, leftMs, ...(script && { script }) },
    [summary(shown, texts, row), ...paymentForms(choice, formatMoney(session.amount, session.currency), texts, problem), cancel],
    texts,
  );
}

/** The payment, which goes on elsewhere or has ended. */
function payment(shown: CheckoutPage, paid: PaidCharge, texts: Texts, frame: Frame, isReturning: boolean): Page {
  const { charge } = paid;
  const phase = paymentPhase(paid, shown.now);
  const about = summary(shown, texts, html`<dt>${texts.payment.charge}</dt><dd data-testid="charge">${charge.id}</dd>`);
  const back = charge.returnUri === null ? html`` : returnLink(charge.returnUri, shown.merchant, texts);
  if (phase === 'awaiting_customer') {
    const { told, onward } = waitingParts(paid, '?', texts);
    return page({ ...frame, title: texts.paying.waiting.title }, [...told, about, onward, html`<p></p>`, back], texts);
  }
  const onward = isReturning && charge.returnUri !== null ? asciiUri(charge.returnUri) : undefined;
  return page({ ...frame, title: texts.payment.outcomes[phase].title, onward }, [endedPart(paid, phase, texts), about, back], texts);
}

/** Who is paid how much, and what for. */
function summary({ session, merchant }: CheckoutPage, { payment: words, checkout }: Texts, row: Html | false = false): Html {
  const { orderId, description } = session;
  const rows = [
    orderId !== null && html`<dt>${checkout.order}</dt><dd data-testid="order">${orderId}</dd>`,
    description !== null && html`<dt>${words.description}</dt><dd data-testid="description">${description}</dd>`,
    row,
  ];
  return summaryPart(merchant, rows, html`<p class="amount" data-testid="amount">${formatMoney(session.amount, session.currency)}</p>`);
}
