import type { ShopRun } from '#platform/database/generated/client.js';
import type { Moment } from '../timeline/list.view.js';

/**
 * Headers by their names.
 * @schema { "type": "object", "additionalProperties": true }
 * @example { "content-type": "application/json" }
 */
type Headers = object;

/** A request or a response. */
export interface ShopMessageView {
  /**
   * Method and URL of a request. Null for a response.
   * @example "POST http://127.0.0.1:3000/webhooks"
   */
  line: string | null;
  /**
   * Status of a response. Null for a request, and without a response.
   * @example 200
   */
  status: number | null;
  headers: Headers | null;
  /**
   * Its first 4,096 characters, without card numbers and keys.
   * @example "ok"
   */
  body: string | null;
}

/** An action, or an exchange with the shop. */
export interface ShopEntryView {
  /** `step`: an action of Tollgate. `call`: a request of the shop to the API, or the number of further ones. */
  kind: 'step' | 'webhook' | 'call' | 'probe' | 'checkout' | 'return';
  /** @example "send charge.complete of charge" */
  text: string;
  /** Start, in real time. */
  at: Moment;
  /** Null for a step and a number of calls. */
  request: ShopMessageView | null;
  response: ShopMessageView | null;
  /** @example 12 */
  duration_ms: number | null;
}

/** A question that the caller must answer. */
export interface ShopQuestionView {
  /** @example "1" */
  id: string;
  /** `restart`: kill the shop and start it again; in an exam without its webhook secret. */
  kind: 'probe' | 'checkout' | 'restart';
  /**
   * Empty for `restart`.
   * @example "1400203017"
   */
  order: string;
  /**
   * The JSON that the URL of the checkout would get, for shops that take the amount and the method from it. Null
   * otherwise.
   * @example null
   */
  json: string | null;
}

/** The parameters that exams and soaks share, as stored. */
export interface ShopParameters {
  readonly receiver: string;
  readonly probe: string | null;
  readonly checkout: string | null;
  readonly orderKey: string;
  readonly expect: string[];
  readonly settleMs: number;
  readonly startMs: number;
  readonly restarts: boolean;
}

/** A run without its results. */
export type ShopRunSummary = Omit<ShopRun, 'results' | 'answer' | 'made'>;
