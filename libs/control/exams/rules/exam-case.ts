import type { ScenarioStep } from '../../scenarios/rules/scenarios.js';
import type { SendStep } from '../../shops/rules/shop-terms.js';

/** A field of the API that must be true of the charge of a case. */
export type ChargeAbility = 'refundable' | 'partially_refundable' | 'disputable' | 'reversible';

/** The shop begins an order and creates its charge. Without a checkout, Tollgate creates the charge. */
export interface OrderStep {
  readonly do: 'order';
  readonly as: string;
  /** Its customer pays. If the shop's charge does not allow this, Tollgate pays the order by a card. */
  readonly that?: ChargeAbility;
}

/** An action of a case. Steps of scenarios apply to the latest order. */
export type ExamAction =
  | ScenarioStep
  | OrderStep
  /**
   * The customer begins the order again. A shop may go on with its first charge. With `otherwise`, Tollgate makes
   * the second charge if the shop does not.
   */
  | { readonly do: 'again'; readonly as: string; readonly otherwise?: 'charge' }
  /**
   * The shop begins an order, and the API's answer about its charge is lost. If the checkout fails, the customer
   * tries again once.
   */
  | { readonly do: 'lose answer'; readonly as: string }
  | { readonly do: 'customer'; readonly as: string }
  | { readonly do: 'delete'; readonly customer: string }
  | SendStep
  /** Sends the last webhook again, until it is accepted, at most three times. */
  | { readonly do: 'retry' }
  /** The browser of the customer opens the return_uri of the charge. */
  | { readonly do: 'return'; readonly charge: string }
  /** The caller starts the shop again, without its webhook secret. */
  | { readonly do: 'restart' };

/**
 * An expectation of a case. Effects on an order need a probe: without one, an `optional` expectation is
 * skipped.
 */
export type ExamExpectation =
  /**
   * The last webhooks got a 2xx; at least one of them with `any`. With `explain`, a refused event is sent again,
   * signed by the usual mistakes.
   */
  | { readonly expect: 'accepted'; readonly any?: true; readonly explain?: true }
  /** The last webhook got no 2xx, and the order stayed as it was. */
  | { readonly expect: 'refused' }
  /** The last webhook got no 2xx; otherwise the case cannot be judged, for this reason. */
  | { readonly expect: 'not accepted'; readonly otherwise: string }
  /** The return page answered, and not with an error. */
  | { readonly expect: 'returned' }
  /** Before its event, the order does not look paid; otherwise the case cannot be judged. */
  | { readonly expect: 'still unpaid' }
  /** The order looks as after a genuine payment. */
  | { readonly expect: 'paid'; readonly optional?: true }
  | { readonly expect: 'unchanged' }
  /** The order changed by its payment: what it looks like now is how a paid order looks. */
  | { readonly expect: 'fulfilled' }
  /** The order did not become paid. */
  | { readonly expect: 'not paid' }
  /** The order no longer looks paid; otherwise a warning. */
  | { readonly expect: 'no longer paid' }
  /** The customer was charged once. */
  | { readonly expect: 'charged once' }
  /** The shop retrieved the charge or the event before it believed the event. */
  | { readonly expect: 'asked'; readonly charge: string }
  /** The shop read the event from the webhook, not from the API; otherwise the case cannot be judged. */
  | { readonly expect: 'read as sent' }
  /** The shop asked about the event, and this fault answered. */
  | { readonly expect: 'hit'; readonly fault: string }
  /** The shop did not refund or capture the charge twice. */
  | { readonly expect: 'no second call'; readonly charge: string };

export type ExamStep = ExamAction | ExamExpectation;

/** One question about a shop. */
export interface ExamCase {
  readonly name: string;
  /** The behaviour of a good shop, in the third person. */
  readonly title: string;
  /** Why it matters, in two sentences. */
  readonly why: string;
  readonly steps: readonly ExamStep[];
}

/** From the best to the worst. */
export const VERDICTS = ['passed', 'not_judged', 'warning', 'failed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A judgement, with its reason. */
export interface Finding {
  readonly verdict: Verdict;
  readonly text: string;
}

/** The worst of the findings. A case without any is not judged. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const ranks = findings.map(({ verdict }) => VERDICTS.indexOf(verdict));
  return VERDICTS[Math.max(...ranks)] ?? 'not_judged';
}

export function isExpectation(step: ExamStep): step is ExamExpectation {
  return 'expect' in step;
}
