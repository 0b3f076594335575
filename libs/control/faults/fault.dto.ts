import { Check, FormBoolean, Optional, Unchecked } from '#platform/http/dto.js';
import { sandboxNameProblem } from '../sandboxes/rules/sandbox.rules.js';

/**
 * Conditions that a call must meet. Omitted conditions match any call. If a request names a charge, the
 * charge's amount, metadata and source type are matched too.
 */
export interface FaultMatchParameters {
  /**
   * Method and path of the API, as in its OpenAPI document. Only for `api`.
   * @example "POST /charges"
   */
  route?: string;
  /** HTTP method. Only for `api`. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /**
   * For `api`: the kind of key, `public` or `secret`. For `webhook`: the event key, such as
   * `charge.complete`.
   */
  key?: string;
  /**
   * ID of the object. For `settle`: the ID of a source, a card or a customer.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object?: string;
  /**
   * Source type.
   * @example "promptpay"
   */
  source_type?: string;
  /** @example 100000 */
  amount?: number;
  /**
   * Metadata that the object must contain.
   * @schema { "type": "object" }
   * @example { "order": "1042" }
   */
  metadata?: object;
}

/**
 * The effect, one of these. For `api`: a response with a `status` from 400 to 599, and a `code` and a
 * `message` if given; a `delay` of at most 60 s of the machine's time, which ends early when the client hangs
 * up or the fault is removed; `disconnect`; a `rate_limit`, `true` or `{ limit, per }`. For `payment`: `fail`
 * with a failure code; `settle` as `successful` or `failed`, `after` a while of the sandbox's time, without
 * anybody's click, what waits for its customer, which no direct debit does and no card without 3-D Secure;
 * `never`. For `webhook`: a `delay` of the sandbox's time; `duplicate`, how often it arrives, one right after
 * the other; `drop`, `corrupt_body` (the amount or another value is changed after signing), `wrong_signature`,
 * `two_signatures`, `no_signature`, `stale` and `hang_up`, for how many attempts; `patch`, a JSON merge patch of the event's `key` and `data`, applied to
 * every attempt before it is signed; `reorder`, how many are sent in the reverse order; `before_answer`.
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
   * At most 64 letters, digits, `-` and `_`. Affected responses and webhooks have it in the header
   * `Tollgate-Fault`. Default: a generated name.
   * @example "twice-503"
   */
  @Optional()
  @Check((value) => sandboxNameProblem(value))
  name?: string;

  /** Subject of the fault: responses of the API and the vault, payment results, or webhooks. */
  @Unchecked()
  on!: 'api' | 'payment' | 'webhook';

  /**
   * For `api`: `before` rejects the request without processing it. `after` processes the request, then
   * replaces its response. Default: `before`.
   */
  @Unchecked()
  when?: 'before' | 'after';

  @Unchecked()
  match?: FaultMatchParameters;

  /**
   * Number of matching calls to skip first.
   * @example 0
   */
  @Unchecked()
  skip?: number;

  /**
   * Number of times that the fault fires, or `always`. Default: 1, and `always` for `rate_limit`.
   * @schema { "type": ["integer", "string"] }
   * @example 2
   */
  @Unchecked()
  times?: number | 'always';

  /**
   * Probability that a matching call is affected, from 0 to 1.
   * @schema { "type": "number" }
   * @example 1
   */
  @Unchecked()
  probability?: number;

  /**
   * Seed of the probability. The same seed selects the same calls. Default: random.
   * @example "42"
   */
  @Unchecked()
  seed?: string;

  /**
   * Lifetime of the fault, in real time. Default: `10m`.
   * @example "10m"
   */
  @Unchecked()
  ttl?: string;

  /** True lists the fault in `unfired` until it has fired `times` times. */
  @FormBoolean()
  must_fire?: boolean;

  @Unchecked()
  do!: FaultEffectParameters;
}
