import { withoutControls } from '#kernel/without-controls.js';
import type { Colour, Paint } from './output.js';

/** The fields of the control API that are printed. */
export interface TimelineEntry {
  readonly kind: string;
  readonly id: string;
  readonly livemode: boolean | null;
  readonly object_id: string | null;
  readonly request_id: string | null;
  readonly at: string;
  readonly machine_at: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d\.\d\d\d)/;
/** The two times of an entry differ by less while the clock has not been moved. */
const MOVED_MS = 1_000;
const OK = 200;
const NOT_OK = 300;
const REFUSED = 400;

/** Sorts by the sandbox's time. Of the same time, a request is above its effects. */
export function inOrder(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const rank = ({ kind }: TimelineEntry): number => (kind === 'request' ? 0 : 1);
  return entries.toSorted(
    (one, other) =>
      Date.parse(one.at) - Date.parse(other.at) ||
      Date.parse(one.machine_at) - Date.parse(other.machine_at) ||
      rank(one) - rank(other),
  );
}

/**
 * One line: the sandbox's time, with the day if its clock has been moved, action, object. Effects of a request
 * or of time are indented.
 */
export function lineOf(entry: TimelineEntry, paint: Paint): string {
  const { kind, object_id: object, livemode } = entry;
  const [text, colour] = told(entry);
  const mode = livemode === true ? paint('yellow', ' live') : '';
  const indent = ['event', 'attempt', 'fault', 'page'].includes(kind) ? '  ' : '';
  return `${paint('dim', timeOf(entry))} ${indent}${paint(colour, withoutControls(text))}${mode}${object === null ? '' : ` ${paint('dim', withoutControls(object))}`}`;
}

function timeOf({ at, machine_at: machineAt }: TimelineEntry): string {
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

function told(entry: TimelineEntry): [text: string, colour: Colour] {
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
