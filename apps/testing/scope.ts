import type { Sent } from './control.js';
import type { Remaining } from './time-left.js';

/** A sandbox, as what waits in it sees it. */
export interface Scope {
  readonly name: string;
  readonly consoleUrl: string;
  /** Whether it outlives its test. */
  readonly keeps: boolean;
  readonly remaining: Remaining | undefined;
  /** Asks the control host about something in the sandbox. */
  ask<Answer>(method: string, path: string, sent?: Sent): Promise<Answer>;
}
