import type { Moment, TimedView } from './list.view.js';

/** A request to the API, the vault or the pages, as far as may be known of it. */
export interface RequestEntryView extends TimedView {
  object: 'request';
  /** @example "req_60aaaaaaaaaaaaaaab2" */
  id: string;
  /** `in_progress` after 100 ms, when it has not been answered by then. */
  state: 'in_progress' | 'done';
  /**
   * Null for a request without a valid key.
   * @example false
   */
  livemode: boolean | null;
  host: 'api' | 'vault' | 'pay';
  /** @example "POST" */
  method: string;
  /** @example "/charges" */
  path: string;
  /**
   * @schema { "type": "object" }
   * @example {}
   */
  query: object;
  /**
   * As they were sent, without secrets: values of parameters that the route knows, names of all others. In the vault names alone. Null without a body.
   * @schema { "type": ["object", "null"] }
   * @example { "amount": 2000, "currency": "thb" }
   */
  parameters: object | null;
  /**
   * Null while it is in progress, and where its client did not wait.
   * @example 200
   */
  status: number | null;
  /**
   * The answer, without secrets; as text where only its beginning is kept. Null for a page, a picture or a file.
   * @schema { "type": ["object", "string", "null"] }
   * @example { "object": "charge", "id": "chrg_test_60aaaaaaaaaaaaaaaa1" }
   */
  answer: unknown;
  /** Whether the answer was longer than what is kept. */
  answer_cut: boolean;
  /**
   * Null unless it was refused.
   * @example null
   */
  error: RequestErrorView | null;
  /**
   * @schema { "type": "number" }
   * @example 4.2
   */
  duration_ms: number;
  /** @example "9b2f6f0e-3c53-4cf5-9d0c-6f2c8a3b1e77" */
  request_id: string;
  /**
   * How the key began, of a request without a valid one.
   * @example null
   */
  key: string | null;
  /**
   * The fault that it met.
   * @example null
   */
  fault: string | null;
  /** In the sandbox's time, when it arrived; in the machine's where it has no sandbox. */
  at: Moment;
  machine_at: Moment;
}

/** Why a request was refused. */
interface RequestErrorView {
  /** @example "invalid_amount" */
  code: string;
  /** @example "amount must be an integer" */
  message: string;
}
