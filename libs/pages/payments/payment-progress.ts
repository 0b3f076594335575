import { isOverdue, phaseOf, type Charge, type ChargePhase } from '#resources/charges/rules/charge.js';
import type { LoadedCharge } from '#resources/charges/charge.row.js';
import { paymentMethodOf } from '#resources/payment-methods/rules/registry.js';
import { html, type Html } from '../kit/html.js';
import { outcomePart } from '../kit/page.parts.js';
import type { Texts } from '../kit/texts/texts.js';
import { hasOtherWays, INSTEAD_OF } from './payment-choice.js';
import type { PaymentChoice } from './payment-forms.js';
import { problemPart, type PaymentProblem } from './payment-problem.js';
import { methodName } from './payment-summary.js';

/** The query of a page that has waited for its payment. */
export const WAITED = 'waited';

/** The query of a waiting page that does not reload itself without scripts. */
export const STEADY = 'steady';

/** A payment that was begun on a page that offers ways to pay. */
export interface PaidCharge extends LoadedCharge {
  /** The code that the customer scans, as SVG. */
  readonly code: string | undefined;
  /** The page of the payment, unless its code is shown here. */
  readonly continueAt: string | undefined;
}

export function paymentPhase({ charge }: PaidCharge, now: Date): ChargePhase {
  return isOverdue(charge, now) ? 'expired' : phaseOf(charge);
}

export function endedPart(
  charge: Charge,
  phase: Exclude<ChargePhase, 'awaiting_customer'>,
  texts: Texts,
): Html {
  return outcomePart(
    phase,
    texts.payment.outcomes[phase],
    phase === 'failed' ? charge.failureCode : null,
    texts,
  );
}

/**
 * That the payment goes on elsewhere: on its own page, in an app that scans a code, or at a counter.
 * `hasOtherWays`: the customer may go back to the choice.
 */
export function waitingPart(
  paid: PaidCharge,
  {
    hasOtherWays: hasOthers,
    problem,
  }: { readonly hasOtherWays: boolean; readonly problem: PaymentProblem | undefined },
  texts: Texts,
): Html {
  const { charge, code, continueAt } = paid;
  const { paying: words } = texts;
  const image = code === undefined ? undefined : codeImage(code, words.code);
  const onward = continueAt === undefined ? undefined : linkTo(continueAt, words.continue, 'continue');
  return html`${problem && problemPart(problem, texts)}<div role="status"><h2 class="waiting" data-testid="status" data-status="pending">${words.waiting.title}</h2>
<p class="note" data-testid="note">${noteOf(paid, texts)}<br>${words.waiting.updates}</p></div>
${image}${onward}${hasOthers ? otherWaysLink(`?${INSTEAD_OF}=${charge.id}`, texts) : undefined}`;
}

/** True if a customer who has chosen one way to pay can choose another. */
export function hasChoice({ vault, methods }: PaymentChoice): boolean {
  return hasOtherWays({ takesCards: vault !== undefined, methods });
}

/** From the choice back to the payment that waits, on its own page or at `address`. */
export function backToPayment(paid: PaidCharge, address: string, texts: Texts): Html {
  const label = texts.paying.backTo(methodName(paid, texts));
  return html`<a class="button quiet" href="${paid.continueAt ?? address}" data-testid="back-to-payment">${label}</a>`;
}

/** Back to the choice of ways to pay. */
export function otherWaysLink(address: string, { paying }: Texts): Html {
  return html`<a class="button plain" href="${address}" data-testid="other-ways">${paying.payAnotherWay}</a>`;
}

/** What to do with the code. */
function noteOf({ source, continueAt }: PaidCharge, { paying: { waiting } }: Texts): string {
  if (continueAt !== undefined || !source) return waiting.elsewhere;
  return paymentMethodOf(source.type).code?.kind === 'barcode' ? waiting.showOrTell : waiting.scan;
}

export function codeImage(svg: string, label: string): Html {
  return html`<img class="code" alt="${label}" data-testid="code" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`;
}

export function linkTo(address: string, label: string, testId: string): Html {
  return html`<a class="button pay" href="${address}" data-testid="${testId}">${label}</a>`;
}
