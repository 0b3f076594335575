import type { ApiVersion } from '#kernel/api-versions/versions.js';
import type { KeyKind } from '#kernel/scope.js';
import type { ObjectSummaryView } from '../lists/object-summary.view.js';
import type { Moment, TimedView } from './list.view.js';

/** A request to the API, the vault or the payment pages. */
export interface RequestEntryView extends TimedView {
  object: 'request';
  /** @example "req_60aaaaaaaaaaaaaaab2" */
  id: string;
  /** `in_progress` for a request that has not been answered within 100 ms. */
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
   * Parameters as sent, without secrets: values of known parameters, names of all others. For the vault:
   * names only. Null without a body.
   * @schema { "type": ["object", "null"] }
   * @example { "amount": 2000, "currency": "thb" }
   */
  parameters: object | null;
  /**
   * HTTP status. Null while the request is in progress, and if the client disconnected.
   * @example 200
   */
  status: number | null;
  /**
   * Response body, without secrets; text if it is truncated. Null for pages, images and files.
   * @schema { "type": ["object", "string", "null"] }
   * @example { "object": "charge", "id": "chrg_test_60aaaaaaaaaaaaaaaa1" }
   */
  answer: unknown;
  /** True if the stored response is truncated. */
  answer_cut: boolean;
  /**
   * The error, if the request was rejected.
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
   * First characters of an invalid key.
   * @example null
   */
  key: string | null;
  /**
   * Kind of the key. Null without a valid key, and for pages.
   * @example "secret"
   */
  key_kind: KeyKind | null;
  /**
   * Version of the API in which it was answered. Null for pages.
   * @example "2019-05-29"
   */
  api_version: ApiVersion | null;
  /**
   * True if it has the headers of a browser.
   * @example false
   */
  from_browser: boolean;
  /**
   * Name of the fault that affected the request.
   * @example null
   */
  fault: string | null;
  /**
   * What a payment page is about. Null for requests to the API and the vault.
   * @example null
   */
  page: PageSubjectView | null;
  /** Arrival time, in the sandbox's time. In real time if the request belongs to no sandbox. */
  at: Moment;
  machine_at: Moment;
}

/** The object that a customer pays or registers on a page. */
interface PageSubjectView extends ObjectSummaryView {
  /**
   * ID of the charge, or of the link, checkout session or linked account. Null if it is unknown.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string | null;
}

/** Why a request was rejected. */
interface RequestErrorView {
  /** @example "invalid_amount" */
  code: string;
  /** @example "amount must be an integer" */
  message: string;
}
