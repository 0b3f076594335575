import { parseDuration } from '#domain/duration.js';
import { MINUTE_MS, SECOND_MS } from '#domain/time.js';
import { Check, Optional } from '#platform/http/dto.js';

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
  @Check((value, name) => wholeNumberProblem(name, value, MIN_STATUS, MAX_STATUS))
  status?: number | string;

  /**
   * How long it takes to answer, at most two minutes of the machine's time: `500ms`, `20s`.
   * @example "20s"
   */
  @Optional()
  @Check((value, name) => delayProblem(name, value))
  delay?: string;

  /**
   * How often it answers so; then it answers 200 at once. For ever, unless given.
   * @example 2
   */
  @Optional()
  @Check((value, name) => wholeNumberProblem(name, value, 1, MAX_TIMES))
  times?: number | string;
}

function wholeNumberProblem(name: string, value: unknown, min: number, max: number): string | undefined {
  const number = Number(value);
  const isNumber = typeof value === 'number' || typeof value === 'string';
  return isNumber && Number.isInteger(number) && number >= min && number <= max
    ? undefined
    : `${name} must be a whole number from ${min} to ${max}`;
}

function delayProblem(name: string, value: unknown): string | undefined {
  const ms = parseDuration(value);
  return ms !== undefined && ms <= MAX_DELAY_MS
    ? undefined
    : `${name} must be a duration of at most ${MAX_DELAY_MS / SECOND_MS} s, such as 20s`;
}
