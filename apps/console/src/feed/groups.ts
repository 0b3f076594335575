import { orderOf } from '../ui/order';
import type { Tone } from '../ui/tone';
import { hasArrived, idOf, isInProgress, type Entry } from './entries';
import { outcomeOf, type Details } from './entry-words';

/** An attempt that comes later than this after its event has a group of its own: it is news. */
const LATE_MS = 60_000;

/** A request or an action with what it caused. */
export interface Group {
  /** Of its head. */
  readonly id: string;
  /** The request, or what the customer, the user or the clock did. */
  readonly head: Item;
  /** The request of the head; of a customer's act it is the request of the payment page. */
  readonly request: Entry | undefined;
  readonly children: readonly Item[];
  /** The worst outcome. */
  readonly tone: Tone;
  readonly facts: Facts;
}

/** A line of the feed. Of the attempts of a webhook in a group it has the last. */
export interface Item {
  readonly entry: Entry;
  /** When the webhook is retried. */
  readonly retryAt?: string;
  /** True for the last attempt of a webhook that has not arrived. */
  readonly isUndelivered: boolean;
}

/** The object of a group's events, as the last of them had it. */
export interface Facts {
  readonly amount?: number;
  readonly currency?: string;
  readonly status?: string;
  readonly method?: string;
  readonly order?: string;
  readonly failureCode?: string;
}

/** The worst first. */
const WORST: readonly Tone[] = ['bad', 'retrying', 'held', 'waiting', 'info', 'good', 'neutral'];
const HEADS: readonly Entry['kind'][] = ['page', 'act', 'request', 'clock', 'event', 'fault', 'attempt'];
const CAUSES = new Set<Entry['kind']>(['page', 'act', 'request']);

/**
 * Groups entries, the latest first, by the request that caused them. The latest group comes first, and the
 * first effect.
 */
export function groupsOf(entries: readonly Entry[]): Group[] {
  const byTime = entries.toReversed().toSorted((a, b) => Date.parse(a.machine_at) - Date.parse(b.machine_at));
  const causes = new Set(byTime.filter(({ kind }) => CAUSES.has(kind)).map(({ request_id: id }) => id));
  const events = new Map(byTime.filter(({ kind }) => kind === 'event').map((entry) => [entry.id, entry]));
  const last = lastNumbers(byTime);
  const groups = new Map<string, Entry[]>();
  for (const entry of byTime) {
    const key = keyOf(entry, causes, events);
    const members = groups.get(key);
    if (members) members.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()]
    .map((members) => groupOf(members, last))
    .toSorted((a, b) => Date.parse(a.head.entry.machine_at) - Date.parse(b.head.entry.machine_at))
    .toReversed();
}

function keyOf(entry: Entry, causes: ReadonlySet<string | null>, events: ReadonlyMap<string, Entry>): string {
  const { kind, request_id: requestId } = entry;
  const event = kind === 'attempt' ? eventOf(entry) : entry.id;
  if (kind === 'attempt') {
    const began = events.get(event)?.machine_at;
    if (began !== undefined && Date.parse(entry.machine_at) - Date.parse(began) > LATE_MS) return idOf(entry);
  }
  if (kind === 'clock') return idOf(entry);
  if (requestId !== null && causes.has(requestId)) return requestId;
  return kind === 'event' || (kind === 'attempt' && events.has(event)) ? event : idOf(entry);
}

function groupOf(members: readonly Entry[], last: ReadonlyMap<string, number>): Group {
  const head =
    HEADS.map((kind) => members.find((entry) => entry.kind === kind)).find((entry) => entry !== undefined) ??
    members[0];
  if (!head) throw new Error('A group has no entry');
  const request = members.find(({ kind }) => kind === 'request');
  const children = childrenOf(
    members.filter((entry) => entry !== head && entry !== request),
    last,
  );
  // Events count beside the webhooks that are shown in their place.
  const outcomes = [
    head,
    ...members.filter(({ kind }) => kind !== 'attempt'),
    ...children.map(({ entry }) => entry),
  ].map(outcomeOf);
  return {
    id: idOf(head),
    head: itemOf(head, last),
    request,
    children,
    tone: WORST.find((tone) => outcomes.includes(tone)) ?? 'neutral',
    facts: factsOf(members),
  };
}

/** Replaces each event by the last attempt of its webhook, if it has one. */
function childrenOf(members: readonly Entry[], last: ReadonlyMap<string, number>): Item[] {
  const attempts = [
    ...new Map(
      members.filter(({ kind }) => kind === 'attempt').map((entry) => [deliveryOf(entry), entry]),
    ).values(),
  ];
  const eventIds = new Set(members.map(({ id }) => id));
  const shown = members.flatMap((entry): readonly Entry[] => {
    if (entry.kind === 'attempt') return [];
    const own = attempts.filter((attempt) => eventOf(attempt) === entry.id);
    return own.length > 0 ? own : [entry];
  });
  return [...shown, ...attempts.filter((attempt) => !eventIds.has(eventOf(attempt)))].map((entry) =>
    itemOf(entry, last),
  );
}

function itemOf(entry: Entry, last: ReadonlyMap<string, number>): Item {
  const { number, next_attempt_at: retryAt } = detailsOf(entry);
  const isUndelivered =
    entry.kind === 'attempt' &&
    !hasArrived(entry) &&
    !isInProgress(entry) &&
    last.get(deliveryOf(entry)) === number;
  return { entry, isUndelivered, ...(isUndelivered && typeof retryAt === 'string' && { retryAt }) };
}

/** The number of the last attempt of each webhook. */
function lastNumbers(entries: readonly Entry[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind !== 'attempt') continue;
    last.set(
      deliveryOf(entry),
      Math.max(last.get(deliveryOf(entry)) ?? 0, Number(detailsOf(entry)['number'])),
    );
  }
  return last;
}

/** The object as the last event had it; of attempts without their event, what they have of it. */
function factsOf(members: readonly Entry[]): Facts {
  const events = members.filter(({ kind }) => kind === 'event');
  const told = events.length > 0 ? events : members.filter(({ kind }) => kind === 'attempt');
  const all = told.map(({ kind, details }): Facts => {
    const { amount, currency, status, method, failure_code: failureCode, metadata } = details as EventDetails;
    const object = { amount, currency, order: orderOf(metadata) };
    // The status of an attempt is that of its response.
    const facts = kind === 'event' ? { ...object, status, method, failureCode } : object;
    return Object.fromEntries(
      Object.entries(facts).filter(([, value]) => value !== null && value !== undefined),
    );
  });
  return Object.assign({}, ...all) as Facts;
}

interface EventDetails {
  readonly amount?: number | null;
  readonly currency?: string | null;
  readonly status?: string | null;
  readonly method?: string | null;
  readonly failure_code?: string | null;
  readonly metadata?: Readonly<Record<string, string | number | null>> | null;
}

function eventOf(attempt: Entry): string {
  return String(detailsOf(attempt)['event']);
}

function deliveryOf(attempt: Entry): string {
  return String(detailsOf(attempt)['delivery']);
}

function detailsOf({ details }: Entry): Details {
  return details;
}

/** True for a request that was rejected or not answered, a failed attempt, a declined payment and a fault. */
export function hasFailed({ tone }: Group): boolean {
  return tone === 'bad' || tone === 'retrying';
}
