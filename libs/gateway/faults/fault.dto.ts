import { sandboxNameProblem } from '#domain/sandboxes/sandbox.rules.js';
import { Check, FormBoolean, Optional, Unchecked } from '#platform/http/dto.js';

/** Which calls may be hit; what is not said is any. Of a charge that a request names, its amount, its metadata and the type of its source count too. */
export interface FaultMatchParameters {
  /**
   * A method and a path, as this document of the API has it. For `api` only.
   * @example "POST /charges"
   */
  route?: string;
  /** For `api` only. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** For `api` the kind of key, `public` or `secret`; for `webhook` the key of an event, such as `charge.complete`. */
  key?: string;
  /**
   * The id of an object that it is about. For `settle`, that of a source, a card or a customer.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object?: string;
  /**
   * A type of source that there is.
   * @example "promptpay"
   */
  source_type?: string;
  /** @example 100000 */
  amount?: number;
  /**
   * All that is named here must be there.
   * @schema { "type": "object" }
   * @example { "order": "1042" }
   */
  metadata?: object;
}

/**
 * What happens, one of these. For `api`: an answer with a `status` from 400 to 599, and a `code` and a `message` if given; a `delay` of at most 60 s of
 * the machine's time, which ends early when the client hangs up or the fault is removed; `disconnect`; a `rate_limit`, `true` or `{ limit, per }`. For `payment`: `fail` with a failure code; `settle` as `successful` or
 * `failed`, `after` a while of the sandbox's time, without anybody's click, what waits for its customer, which no direct debit does and no card without
 * 3-D Secure; `never`. For `webhook`: a `delay` of the sandbox's time; `duplicate`,
 * how often it arrives, one right after the other; `drop`, `corrupt_body`, `wrong_signature` and `stale`, for how many attempts; `reorder`, how many are sent in the
 * reverse order; `before_answer`.
 * @schema { "type": "object" }
 * @example { "status": 503 }
 */
type FaultEffectParameters = object;

/**
 * Parameters of `POST /api/sandboxes/{name}/faults`.
 * @example { "name": "twice-503", "on": "api", "match": { "route": "POST /charges" }, "times": 2, "do": { "status": 503 } }
 */
export class CreateFaultDto {
  /**
   * At most 64 letters, digits, `-` and `_`; it is in the header `Tollgate-Fault` of what is hit. One is made unless given.
   * @example "twice-503"
   */
  @Optional()
  @Check((value) => sandboxNameProblem(value))
  name?: string;

  /** What is hit: answers of the API and the vault, the outcome of payments, webhooks. */
  @Unchecked()
  on!: 'api' | 'payment' | 'webhook';

  /** For `api`: before the work is done, which is then not done, or after it, so that its answer is lost. `before` unless given. */
  @Unchecked()
  when?: 'before' | 'after';

  @Unchecked()
  match?: FaultMatchParameters;

  /**
   * Calls that are left alone first.
   * @example 0
   */
  @Unchecked()
  skip?: number;

  /**
   * How often it fires, or `always`; once unless given, and always for a `rate_limit`.
   * @schema { "type": ["integer", "string"] }
   * @example 2
   */
  @Unchecked()
  times?: number | 'always';

  /**
   * With which probability a call is hit, from 0 to 1.
   * @schema { "type": "number" }
   * @example 1
   */
  @Unchecked()
  probability?: number;

  /**
   * With the number of a call, it decides whether it is hit: the same seed hits the same calls. Random unless given.
   * @example "42"
   */
  @Unchecked()
  seed?: string;

  /**
   * How long it lasts, in the machine's time; `10m` unless given.
   * @example "10m"
   */
  @Unchecked()
  ttl?: string;

  /** Whether the list of faults reports it while it has not fired as often as it should. */
  @FormBoolean()
  must_fire?: boolean;

  @Unchecked()
  do!: FaultEffectParameters;
}
