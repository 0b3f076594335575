import type { AttemptRow, History, RequestRow } from '../history.js';

/** A habit of a shop that costs money or trust, as its calls and answers show it. */
export interface Advice {
  readonly name: string;
  readonly title: string;
  readonly why: string;
  readonly findings: (history: History) => readonly Finding[];
}

/** The request or attempt that shows it. */
export interface Finding {
  readonly text: string;
  /** The request, or the attempt as the timeline names it. */
  readonly entry: string;
  readonly object: string | null;
  /** In milliseconds of the sandbox's clock. */
  readonly at: number;
}

export function findingOf({ id, at, objects }: RequestRow, text: string): Finding {
  return { text, entry: id, object: objects[0] ?? null, at };
}

export function calls(
  history: History,
  isMeant: (call: RequestRow) => boolean,
  say: (call: RequestRow) => string,
): Finding[] {
  return history.calls.filter(isMeant).map((call) => findingOf(call, say(call)));
}

export function attempts(
  history: History,
  isMeant: (attempt: AttemptRow) => boolean,
  say: (attempt: AttemptRow) => string,
): Finding[] {
  return history.attempts
    .filter(isMeant)
    .map((one) => ({ text: say(one), entry: one.id, object: one.object_id, at: one.started_at }));
}
