import type { Tone } from '../../ui/tone';
import { toneOfHttp } from '../../ui/tone';
import { durationText, fullTime } from '../../ui/time-text';
import { shortPath } from '../../ui/short-path';
import { labelOf } from '../../ui/words';
import { hasArrived, isInProgress, isLast, statusOf, type Entry } from './entries';
import { routeWords } from './route-words';

/** Actions of customers on payment pages. */
export const PAGE_ACTIONS: Readonly<Record<string, readonly [sentence: string, tone: Tone]>> = {
  opened: ['Opened the payment page', 'neutral'],
  submitted: ['Submitted the payment', 'neutral'],
  approved: ['Approved the payment', 'good'],
  declined: ['Declined the payment', 'bad'],
  expired: ['Expired the payment', 'neutral'],
  wrong_password: ['Entered a wrong one-time password', 'retrying'],
};

export type Details = Readonly<Record<string, string | number | null | undefined>>;

const GOOD_EVENTS =
  /^(charge\.(complete|capture)|refund\.create|transfer\.pay|dispute\.close|recipient\.(verify|activate))$/;
const BAD_EVENTS = /^(charge\.expire|transfer\.fail|recipient\.deactivate|schedule\.(suspend|expire))$/;

/** The colour of an entry's outcome. */
export function outcomeOf(entry: Entry): Tone {
  const { kind, details } = entry;
  if (isInProgress(entry)) return 'info';
  switch (kind) {
    case 'request':
      return toneOfHttp(statusOf(entry));
    case 'attempt':
      return hasArrived(entry) ? 'good' : isLast(entry) ? 'bad' : 'retrying';
    case 'event': {
      const { key, status } = details as Details;
      if (status === 'failed') return 'bad';
      if (status === 'expired' || status === 'reversed') return 'neutral';
      return GOOD_EVENTS.test(String(key)) ? 'good' : BAD_EVENTS.test(String(key)) ? 'bad' : 'neutral';
    }
    case 'fault':
      return 'retrying';
    case 'clock':
      return 'info';
    case 'act':
      return 'neutral';
    case 'page':
      return PAGE_ACTIONS[String((details as Details)['action'])]?.[1] ?? 'neutral';
  }
}

/** The duration of a request or an attempt: `7.5 ms`, `96 ms`. */
export function durationTextOf(entry: Entry): string | undefined {
  const { duration_ms: ms } = entry.details as { duration_ms?: number };
  return ms === undefined || isInProgress(entry) ? undefined : millisecondsText(ms);
}

export function millisecondsText(ms: number): string {
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}

/** The HTTP status of a request or an attempt, or a word without one. */
export function statusTextOf(entry: Entry): string | undefined {
  if (entry.kind !== 'request' && entry.kind !== 'attempt') return undefined;
  const unanswered = entry.kind === 'attempt' ? 'failed' : 'no response';
  return isInProgress(entry) ? 'in progress' : String(statusOf(entry) || unanswered);
}

/** An entry in a few words: `POST /charges`, `charge.complete attempt 2 → 127.0.0.1:3000`. */
export function wordsOf({ kind, details, object_id: objectId }: Entry): string {
  const said = details as Details;
  switch (kind) {
    case 'request':
      if (isOfPage(said) && said['method'] === 'GET') return 'Loaded the payment page';
      return `${said['method']} ${shortPath(String(said['path']).replace(objectId ?? '/', objectId ? '…' : '/'))}`;
    case 'event':
      return String(said['key']);
    case 'attempt':
      return `${said['key']}${Number(said['number']) > 1 ? ` attempt ${said['number']}` : ''} → ${hostOf(String(said['uri']))}`;
    case 'fault':
      return `Fault "${said['fault']}" fired`;
    case 'clock':
      return clockSentence(said);
    case 'act':
      return actSentence(said);
    case 'page':
      return PAGE_ACTIONS[String(said['action'])]?.[0] ?? labelOf(String(said['action']));
  }
}

/** Why an entry failed: an error code, a fault, or the error of an attempt without an answer. */
export function reasonOf({ kind, details }: Entry): string {
  const { error, fault, failure_code: code, status } = details as Details;
  if (kind === 'fault') return effectText((details as { do?: Readonly<Record<string, unknown>> }).do ?? {});
  if (kind === 'event') return '';
  return joined([kind === 'attempt' && status !== null ? '' : error, code, fault && `fault "${fault}"`]);
}

/** The effect of a fault: `status 503`, `delay 3s`. */
function effectText(effect: Readonly<Record<string, unknown>>): string {
  return Object.entries(effect)
    .filter(([name]) => name !== 'code' && name !== 'message')
    .map(
      ([name, value]) =>
        `${labelOf(name).toLowerCase()} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ');
}

/**
 * True for a request that a customer's browser sends for a page; checkout sessions are created on the same
 * host.
 */
export function isOfPage({ host, path }: Details): boolean {
  return host === 'pay' && !String(path).startsWith('/api/');
}

function joined(parts: readonly (string | number | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

export function hostOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).host : uri;
}

const CLOCK: Readonly<Record<string, string>> = {
  advance: 'Clock advanced',
  freeze: 'Clock frozen',
  resume: 'Clock resumed',
};

export function clockSentence({ action, from, to, why }: Details): string {
  const says = CLOCK[String(action)] ?? `Clock: ${labelOf(String(action))}`;
  const by =
    typeof from === 'string' && typeof to === 'string'
      ? ` ${durationText(Date.parse(to) - Date.parse(from))}`
      : '';
  const until = typeof to === 'string' ? ` to ${fullTime(to)}` : '';
  return joined([`${says}${by}${until}`, why]);
}

/** Calls of the control API, by their names in the timeline. */
const ACTS: Readonly<Record<string, string>> = {
  save: 'saved a snapshot',
  send_test_event: 'sent a test event',
  restore: 'restored a snapshot',
  reset: 'reset the sandbox',
  set_fault: 'added a fault',
  remove_fault: 'removed a fault',
  remove_faults: 'removed all faults',
  hold: 'paused webhooks',
  release: 'resumed webhooks',
  import: 'imported a file',
  redeliver: 'resent the webhook',
  replay: 'replayed its webhooks',
  update: 'changed the settings',
  run_scenario: 'ran a scenario',
  start_exam: 'started an exam',
  start_soak: 'started a soak',
};
const CLIENTS: Readonly<Record<string, string>> = {
  console: 'in the console',
  cli: 'with the CLI',
  mcp: 'with the MCP server',
};

/** "You marked it as paid in the console". An act is named by a word, or by a call of the emulated API. */
export function actSentence({ action, client }: Details): string {
  const name = String(action);
  const [method = '', path = ''] = name.split(' ');
  const did = ACTS[name] ?? routeWords(method, path)?.past ?? `called ${name}`;
  const [by = '', agent] = String(client).split(' ');
  return `You ${did} ${CLIENTS[by] ?? 'with the control API'}${agent === undefined ? '' : ` from ${agent}`}`;
}
