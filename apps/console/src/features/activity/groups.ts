import { storyOf, type StoryNode } from '../../../../../libs/kernel/story';
import { orderOf } from '../../ui/order';
import type { Tone } from '../../ui/tone';
import { hasArrived, idOf, isInProgress, statusOf, type Entry } from '../timeline/entries';
import { isOfPage, outcomeOf, type Details } from '../timeline/entry-words';

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
  /** How often the customer loaded the page, if the group is that. */
  readonly loads: number;
}

/** A line of the feed. Of the attempts of a webhook in a group it has the last. */
export interface Item {
  readonly entry: Entry;
  /** Of an attempt that of the webhook's last one. */
  readonly outcome: Tone;
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
const CAUSES = new Set<Entry['kind']>(['page', 'act', 'request', 'clock']);
/** The first HTTP status of an error. */
const REFUSED = 400;
/** What a group begins with if its cause is missing, or filtered out. */
const HEADS: readonly Entry['kind'][] = ['page', 'act', 'request', 'clock', 'event', 'fault', 'attempt'];
/** A customer who loads a page again after so long begins another group. */
const PAGE_LEFT_MS = 600_000;

/**
 * Groups entries, the latest first, by what set them off; what a clock move reaches is in groups of its own.
 * The latest group comes first, and the first effect. Only entries that `isShown` are in groups.
 */
export function groupsOf(
  entries: readonly Entry[],
  isShown: (entry: Entry) => boolean = () => true,
): Group[] {
  const found: Entry[][] = [];
  for (const root of storyOf(entries.toReversed())) found.push(gathered(root, found));
  const last = lastAttempts(entries);
  const groups = found
    .map((members) => members.filter(isShown))
    .filter((members) => members.length > 0)
    .map((members) => groupOf(members, last))
    .toSorted((a, b) => timeOf(a) - timeOf(b));
  return withFoldedLoads(groups).toReversed();
}

/** The entries of a tree, causes first. Those that are news of their own are added to `others` instead. */
function gathered(node: StoryNode<Entry>, others: Entry[][]): Entry[] {
  const members = [node.entry, node.request].filter((entry) => entry !== undefined);
  for (const child of node.children) {
    const own = gathered(child, others);
    if (isNews(child, node)) others.push(own);
    else members.push(...own);
  }
  return members;
}

function isNews({ entry, machineAt }: StoryNode<Entry>, cause: StoryNode<Entry>): boolean {
  if (cause.kind === 'clock') return true;
  return entry?.kind === 'attempt' && cause.kind === 'event' && machineAt - cause.machineAt > LATE_MS;
}

/** Adds loads of a page to the group in which the customer opened it. */
function withFoldedLoads(groups: readonly Group[]): Group[] {
  const folded: Group[] = [];
  const pages = new Map<string, { index: number; at: number }>();
  for (const group of groups) {
    const { object_id: page } = group.head.entry;
    const isLoad = isPageLoad(group.head.entry) && group.children.length === 0;
    const open = isLoad && page !== null ? pages.get(page) : undefined;
    const before = open && folded[open.index];
    const at = timeOf(group);
    if (open && before && at - open.at < PAGE_LEFT_MS) {
      folded[open.index] = { ...before, loads: before.loads + 1 };
      open.at = at;
    } else {
      if (isLoad && page !== null) pages.set(page, { index: folded.length, at });
      folded.push(group);
    }
  }
  return folded;
}

function isPageLoad(entry: Entry): boolean {
  const { method, action } = detailsOf(entry);
  if (entry.kind === 'page') return action === 'opened';
  return entry.kind === 'request' && isOfPage(entry.details) && method === 'GET' && statusOf(entry) < REFUSED;
}

function timeOf({ head }: Group): number {
  return Date.parse(head.entry.machine_at);
}

function groupOf(members: readonly Entry[], last: ReadonlyMap<string, Entry>): Group {
  const [first] = members;
  const head =
    first && CAUSES.has(first.kind)
      ? first
      : HEADS.map((kind) => members.find((entry) => entry.kind === kind)).find(Boolean);
  if (!head) throw new Error('A group has no entry');
  const request = members.find(({ kind }) => kind === 'request');
  const children = childrenOf(
    members.filter((entry) => entry !== head && entry !== request),
    last,
  );
  // Events count beside the webhooks that are shown in their place.
  const items = members.filter(({ kind }) => kind !== 'attempt').map((entry) => itemOf(entry, last));
  const outcomes = [itemOf(head, last), ...items, ...children].map(({ outcome }) => outcome);
  return {
    id: idOf(head),
    head: itemOf(head, last),
    request,
    children,
    tone: WORST.find((tone) => outcomes.includes(tone)) ?? 'neutral',
    facts: factsOf(members),
    loads: 1,
  };
}

/** Replaces each event by the last attempt of its webhook, if it has one. */
function childrenOf(members: readonly Entry[], last: ReadonlyMap<string, Entry>): Item[] {
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

function itemOf(entry: Entry, last: ReadonlyMap<string, Entry>): Item {
  const latest = entry.kind === 'attempt' ? (last.get(deliveryOf(entry)) ?? entry) : entry;
  const { next_attempt_at: retryAt } = detailsOf(entry);
  const isUndelivered =
    entry.kind === 'attempt' && latest === entry && !hasArrived(entry) && !isInProgress(entry);
  return {
    entry,
    outcome: outcomeOf(latest),
    isUndelivered,
    ...(isUndelivered && typeof retryAt === 'string' && { retryAt }),
  };
}

/** The last attempt of each webhook. */
function lastAttempts(entries: readonly Entry[]): Map<string, Entry> {
  const last = new Map<string, Entry>();
  for (const entry of entries) {
    if (entry.kind !== 'attempt') continue;
    const known = last.get(deliveryOf(entry));
    if (!known || numberOf(entry) > numberOf(known)) last.set(deliveryOf(entry), entry);
  }
  return last;
}

function numberOf(attempt: Entry): number {
  return Number(detailsOf(attempt)['number']);
}

/** The object as the last event had it; without events, what attempts and pages have of it. */
function factsOf(members: readonly Entry[]): Facts {
  const events = members.filter(({ kind }) => kind === 'event');
  const told = events.length > 0 ? events : members;
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
