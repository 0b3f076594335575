import { inSandbox } from './common.js';
import type { Control } from './control.js';
import { painter, say, sayPainted } from './output.js';
import { isFailure, linesOf, type TimelineEntry } from './timeline.js';
import { untilWritten, type ReadTimeline } from './timeline-written.js';

/** Timeline entries printed of a sandbox. */
const SHOWN_ENTRIES = 100;
/** Sandboxes of tests that are printed. */
const SHOWN_SANDBOXES = 5;
const LISTED_SANDBOXES = 100;

/**
 * Names of the sandboxes that the tests made and left: those of failed tests, whose names have the run, and in
 * a Tollgate that `exec` started all others. Empty without access to the list.
 */
export async function sandboxesOfTests(
  control: Control,
  { run, isOwn }: { readonly run: string; readonly isOwn: boolean },
  own: string,
): Promise<string[]> {
  const query = new URLSearchParams({ limit: String(LISTED_SANDBOXES), ...(!isOwn && { search: run }) });
  const { data } = await control
    .json<{ data: readonly { name: string }[] }>('GET', '/api/sandboxes', { query })
    .catch(() => ({ data: [] }));
  return data.map(({ name }) => name).filter((name) => name !== own && name !== 'default');
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
  const read: ReadTimeline = (query, waitMs) => {
    const search = new URLSearchParams({ ...query, ...(waitMs > 0 && { wait: `${waitMs}ms` }) });
    return control.json('GET', inSandbox(sandbox, '/timeline'), { query: search });
  };
  await untilWritten(read);
  return (await read({ before: 'end', limit: String(SHOWN_ENTRIES) }, 0)).data;
}

function printTimeline(sandbox: string, entries: readonly TimelineEntry[]): void {
  const paint = painter(process.stderr);
  const failures = entries.filter(isFailure).length;
  say(`\nTimeline of ${sandbox} (entries: ${entries.length}, failures: ${failures}):`);
  for (const line of linesOf(entries, paint)) sayPainted(line);
}
