import { withoutControls } from '#kernel/without-controls.js';
import { EXIT } from './failure.js';
import type { CommonOptions } from './common.js';
import type { Operation } from './operation.js';
import { painter, print, printJson, say, sayPainted, toText } from './output.js';
import { linesOf, type TimelineEntry } from './timeline.js';

interface Advance {
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly held: number;
  readonly happened: readonly {
    at: string;
    kind: string;
    object_id: string | null;
    outcome: string | null;
    error: string | null;
  }[];
  readonly unfinished: readonly { at: string; kind: string; object_id: string | null; why: string }[];
}

interface Run {
  readonly objects: readonly { readonly object: string; readonly id: string }[];
  readonly steps: readonly { readonly step: string }[];
  readonly timeline: readonly TimelineEntry[];
  readonly next: string | null;
}

interface List {
  readonly data: readonly unknown[];
  readonly reason?: string | null;
}

/** Prints a response as JSON or text. Sets the exit code when a wait timed out. */
export function show({ id }: Pick<Operation, 'id'>, answer: unknown, { json }: CommonOptions): void {
  if (isInVain(id, answer)) process.exitCode = EXIT.unfinished;
  if (json) printJson(answer, 2);
  else (SHOWN[id] ?? showAny)(answer);
}

/** A wait that timed out is a successful response. */
function isInVain(id: string, answer: unknown): boolean {
  const { status, idle, reason } = answer as { status?: unknown; idle?: unknown; reason?: unknown };
  if (id === 'Clock.advance') return status !== 'done';
  return idle === false || (typeof reason === 'string' && idle === undefined);
}

const SHOWN: Readonly<Record<string, (answer: unknown) => void>> = {
  'Clock.advance': (answer) => {
    const { from, to, status, held, happened, unfinished } = answer as Advance;
    for (const { at, kind, object_id: object, outcome, error } of happened)
      print(withoutControls([at, kind, object, outcome, error].filter(Boolean).join(' ')));
    for (const { at, kind, object_id: object, why } of unfinished)
      say(`unfinished: ${at} ${kind} ${object}: ${why}`);
    say(
      `${status}: from ${from} to ${to}, executed: ${happened.length}${held > 0 ? `, held webhooks: ${held}` : ''}`,
    );
  },
  'Sandboxes.create': (answer) => {
    const {
      env,
      name,
      console_url: url,
      expires_at: expires,
    } = answer as { env: string; name: string; console_url: string; expires_at: string | null };
    print(env);
    say(`Created sandbox ${name}${expires === null ? '' : `, expires ${expires} unless used`}: ${url}`);
  },
  'Scenarios.run': (answer) => {
    const { objects, timeline, next, steps } = answer as Run;
    for (const { object, id } of objects) print(`${object} ${id}`);
    if (objects.length === 0) for (const { step } of steps) print(step);
    // The act that began it is not among its entries.
    const paint = painter(process.stderr);
    for (const line of linesOf(timeline, paint, { hasCauses: false })) sayPainted(line);
    if (next !== null) say(next);
  },
  'Timeline.findTimeline': (answer) =>
    showList(answer, (entries) => linesOf(entries as TimelineEntry[], painter(process.stdout))),
};

function showAny(answer: unknown): void {
  const { data } = answer as Partial<List>;
  if (Array.isArray(data)) return showList(answer, (items) => items.map((item) => toText(item)));
  print(toText(answer));
}

function showList(answer: unknown, linesFor: (items: readonly unknown[]) => readonly string[]): void {
  const { data, reason } = answer as List;
  for (const line of linesFor(data)) print(line);
  if (typeof reason === 'string') say(reason);
  else if (data.length === 0) say('No results.');
}
