import type { Control } from './control.js';

import { painter, say, sayPainted } from './output.js';
import { sandboxNames } from './sandbox-names.js';
import { isFailure, linesOf, type TimelineEntry } from './timeline.js';
import { timelineReader } from './timeline-reader.js';
import { untilWritten } from './timeline-written.js';

/** Timeline entries printed of a sandbox. */
const SHOWN_ENTRIES = 100;
/** Sandboxes of tests that are printed. */
const SHOWN_SANDBOXES = 5;

/**
 * Names of the sandboxes that the tests made and left: those of failed tests, whose names have the run, and in
 * a Tollgate that `exec` started all others. Empty without access to the list.
 */
export async function sandboxesOfTests(
  control: Control,
  { run, isOwn }: { readonly run: string; readonly isOwn: boolean },
  own: string,
): Promise<string[]> {
  const names = await sandboxNames(control, isOwn ? {} : { search: run }).catch(() => []);
  return names.filter((name) => name !== own && name !== 'default');
}

/** Prints the ends of the timelines, to show why the command failed: of its own sandbox, and of its tests'. */
export async function printTimelines(
  own: { readonly control: Control; readonly name: string },
  control: Control,
  tests: readonly string[],
): Promise<void> {
  const entries = await lastEntries(own.control, own.name);
  if (entries.length > 0) printTimeline('the sandbox', entries);
  else if (tests.length === 0) say('\nThe timeline of the sandbox is empty.');
  for (const test of tests.slice(0, SHOWN_SANDBOXES)) printTimeline(test, await lastEntries(control, test));
  if (tests.length > SHOWN_SANDBOXES) say(`\nMore sandboxes of the tests: ${tests.length - SHOWN_SANDBOXES}`);
}

async function lastEntries(control: Control, sandbox: string): Promise<readonly TimelineEntry[]> {
  const read = timelineReader(control, sandbox);
  await untilWritten(read);
  return (await read({ before: 'end', limit: String(SHOWN_ENTRIES) }, 0)).data;
}

function printTimeline(sandbox: string, entries: readonly TimelineEntry[]): void {
  const paint = painter(process.stderr);
  const failures = entries.filter(isFailure).length;
  say(`\nTimeline of ${sandbox} (entries: ${entries.length}, failures: ${failures}):`);
  for (const line of linesOf(entries, paint)) sayPainted(line);
}
