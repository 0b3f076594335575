import { inCause, lineOf } from '../cli/timeline.js';
import { BEHIND_MS, untilWritten, type ReadTimeline } from '../cli/timeline-written.js';
import type { Scope } from './scope.js';
import { Wait } from './time-left.js';

/** How much of the timeline is told. */
const ENTRIES = 30;

/** What was expected of the program under test, and did not come. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
}

/** Throws what was expected, what came nearest, and the end of the timeline. */
export async function failWith(scope: Scope, expected: string, near: readonly string[]): Promise<never> {
  const nearest = near.filter(Boolean).map((line) => `  ${line}`);
  const timeline = await timelineOf(scope);
  const where = scope.keeps
    ? `The sandbox is kept: ${scope.consoleUrl}`
    : 'The sandbox is removed after the test; TOLLGATE_KEEP=1 keeps it for the console.';
  throw new ExpectationError([expected, '', ...nearest, ...(nearest.length === 0 ? [] : ['']), timeline, where].join('\n'));
}

/** The last entries of a sandbox's timeline, a line each. */
export async function timelineOf(scope: Scope): Promise<string> {
  try {
    const read: ReadTimeline = (query, waitMs) => scope.ask('GET', '/timeline', { query, waitMs });
    await untilWritten(read, new Wait(BEHIND_MS, scope.remaining).left);
    const { data } = await read({ before: 'end', limit: String(ENTRIES) }, 0);
    const lines = inCause(data).map((entry) => `  ${lineOf(entry, (_colour, text) => text)}`);
    return [lines.length === 0 ? `Nothing happened in the sandbox ${scope.name}.` : `The timeline of ${scope.name}:`, ...lines].join('\n');
  } catch (error) {
    return `The timeline of ${scope.name} cannot be read: ${(error as Error).message}`;
  }
}
