import { MINUTE_MS } from '#kernel/time.js';
import { Duration, Optional, WholeNumber } from '#platform/http/dto.js';

const MIN_STATUS = 200;
const MAX_STATUS = 599;
const MAX_DELAY_MS = 2 * MINUTE_MS;
const MAX_TIMES = 1_000_000;

/**
 * Parameters of `PUT /api/sandboxes/{name}/inbox/{inbox}`. They configure the response. Without any, the
 * inbox returns 200 immediately.
 * @example { "status": 500, "times": 2 }
 */
export class PutInboxDto {
  /**
   * HTTP status of the response.
   * @example 500
   */
  @Optional()
  @WholeNumber(MIN_STATUS, MAX_STATUS)
  status?: number | string;

  /**
   * Delay of the response, at most two minutes in real time: `500ms`, `20s`.
   * @example "20s"
   */
  @Optional()
  @Duration({ maxMs: MAX_DELAY_MS })
  delay?: string;

  /**
   * Number of requests that get this response. Later requests get 200 immediately. Default: unlimited.
   * @example 2
   */
  @Optional()
  @WholeNumber(1, MAX_TIMES)
  times?: number | string;
}
