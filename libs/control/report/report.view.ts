import type { Moment } from '../timeline/list.view.js';
import type { SituationGroup } from './rules/situation.js';

/** A situation of a shop, and whether its tests met it. */
export interface SituationView {
  object: 'situation';
  /** @example "refunded-in-part" */
  name: string;
  group: SituationGroup;
  /** @example "Refunded in part" */
  title: string;
  /**
   * `checked`: the shop met it, and learned of it by the answer to its call, by a later call or by a webhook
   * that it acknowledged. `unchecked`: the shop met it, and nothing shows that it learned of it. `never`: it
   * was not met.
   */
  state: SituationState;
  /**
   * Number of times that it was met.
   * @example 2
   */
  count: number;
  /**
   * The object that it happened to last; of an unchecked situation, the first that was not checked. Null
   * without one.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string | null;
  /** When, in the sandbox's time. Null if it was never met. */
  at: Moment | null;
  /**
   * Commands that cause it in the sandbox of `TOLLGATE_SANDBOX`, one a line.
   * @example "tollgate scenario run refunded-in-parts"
   */
  command: string;
  /**
   * The same as lines of a test with `@tollgate/testing`.
   * @example "await tollgate.control('POST', '/scenarios/refunded-in-parts/run');"
   */
  helper: string;
}

export type SituationState = 'checked' | 'unchecked' | 'never';

/** A request or webhook attempt that shows the reason of an advice. */
export interface AdviceFindingView {
  /** @example "charge.complete was acknowledged, and chrg_test_60aaaaaaaaaaaaaaaa1 never retrieved" */
  text: string;
  /**
   * ID of the timeline entry.
   * @example "req_60aaaaaaaaaaaaaaab2"
   */
  entry: string;
  /** @example "chrg_test_60aaaaaaaaaaaaaaaa1" */
  object_id: string | null;
  /** In the sandbox's time. */
  at: Moment;
}

/** An advice, with what the shop did. */
export interface AdviceView {
  object: 'advice';
  /** @example "event-not-retrieved" */
  name: string;
  /** @example "Retrieve the charge that a webhook is about" */
  title: string;
  /** @example "Webhooks arrive late, twice and out of order, and only the API knows the present state." */
  why: string;
  /**
   * Number of findings.
   * @example 1
   */
  count: number;
  /** The first five. */
  findings: AdviceFindingView[];
}

/** Number of situations by state. */
export interface ReportCountsView {
  /** @example 31 */
  checked: number;
  /** @example 2 */
  unchecked: number;
  /** @example 17 */
  never: number;
}

/** The situations that a shop has met in a sandbox, and advice from what it did. */
export interface ReportView {
  object: 'report';
  /** @example "ci-1234" */
  sandbox: string;
  /** Start of the reported time, in the sandbox's time. Null: from the beginning. */
  since: Moment | null;
  /** When it was written, in the sandbox's time. */
  at: Moment;
  counts: ReportCountsView;
  /**
   * Share of the situations that are checked, in whole percent, rounded down.
   * @example 62
   */
  percent: number;
  situations: SituationView[];
  /** Advice without findings is left out. */
  advice: AdviceView[];
  /**
   * True if older requests, payments or webhooks were deleted or are too many, and are not in the report.
   * @example false
   */
  gap: boolean;
}
