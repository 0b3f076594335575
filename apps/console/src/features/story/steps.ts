import { inTime, startOf, storyOf, type StoryNode } from '../../../../../libs/kernel/story';
import type { Schemas } from '../../api/client';
import {
  actSentence,
  clockSentence,
  hostOf,
  isOfPage,
  millisecondsText,
  PAGE_ACTIONS,
  type Details,
} from '../timeline/entry-words';
import { shortPath } from '../../ui/short-path';
import { hasArrived, idOf, isInProgress, statusOf, type Entry } from '../timeline/entries';
import { routeWords } from '../timeline/route-words';
import { firingSentence } from '../faults/fault-sentence';
import { toneOfHttp, type Tone } from '../../ui/tone';
import { labelOf } from '../../ui/words';

export const LANES = ['Your server', 'Tollgate', 'Customer', 'Your endpoint'] as const;
type Lane = 0 | 1 | 2 | 3;
const [SERVER, TOLLGATE, CUSTOMER, ENDPOINT] = [0, 1, 2, 3] as const;

/** One line of the diagram: an arrow between two lanes, or a note on the lane of Tollgate. */
export interface Step {
  readonly id: string;
  /** In the sandbox's time. */
  readonly at: string;
  /** `due`: why an event happened that time caused. `missing`: a cause that the timeline does not have. */
  readonly kind: Entry['kind'] | 'due' | 'missing' | 'upcoming';
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
  /** The id of the first cause: steps of the same are lit together. */
  readonly root: string;
  /** The id of the request or the webhook that the inspector shows. */
  readonly opens?: string;
  /** The object, unless it is the one that the story is about. */
  readonly objectId: string | null;
  /** Unless it is upcoming. */
  readonly entry?: Entry;
}

/** Why an event happens that the clock causes. */
const DUE: Readonly<Record<string, string>> = {
  'charge.create': 'A payment of the schedule was due',
  'charge.expire': 'The time to pay ran out',
  'charge.reverse': 'The authorization lapsed',
};
/** The first HTTP status of an error. */
const REFUSED = 400;
const PAYMENT_EFFECTS = ['fail', 'settle', 'never'];

/** Causes that the timeline does not have. */
const MISSING: Readonly<Record<string, string>> = {
  request: 'Request (not in the log)',
  act: 'Manual action (not listed)',
  clock: 'Clock change (not listed)',
};

/** Effects of faults by name. */
type Effects = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The story of an object from its timeline, oldest first. What sets off a step precedes it. */
export function stepsOf(entries: readonly Entry[], about: string): Step[] {
  const byCommit = entries.toReversed();
  const effects: Effects = new Map(
    byCommit.filter(({ kind }) => kind === 'fault').map(({ details }) => firingOf(details as Details)),
  );
  const isShown = shownBeside(byCommit);
  const stepsOfTree = (root: StoryNode<Entry>): { readonly step: Step; readonly at: number }[] =>
    inTime([root]).flatMap(({ node }) => {
      const { entry, request, at } = node;
      if (!entry) return { step: missingStep(node, root.id), at };
      if (!isShown(entry)) return [];
      const step = stepOf(entry, request, about, effects, root.id);
      return [...dueBefore(entry, step), step].map((one) => ({ step: one, at }));
    });
  return storyOf(byCommit)
    .flatMap(stepsOfTree)
    .toSorted((one, other) => one.at - other.at)
    .map(({ step }) => step);
}

/**
 * False for what another step tells: the load of a page, and a fault that is shown on the arrow that it
 * changed.
 */
function shownBeside(entries: readonly Entry[]): (entry: Entry) => boolean {
  const changed = new Set(
    entries.flatMap(({ kind, id, details }) => {
      const { delivery } = details as Details;
      const name = kind === 'attempt' ? delivery : id;
      return kind === 'fault' ? [] : faultsOf(details as Details).map((fault) => `${name} ${fault}`);
    }),
  );
  return ({ kind, trigger, object_id: object, details }) => {
    const { method, status, fault } = details as Details;
    if (kind === 'fault') return !changed.has(`${trigger} ${fault}`) && !changed.has(`${object} ${fault}`);
    return kind !== 'request' || !isOfPage(details) || method !== 'GET' || Number(status ?? 0) >= REFUSED;
  };
}

function missingStep({ id, kind, at }: StoryNode<Entry>, root: string): Step {
  const label = MISSING[kind] ?? `${labelOf(kind)} (not listed)`;
  const from = kind === 'request' ? SERVER : TOLLGATE;
  const time = new Date(at).toISOString();
  return { id, at: time, kind: 'missing', from, to: TOLLGATE, label, tone: 'neutral', root, objectId: null };
}

function firingOf(details: Details): readonly [string, Readonly<Record<string, unknown>>] {
  const { do: effect = {} } = details as { readonly do?: Readonly<Record<string, unknown>> };
  return [String(details['fault']), effect];
}

/** The names of the faults that changed a request or an attempt. */
function faultsOf({ fault }: Details): readonly string[] {
  return typeof fault === 'string' ? fault.split(', ') : [];
}

function faultText(details: Details, noun: string, effects: Effects): { readonly fault?: string } {
  const texts = faultsOf(details).map((name) => {
    const effect = effects.get(name);
    return effect ? `Fault "${name}": ${nounOf(effect, noun)}` : `Fault "${name}" fired.`;
  });
  return texts.length > 0 ? { fault: texts.join(' ') } : {};
}

function nounOf(effect: Readonly<Record<string, unknown>>, noun: string): string {
  return firingSentence(PAYMENT_EFFECTS.some((name) => name in effect) ? 'payment' : noun, effect);
}

/** Why time caused an event, by itself or because the clock was advanced. */
function dueBefore({ kind, trigger, request_id: requestId, details }: Entry, event: Step): Step[] {
  const isExpired = event.label === 'charge.complete' && (details as Details)['status'] === 'expired';
  const key = isExpired ? 'charge.expire' : event.label;
  // An event of an older release has a request, but no trigger.
  const isDue = trigger?.startsWith('clkm_') ?? requestId === null;
  const label = kind === 'event' && isDue ? DUE[key] : undefined;
  if (label === undefined) return [];
  const { at, from, to, objectId, root } = event;
  return [{ id: `due ${event.id}`, at, kind: 'due', from, to, label, tone: 'info', root, objectId }];
}

function stepOf(
  entry: Entry,
  arrival: Entry | undefined,
  about: string,
  effects: Effects,
  root: string,
): Step {
  const said = entry.details as Details;
  const { id, kind, object_id: object } = entry;
  const base = {
    id: idOf(entry),
    at: startOf(entry),
    kind,
    root,
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
        ...faultText(said, 'request', effects),
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
        ...faultText(said, 'webhook', effects),
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
      const fault = arrival && faultText(arrival.details, 'page', effects);
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
    root: `upcoming ${index}`,
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
