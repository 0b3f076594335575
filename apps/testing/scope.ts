import type { Sent } from './control.js';
import type { Remaining } from './time-left.js';

/** The parts of a sandbox that expectations need. */
export interface Scope {
  readonly name: string;
  readonly consoleUrl: string;
  /** True if it is kept after its test. */
  readonly keeps: boolean;
  readonly remaining: Remaining | undefined;
  /** Calls the control host below the sandbox's path. */
  ask<Answer>(method: string, path: string, sent?: Sent): Promise<Answer>;
}
