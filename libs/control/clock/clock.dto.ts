import { HOUR_MS, parseDateTime } from '#kernel/time.js';
import { Check, Duration, Optional, WholeNumber } from '#platform/http/dto.js';
import { LATEST_CLOCK } from '../sandboxes/rules/sandbox.rules.js';

/** The longest duration of an advance on the machine's clock. */
const MAX_REAL_MS = HOUR_MS;
export const DEFAULT_MAX_REAL = '30s';
export const DEFAULT_MAX_STEPS = 100_000;
const MAX_STEPS = 999_999_999;

const STOPS = ['next', 'idle'];
const WAITS = ['attempts', 'state'];

/**
 * Parameters of `POST /api/sandboxes/{name}/clock/freeze`.
 * @example { "at": "2027-01-31T08:15:00Z" }
 */
export class FreezeClockDto {
  /**
   * ISO 8601 datetime, not before the sandbox's time. Everything due until then runs first. Default: now.
   * @example "2027-01-31T08:15:00Z"
   */
  @Optional()
  @Check((value, name) => timeProblem(name, value))
  at?: string;
}

/**
 * Parameters of `POST /api/sandboxes/{name}/clock/advance`. Exactly one of `by`, `to` and `until` is
 * required.
 * @example { "by": "7d" }
 */
export class AdvanceClockDto {
  /**
   * A duration: `90s`, `15m`, `2h`, `7d`, `1h30m`.
   * @example "7d"
   */
  @Optional()
  @Duration()
  by?: string;

  /**
   * ISO 8601 datetime, not before the sandbox's time.
   * @example "2027-01-31T08:15:00Z"
   */
  @Optional()
  @Check((value, name) => timeProblem(name, value))
  to?: string;

  /** `next`: advances to the next due item. `idle`: advances until nothing is due any more. */
  @Optional()
  @Check((value, name) => (STOPS.includes(value as string) ? undefined : `${name} must be next or idle`))
  until?: 'next' | 'idle';

  /**
   * `attempts`: sends every webhook that becomes due and waits for its response. `state`: leaves webhooks to
   * the worker.
   */
  @Optional()
  @Check((value, name) => (WAITS.includes(value as string) ? undefined : `${name} must be attempts or state`))
  wait?: 'attempts' | 'state';

  /**
   * Time limit of the request, in real time.
   * @example "30s"
   */
  @Optional()
  @Duration({ minMs: 1, maxMs: MAX_REAL_MS })
  max_real?: string;

  /**
   * Maximum number of times to stop at.
   * @example 1000
   */
  @Optional()
  @WholeNumber(1, MAX_STEPS)
  max_steps?: number | string;
}

function timeProblem(name: string, value: unknown): string | undefined {
  const time = parseDateTime(value);
  if (!time) return `${name} must be an ISO 8601 datetime such as 2027-01-31T08:15:00Z`;
  return time <= LATEST_CLOCK ? undefined : `${name} must not be after ${LATEST_CLOCK.toISOString()}`;
}
