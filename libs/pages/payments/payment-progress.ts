import { isOverdue, phaseOf, type Charge, type ChargePhase } from '#resources/charges/rules/charge.js';
import type { LoadedCharge } from '#resources/charges/charge.row.js';
import { html, type Html } from '../kit/html.js';
import { outcomePart } from '../kit/page.parts.js';
import type { Texts } from '../kit/texts/texts.js';

/**
 * Seconds between reloads of a waiting page, and until the outcome that it then shows goes on to the shop.
 */
export const WAIT_S = 3;

/** The query of a page that has waited for its payment. */
export const WAITED = 'waited';

/** The query of a waiting page on which a tester chooses a failure code. It does not reload itself. */
export const DECLINING = 'decline';

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

/** The address of a waiting page; it does not reload itself while a tester chooses a failure code. */
interface WaitingPage {
  readonly itself: string;
  readonly isDeclining: boolean;
  readonly problem: string | undefined;
}

/**
 * That the payment goes on elsewhere, on its own page, in an app that scans a code, at a counter: what stands
 * above and below the summary.
 */
export function waitingParts(
  { charge, code, continueAt }: PaidCharge,
  { itself, isDeclining, problem }: WaitingPage,
  texts: Texts,
): { told: Html[]; onward: Html } {
  const words = texts.paying;
  const note = continueAt === undefined ? words.waiting.note : words.continueElsewhere;
  const refused = problem === undefined ? undefined : problemPart(problem, texts);
  const told = html`${refused}<p class="state" role="status" data-testid="status" data-status="pending">${words.waiting.title}</p>
${isDeclining ? undefined : html`<p class="note" data-testid="note">${note}</p>`}`;
  const image = code === undefined ? undefined : codeImage(code, words.code);
  const numbers = charge.providerReferences.map(
    (reference, index) =>
      html`<dt>${texts.payment.reference(index + 1)}</dt><dd data-testid="reference">${reference}</dd>`,
  );
  const references = numbers.length === 0 ? undefined : html`<dl>${numbers}</dl>`;
  const onward =
    continueAt === undefined
      ? html`<a class="button plain" href="${itself}" data-testid="check">${words.checkAgain}</a>`
      : linkTo(continueAt, words.continue, 'continue');
  return { told: [told, html`${image}${references}`], onward };
}

export function problemPart(problem: string, { paying }: Texts): Html {
  return html`<p class="problem" role="alert" data-testid="problem">${paying.refused} (${problem})</p>`;
}

export function codeImage(svg: string, label: string): Html {
  return html`<img class="code" alt="${label}" data-testid="code" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`;
}

export function linkTo(address: string, label: string, testId: string): Html {
  return html`<a class="button pay" href="${address}" data-testid="${testId}">${label}</a>`;
}
