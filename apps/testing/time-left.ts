import { performance as machine } from 'node:perf_hooks';
import { parseDuration } from '#kernel/duration.js';

/** Milliseconds, or a text such as `10s` or `500ms`. */
export type Duration = number | string;

/** The default limit of a wait. */
const DEFAULT_MS = 10_000;
/** A helper fails this long before the test's own limit, which has no message. */
const RESERVE_MS = 1_000;
/** Limit of the wait of one request. */
const REQUEST_MS = 30_000;

// Bound once: fake timers replace the global.
const now = machine.now.bind(machine);

/** Remaining milliseconds of a test; undefined without a limit. */
export type Remaining = () => number | undefined;

/** The remaining time of a test whose limit starts now. */
export function limitedTo(limitMs: number): Remaining {
  const end = now() + limitMs;
  return () => (limitMs > 0 ? end - now() : undefined);
}

/** A wait that ends before the test's own limit. */
export class Wait {
  private readonly begin = now();
  private readonly limitMs: number;

  constructor(timeout: Duration | undefined, remaining: Remaining | undefined) {
    const timeoutMs = timeout === undefined ? DEFAULT_MS : inMs(timeout);
    const left = remaining?.();
    this.limitMs = left === undefined ? timeoutMs : Math.max(0, Math.min(timeoutMs, left - RESERVE_MS));
  }

  /** Milliseconds for the next request; 0 at the end. */
  get left(): number {
    return Math.min(REQUEST_MS, Math.max(0, this.limitMs - (now() - this.begin)));
  }

  /** For a message. */
  get lasted(): string {
    return `${((now() - this.begin) / 1_000).toFixed(1)} s`;
  }
}

/** Throws a `TypeError`. */
function inMs(duration: Duration): number {
  const ms = typeof duration === 'number' ? duration : parseDuration(duration);
  if (ms === undefined || !(ms >= 0))
    throw new TypeError(`${duration} is not a duration; use 10s, 500ms or a number of milliseconds`);
  return ms;
}
