import { performance as machine } from 'node:perf_hooks';
import { parseDuration } from '#domain/duration.js';

/** How long something may take: milliseconds, or `10s`, `500ms`. */
export type Duration = number | string;

/** How long is waited unless it is said otherwise. */
const DEFAULT_MS = 10_000;
/** A test whose own time is over tells nothing: the helper ends so much before. */
const RESERVE_MS = 1_000;
/** The most that one request waits. */
const REQUEST_MS = 30_000;

// Taken here once: fake timers replace the names, and not what they stood for.
const now = machine.now.bind(machine);

/** What a test has of time: undefined where it has no limit. */
export type Remaining = () => number | undefined;

/** Says how much a test has left that may take so long, from this moment on. */
export function limitedTo(limitMs: number): Remaining {
  const end = now() + limitMs;
  return () => (limitMs > 0 ? end - now() : undefined);
}

/** A wait that ends in time for the test to say what did not come. */
export class Wait {
  private readonly begin = now();
  private readonly limitMs: number;

  constructor(timeout: Duration | undefined, remaining: Remaining | undefined) {
    const wanted = timeout === undefined ? DEFAULT_MS : inMs(timeout);
    const left = remaining?.();
    this.limitMs = left === undefined ? wanted : Math.max(0, Math.min(wanted, left - RESERVE_MS));
  }

  /** For the next request, in milliseconds; 0 when the time is over. */
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
  if (ms === undefined || !(ms >= 0)) throw new TypeError(`${duration} is no duration: 10s, 500ms or a number of milliseconds`);
  return ms;
}
