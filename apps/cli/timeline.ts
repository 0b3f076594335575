import { inTime, startOf, storyOf, type StoryEntry } from '#kernel/story.js';
import { withoutControls } from '#kernel/without-controls.js';
import type { Colour, Paint } from './output.js';

/** The fields of the control API that are printed. */
export interface TimelineEntry extends StoryEntry {
  readonly livemode: boolean | null;
  readonly object_id: string | null;
  readonly request_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const INDENT = '  ';
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d\.\d\d\d)/;
/** The two times of an entry differ by less while the clock has not been moved. */
const MOVED_MS = 1_000;
const OK = 200;
const NOT_OK = 300;
const REFUSED = 400;

/**
 * The entries in the sandbox's time, one per line, each below what set it off. With `hasCauses`, a line also
 * names a cause that is not among them.
 */
export function linesOf(
  entries: readonly TimelineEntry[],
  paint: Paint,
  { hasCauses = true } = {},
): string[] {
  return inTime(storyOf(entries)).flatMap(({ node: { kind, entry, request, children }, depth }) => {
    const inside = request ? depth + 1 : depth;
    const [first] = children;
    if (entry) return [...(request ? [lineOf(request, paint, depth)] : []), lineOf(entry, paint, inside)];
    const time = first?.entry && hasCauses ? paint('dim', timeOf(first.entry)) : undefined;
    return time === undefined
      ? []
      : [`${time} ${INDENT.repeat(depth)}${paint('dim', `${kind} (not listed)`)}`];
  });
}

/** One line: the sandbox's time, with the day if its clock has been moved, action, object. */
function lineOf(entry: TimelineEntry, paint: Paint, depth: number): string {
  const { object_id: object, livemode } = entry;
  const [text, colour] = summaryOf(entry);
  const mode = livemode === true ? paint('yellow', ' live') : '';
  return `${paint('dim', timeOf(entry))} ${INDENT.repeat(depth)}${paint(colour, withoutControls(text))}${mode}${object === null ? '' : ` ${paint('dim', withoutControls(object))}`}`;
}

function timeOf(entry: TimelineEntry): string {
  const [at, machineAt] = [startOf(entry), entry.machine_at];
  const [, day, time] = TIME.exec(at) ?? [];
  if (day === undefined || time === undefined) return withoutControls(at);
  const isMoved = Math.abs(Date.parse(at) - Date.parse(machineAt)) >= MOVED_MS;
  return isMoved ? `${day} ${time}` : time;
}

/** True for a rejected request and for a failed webhook attempt. */
export function isFailure({ kind, details }: TimelineEntry): boolean {
  const { status } = details as { status: number | string | null };
  if (kind === 'request') return typeof status === 'number' && status >= REFUSED;
  return kind === 'attempt' && !(typeof status === 'number' && status >= OK && status < NOT_OK);
}

function summaryOf(entry: TimelineEntry): [text: string, colour: Colour] {
  const { kind, details } = entry;
  const d = textsIn(details);
  const colour = isFailure(entry) ? 'red' : undefined;
  switch (kind) {
    case 'request':
      return [
        `${d['method']} ${d['path']} ${d['status'] ?? d['state']}${d['error'] ? ` ${d['error']}` : ''} ${took(d)}${hit(d)}`,
        colour ?? 'cyan',
      ];
    case 'event':
      return [String(d['key']), 'bold'];
    case 'attempt':
      return [
        `webhook ${d['key']} #${d['number']} to ${d['uri']} ${d['error'] ?? d['status'] ?? 'no response'} ${took(d)}${hit(d)}`,
        colour ?? 'green',
      ];
    case 'fault':
      return [`fault ${d['fault']} ${d['do']}`, 'yellow'];
    case 'clock':
      return [
        `clock ${d['action']} from ${d['from']} to ${d['to']} ${d['status']}${d['why'] ? `: ${d['why']}` : ''}`,
        'yellow',
      ];
    default:
      return [
        `${kind} ${d['action'] ?? JSON.stringify(details)}${d['failure_code'] ? ` ${d['failure_code']}` : ''}`,
        'yellow',
      ];
  }
}

/** The details of a bundle may hold objects where texts belong: these are shown as JSON. */
function textsIn(details: TimelineEntry['details']): Readonly<Record<string, string | number | null>> {
  const texts = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ]);
  return Object.fromEntries(texts) as Record<string, string | number | null>;
}

function took({ duration_ms: ms }: Readonly<Record<string, unknown>>): string {
  return typeof ms === 'number' ? `${Math.round(ms)} ms` : '';
}

function hit({ fault }: Readonly<Record<string, unknown>>): string {
  return typeof fault === 'string' ? ` (fault ${fault})` : '';
}
