import { MINUTE_MS } from '#domain/time.js';
import { Duration, Optional, WholeNumber } from '#platform/http/dto.js';

const MIN_STATUS = 200;
const MAX_STATUS = 599;
const MAX_DELAY_MS = 2 * MINUTE_MS;
const MAX_TIMES = 1_000_000;

/**
 * Parameters of `PUT /api/sandboxes/{name}/inbox/{inbox}`: what it answers from now on. Without any, 200 at once.
 * @example { "status": 500, "times": 2 }
 */
export class PutInboxDto {
  /**
   * The HTTP status of its answers.
   * @example 500
   */
  @Optional()
  @WholeNumber(MIN_STATUS, MAX_STATUS)
  status?: number | string;

  /**
   * How long it takes to answer, at most two minutes of the machine's time: `500ms`, `20s`.
   * @example "20s"
   */
  @Optional()
  @Duration({ maxMs: MAX_DELAY_MS })
  delay?: string;

  /**
   * How often it answers so; then it answers 200 at once. For ever, unless given.
   * @example 2
   */
  @Optional()
  @WholeNumber(1, MAX_TIMES)
  times?: number | string;
}
