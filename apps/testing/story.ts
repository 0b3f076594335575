import { linesOf } from '../cli/timeline.js';
import { BEHIND_MS, untilWritten, type ReadTimeline } from '../cli/timeline-written.js';
import type { Scope } from './scope.js';
import { Wait } from './time-left.js';

/** Timeline entries in a message. */
const ENTRIES = 30;

/** An unmet expectation of the program under test. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
}

/** Throws an error with the expectation, the nearest matches and the end of the timeline. */
export async function failWith(scope: Scope, expected: string, near: readonly string[]): Promise<never> {
  const nearest = near.filter(Boolean).map((line) => `  ${line}`);
  const timeline = await timelineOf(scope);
  const where = scope.keeps
    ? `Kept sandbox: ${scope.consoleUrl}`
    : 'The sandbox is deleted after the test; set TOLLGATE_KEEP=1 to keep it for the console.';
  throw new ExpectationError(
    [expected, '', ...nearest, ...(nearest.length === 0 ? [] : ['']), timeline, where].join('\n'),
  );
}

/** The last entries of the timeline, one per line. */
export async function timelineOf(scope: Scope): Promise<string> {
  try {
    await untilListed(scope);
    const { data } = await readerOf(scope)({ before: 'end', limit: String(ENTRIES) }, 0);
    const lines = linesOf(data, (_colour, text) => text).map((line) => `  ${line}`);
    return [
      lines.length === 0 ? `The timeline of ${scope.name} is empty.` : `The timeline of ${scope.name}:`,
      ...lines,
    ].join('\n');
  } catch (error) {
    return `Cannot read the timeline of ${scope.name}: ${(error as Error).message}`;
  }
}

/** Resolves when the timeline lists everything that has happened. */
export function untilListed(scope: Scope): Promise<void> {
  return untilWritten(readerOf(scope), new Wait(BEHIND_MS, scope.remaining).left);
}

function readerOf(scope: Scope): ReadTimeline {
  return (query, waitMs) => scope.ask('GET', '/timeline', { query, waitMs });
}
