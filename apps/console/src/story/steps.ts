import type { Schemas } from '../api/client';
import { actSentence, clockSentence, hostOf, PAGE_ACTIONS, type Details } from '../feed/entry-words';
import { shortPath } from '../ui/short-path';
import { hasArrived, idOf, statusOf, type Entry } from '../feed/entries';
import { toneOfHttp, type Tone } from '../ui/tone';
import { labelOf } from '../ui/words';

export const LANES = ['Your server', 'Tollgate', 'Customer', 'Your endpoint'] as const;
export type Lane = 0 | 1 | 2 | 3;
const [SERVER, TOLLGATE, CUSTOMER, ENDPOINT] = [0, 1, 2, 3] as const;

/** One line of the diagram: an arrow between two lanes, or a note on the lane of Tollgate. */
export interface Step {
  readonly id: string;
  /** In the sandbox's time. */
  readonly at: string;
  readonly kind: Entry['kind'] | 'upcoming';
  readonly from: Lane;
  readonly to: Lane;
  readonly label: string;
  readonly tone: Tone;
  /** The response along the arrow. */
  readonly answer?: string;
  readonly durationMs?: number;
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
const RANKS: Readonly<Record<Entry['kind'], number>> = { clock: 0, request: 1, page: 1, act: 1, fault: 2, event: 3, attempt: 4 };

/** The story of an object from its timeline, oldest first. A request, a page or an act precedes what it caused. */
export function stepsOf(entries: readonly Entry[], about: string): Step[] {
  const byCommit = entries.toReversed();
  const groups = new Map<string, { readonly first: number; readonly at: number }>();
  byCommit.forEach((entry, index) => {
    const group = groups.get(groupOf(entry));
    const at = entry.kind === 'attempt' ? Infinity : Date.parse(entry.at);
    groups.set(groupOf(entry), { first: group?.first ?? index, at: Math.min(group?.at ?? Infinity, at) });
  });
  const pages = new Set(byCommit.filter(({ kind }) => kind === 'page').map(({ request_id: id }) => id));
  return (
    byCommit
      // The entry of the page says more than the request for it.
      .filter((entry) => !(entry.kind === 'request' && isForPage(entry) && pages.has(entry.request_id)))
      .map((entry, index) => {
        const group = groups.get(groupOf(entry));
        const isCause = RANKS[entry.kind] === 1;
        const own = Date.parse(startOf(entry));
        const at = isCause && group ? Math.min(group.at, own) : own;
        return { step: stepOf(entry, about), order: [at, group?.first ?? index, RANKS[entry.kind], index] as const };
      })
      .toSorted((a, b) => compare(a.order, b.order))
      .map(({ step }) => step)
  );
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

function isForPage({ details }: Entry): boolean {
  return (details as Details)['host'] === 'pay';
}

function stepOf(entry: Entry, about: string): Step {
  const said = entry.details as Details;
  const { id, kind, request_id: requestId, object_id: object } = entry;
  const base = { id: idOf(entry), at: startOf(entry), kind, requestId, objectId: object === about ? null : object, entry };
  const note = { ...base, from: TOLLGATE, to: TOLLGATE };
  const duration = typeof said['duration_ms'] === 'number' ? { durationMs: said['duration_ms'] } : {};
  switch (kind) {
    case 'request': {
      const isAnswered = said['state'] !== 'in_progress';
      const answer = [said['status'] ?? 'no answer', said['error'], said['fault'] && `fault "${said['fault']}"`]
        .filter(Boolean)
        .join(' · ');
      return {
        ...base,
        from: said['host'] === 'api' ? SERVER : CUSTOMER,
        to: TOLLGATE,
        // The object of the story need not be named.
        label: `${said['method']} ${shortPath(String(said['path']).replace(new RegExp(`^/[a-z_/]+/${about}`), '…'))}`,
        tone: isAnswered ? toneOfHttp(statusOf(entry)) : 'info',
        answer: isAnswered ? answer : 'in progress',
        ...duration,
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
        label: `${said['key']} #${said['number']}${said['fault'] ? `, fault "${said['fault']}"` : ''}`,
        tone: isGood ? 'good' : said['given_up'] ? 'bad' : 'retrying',
        answer: [said['status'], isGood ? undefined : said['error'], hostOf(String(said['uri']))].filter(Boolean).join(' · '),
        ...duration,
        opens: String(said['delivery']),
      };
    }
    case 'fault':
      return { ...note, label: `Fault "${said['fault']}"`, tone: 'retrying' };
    case 'clock':
      return { ...note, label: clockSentence(said), tone: 'info' };
    case 'act':
      return { ...note, label: `${actSentence(String(said['action']))} · by you`, tone: 'neutral' };
    case 'page': {
      const [sentence, tone] = PAGE_ACTIONS[String(said['action'])] ?? [labelOf(String(said['action'])), 'neutral'];
      return { ...base, from: CUSTOMER, to: TOLLGATE, label: [sentence, said['failure_code']].filter(Boolean).join(' · '), tone };
    }
  }
}

/** Upcoming events of the object and its webhooks, the dotted steps at the end of the story. */
export function upcomingSteps(upcoming: readonly Schemas['Upcoming'][], about: string, webhooks: ReadonlySet<string>): Step[] {
  const own = upcoming.filter(({ object_id: object, delivery }) => object === about || (delivery !== null && webhooks.has(delivery)));
  return own.map(({ at, kind, object_id: object, delivery }, index) => ({
    id: `upcoming ${kind} ${index}`,
    at,
    kind: 'upcoming',
    from: TOLLGATE,
    to: kind === 'retry' ? ENDPOINT : TOLLGATE,
    label: labelOf(kind),
    tone: 'neutral',
    requestId: null,
    objectId: object === about ? null : object,
    ...(delivery !== null && { opens: delivery }),
  }));
}

/** A step in a sentence, for readers who do not see the diagram. */
export function sentenceOfStep({ from, to, label, answer, durationMs }: Step): string {
  const target = to === TOLLGATE ? LANES[to] : LANES[to].toLowerCase();
  const who = from === to ? LANES[from] : `${LANES[from]} to ${target}`;
  const back = answer === undefined ? '' : `, answered ${answer}`;
  return `${who}: ${label}${back}${durationMs === undefined ? '' : ` in ${durationMs} ms`}`;
}
