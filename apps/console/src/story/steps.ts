import type { Schemas } from '../api/client';
import {
  actSentence,
  clockSentence,
  hostOf,
  isOfPage,
  millisecondsText,
  PAGE_ACTIONS,
  type Details,
} from '../feed/entry-words';
import { shortPath } from '../ui/short-path';
import { hasArrived, idOf, isInProgress, statusOf, type Entry } from '../feed/entries';
import { routeWords } from '../feed/route-words';
import { firingSentence } from '../parts/fault-sentence';
import { toneOfHttp, type Tone } from '../ui/tone';
import { labelOf } from '../ui/words';

export const LANES = ['Your server', 'Tollgate', 'Customer', 'Your endpoint'] as const;
type Lane = 0 | 1 | 2 | 3;
const [SERVER, TOLLGATE, CUSTOMER, ENDPOINT] = [0, 1, 2, 3] as const;

/** One line of the diagram: an arrow between two lanes, or a note on the lane of Tollgate. */
export interface Step {
  readonly id: string;
  /** In the sandbox's time. */
  readonly at: string;
  /** `due`: why an event happened that no request caused. */
  readonly kind: Entry['kind'] | 'due' | 'upcoming';
  readonly from: Lane;
  readonly to: Lane;
  readonly label: string;
  readonly tone: Tone;
  /** The response along the arrow. */
  readonly answer?: string;
  readonly durationMs?: number;
  /** The effect of faults, in a sentence. */
  readonly fault?: string;
  /** Like steps in a row with the same value are folded: attempts of a webhook, reads of an object. */
  readonly folds?: string;
  /** The request that caused it. */
  readonly requestId: string | null;
  /** The id of the request or the webhook that the inspector shows. */
  readonly opens?: string;
  /** The object, unless it is the one that the story is about. */
  readonly objectId: string | null;
  /** Unless it is upcoming. */
  readonly entry?: Entry;
}

/** Causes before effects where both have the same time. */
const RANKS: Readonly<Record<Entry['kind'], number>> = {
  clock: 0,
  request: 1,
  page: 1,
  act: 1,
  fault: 2,
  event: 3,
  attempt: 4,
};

/** Why an event happens that the clock causes. */
const DUE: Readonly<Record<string, string>> = {
  'charge.create': 'A payment of the schedule was due',
  'charge.expire': 'The time to pay ran out',
  'charge.reverse': 'The authorization lapsed',
};
const PAYMENT_EFFECTS = ['fail', 'settle', 'never'];

interface Faults {
  /** Effects by name. */
  readonly effects: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The names of those that changed a request, by its ID. */
  readonly ofRequests: ReadonlyMap<string | null, string | number | null | undefined>;
}

/**
 * The story of an object from its timeline, oldest first. A request, a page or an act precedes what it
 * caused.
 */
export function stepsOf(entries: readonly Entry[], about: string): Step[] {
  const byCommit = entries.toReversed();
  const shown = byCommit.filter(shownBeside(byCommit));
  const groups = new Map<string, { readonly first: number; readonly at: number }>();
  shown.forEach((entry, index) => {
    const group = groups.get(groupOf(entry));
    const at = entry.kind === 'attempt' ? Infinity : Date.parse(entry.at);
    groups.set(groupOf(entry), { first: group?.first ?? index, at: Math.min(group?.at ?? Infinity, at) });
  });
  const faults: Faults = {
    effects: new Map(
      byCommit.filter(({ kind }) => kind === 'fault').map(({ details }) => firingOf(details as Details)),
    ),
    ofRequests: new Map(
      byCommit
        .filter(({ kind }) => kind === 'request')
        .map(({ request_id: id, details }) => [id, (details as Details)['fault']]),
    ),
  };
  return shown
    .flatMap((entry, index) => {
      const group = groups.get(groupOf(entry));
      const isCause = RANKS[entry.kind] === 1;
      const own = Date.parse(startOf(entry));
      const at = isCause && group ? Math.min(group.at, own) : own;
      const order = [at, group?.first ?? index, RANKS[entry.kind], index] as const;
      const step = stepOf(entry, about, faults);
      return [...dueBefore(entry, step).map((due) => ({ step: due, order })), { step, order }];
    })
    .toSorted((a, b) => compare(a.order, b.order))
    .map(({ step }) => step);
}

/**
 * False for what another entry tells: the request for a page, a reload of it, and a fault that is shown on
 * the arrow that it changed.
 */
function shownBeside(entries: readonly Entry[]): (entry: Entry) => boolean {
  const pages = new Set(entries.filter(({ kind }) => kind === 'page').map(({ request_id: id }) => id));
  const changed = new Set(
    entries.flatMap(({ kind, request_id: id, details }) =>
      kind === 'fault' ? [] : faultsOf(details as Details).map((fault) => `${id} ${fault}`),
    ),
  );
  return ({ kind, request_id: id, details }) => {
    const { method, status, fault } = details as Details;
    if (kind === 'fault') return !changed.has(`${id} ${fault}`);
    if (kind !== 'request' || !isOfPage(details)) return true;
    return !pages.has(id) && (method !== 'GET' || Number(status ?? 0) >= 400);
  };
}

function firingOf(details: Details): readonly [string, Readonly<Record<string, unknown>>] {
  const { do: effect = {} } = details as { readonly do?: Readonly<Record<string, unknown>> };
  return [String(details['fault']), effect];
}

/** The names of the faults that changed a request or an attempt. */
function faultsOf({ fault }: Details): readonly string[] {
  return typeof fault === 'string' ? fault.split(', ') : [];
}

function faultText(details: Details, noun: string, { effects }: Faults): { readonly fault?: string } {
  const texts = faultsOf(details).map((name) => {
    const effect = effects.get(name);
    return effect ? `Fault "${name}": ${nounOf(effect, noun)}` : `Fault "${name}" fired.`;
  });
  return texts.length > 0 ? { fault: texts.join(' ') } : {};
}

function nounOf(effect: Readonly<Record<string, unknown>>, noun: string): string {
  return firingSentence(PAYMENT_EFFECTS.some((name) => name in effect) ? 'payment' : noun, effect);
}

/** Why the clock caused an event. */
function dueBefore({ kind, request_id: requestId, details }: Entry, event: Step): Step[] {
  const isExpired = event.label === 'charge.complete' && (details as Details)['status'] === 'expired';
  const key = isExpired ? 'charge.expire' : event.label;
  const label = kind === 'event' && requestId === null ? DUE[key] : undefined;
  if (label === undefined) return [];
  const { at, from, to, objectId } = event;
  return [
    { id: `due ${event.id}`, at, kind: 'due', from, to, label, tone: 'info', requestId: null, objectId },
  ];
}

/** The start of an entry: a move of the clock precedes its effects. */
function startOf({ kind, at, details }: Entry): string {
  const { from } = details as { from?: string | null };
  return kind === 'clock' && from ? from : at;
}

function groupOf(entry: Entry): string {
  return entry.request_id ?? idOf(entry);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, position) => value !== b[position]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function stepOf(entry: Entry, about: string, faults: Faults): Step {
  const said = entry.details as Details;
  const { id, kind, request_id: requestId, object_id: object } = entry;
  const base = {
    id: idOf(entry),
    at: startOf(entry),
    kind,
    requestId,
    objectId: object === about ? null : object,
    entry,
  };
  const note = { ...base, from: TOLLGATE, to: TOLLGATE };
  const isOpen = isInProgress(entry);
  const duration =
    typeof said['duration_ms'] === 'number' && !isOpen ? { durationMs: said['duration_ms'] } : {};
  switch (kind) {
    case 'request': {
      const [method, path] = [String(said['method']), String(said['path'])];
      const isToken = said['host'] === 'vault' && method === 'POST';
      const words = isOfPage(said)
        ? 'Send the payment page'
        : (routeWords(method, path)?.label ?? `${method} ${shortPath(path)}`);
      return {
        ...base,
        from: isToken || isOfPage(said) ? CUSTOMER : SERVER,
        to: TOLLGATE,
        label: isToken ? 'Send card details' : words,
        tone: isOpen ? 'info' : toneOfHttp(statusOf(entry)),
        answer: isOpen
          ? 'in progress'
          : [said['status'] ?? 'no response', said['error']].filter(Boolean).join(' · '),
        ...duration,
        ...faultText(said, 'request', faults),
        ...(method === 'GET' && { folds: `${path} ${said['status']}` }),
        opens: id,
      };
    }
    case 'event':
      return { ...note, label: String(said['key']), tone: 'neutral' };
    case 'attempt': {
      const isGood = hasArrived(entry);
      return {
        ...base,
        from: TOLLGATE,
        to: ENDPOINT,
        label: `${said['key']} #${said['number']}`,
        tone: isOpen ? 'info' : isGood ? 'good' : said['given_up'] ? 'bad' : 'retrying',
        answer: [
          isOpen ? 'in progress' : said['status'],
          isGood ? undefined : said['error'],
          hostOf(String(said['uri'])),
        ]
          .filter(Boolean)
          .join(' · '),
        ...duration,
        ...faultText(said, 'webhook', faults),
        folds: String(said['delivery']),
        opens: String(said['delivery']),
      };
    }
    case 'fault': {
      const [name, effect] = firingOf(said);
      return { ...note, label: `Fault "${name}": ${nounOf(effect, 'call')}`, tone: 'retrying' };
    }
    case 'clock':
      return { ...note, label: clockSentence(said), tone: 'info' };
    case 'act':
      return { ...note, label: actSentence(said), tone: 'neutral' };
    case 'page': {
      const isSession = object?.startsWith('sess_') === true && said['action'] === 'opened';
      const [sentence, tone] = PAGE_ACTIONS[String(said['action'])] ?? [
        labelOf(String(said['action'])),
        'neutral',
      ];
      const label = isSession ? 'Opened the checkout page' : sentence;
      const fault = faultText({ fault: faults.ofRequests.get(requestId) }, 'page', faults);
      return { ...base, from: CUSTOMER, to: TOLLGATE, label, tone, ...fault };
    }
  }
}

/**
 * Upcoming events of the object and its webhooks, the dotted steps at the end of the story. `webhooks` has
 * the event of each.
 */
export function upcomingSteps(
  upcoming: readonly Schemas['Upcoming'][],
  about: string,
  webhooks: ReadonlyMap<string, string>,
): Step[] {
  return upcoming.map(({ at, kind, object_id: object, delivery }, index) => ({
    id: `upcoming ${kind} ${index}`,
    at,
    kind: 'upcoming',
    from: TOLLGATE,
    to: delivery === null ? TOLLGATE : ENDPOINT,
    label: delivery !== null && webhooks.has(delivery) ? `Retry of ${webhooks.get(delivery)}` : labelOf(kind),
    tone: 'neutral',
    requestId: null,
    objectId: object === about ? null : object,
    ...(delivery !== null && { opens: delivery }),
  }));
}

/** The event of each webhook of a story. */
export function webhooksOf(steps: readonly Step[]): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap(({ opens, entry }) =>
      opens !== undefined && entry?.kind === 'attempt'
        ? [[opens, String((entry.details as Details)['key'])] as const]
        : [],
    ),
  );
}

/** The actor, and the receiver of an arrow: "Your server → Tollgate". */
export function whoOf({ kind, from, to }: Step): string {
  if (kind === 'act' || kind === 'due' || kind === 'clock') return '';
  if (kind === 'page') return LANES[from];
  return from === to ? LANES[from] : `${LANES[from]} → ${LANES[to]}`;
}

/** A step in a sentence. */
export function sentenceOfStep(step: Step): string {
  const { kind, from, to, label, answer, durationMs, fault } = step;
  const back = answer === undefined ? '' : `, answered ${answer}`;
  const what = `${label}${back}${durationMs === undefined ? '' : ` in ${millisecondsText(durationMs)}`}`;
  const because = fault === undefined ? '' : `. ⚡ ${fault}`;
  const target = to === TOLLGATE ? LANES[to] : LANES[to].toLowerCase();
  const who = whoOf(step);
  if (who === '') return what;
  if (kind === 'page') return `${who} ${what.charAt(0).toLowerCase()}${what.slice(1)}${because}`;
  return `${from === to ? who : `${LANES[from]} to ${target}`}: ${what}${because}`;
}
