import { MINUTE_MS } from '#kernel/time.js';
import { type AttemptRow, type History, isAcknowledged, isAnswered, isForged, isStale } from '../history.js';
import { type Occasion, type Situation } from '../situation.js';

/** From this delay on a webhook is late. */
const LATE_MS = MINUTE_MS;

export const WEBHOOK_SITUATIONS: readonly Situation[] = [
  {
    name: 'webhook-late',
    group: 'Webhooks',
    title: 'A webhook arrives late',
    steps: [
      { fault: { on: 'webhook', do: { delay: '10m' } } },
      { then: 'Create a charge.' },
      { advance: '10m' },
    ],
    met: (history) =>
      attempts(history, (one) => one.status !== null && one.started_at - one.event_at >= LATE_MS),
  },
  {
    name: 'webhook-twice',
    group: 'Webhooks',
    title: 'A webhook arrives twice',
    steps: [{ scenario: 'duplicate-webhooks' }],
    met: (history) => repeated(history, isAcknowledged),
  },
  {
    name: 'webhooks-out-of-order',
    group: 'Webhooks',
    title: 'Webhooks arrive out of order',
    steps: [{ scenario: 'out-of-order' }],
    met: outOfOrder,
  },
  {
    name: 'webhook-before-answer',
    group: 'Webhooks',
    title: 'A webhook arrives before the answer of its request',
    steps: [{ fault: { on: 'webhook', do: { before_answer: true } } }, { then: 'Create a charge.' }],
    met: (history) => attempts(history, ({ effect }) => effect === 'before_answer'),
  },
  {
    name: 'webhook-retried',
    group: 'Webhooks',
    title: 'A webhook arrives at the second attempt',
    steps: [{ fault: { on: 'webhook', do: { drop: 1 } } }, { then: 'Create a charge.' }, { advance: '1h' }],
    met: (history) => repeated(history, (first) => !isAcknowledged(first) && first.status === null),
  },
  {
    name: 'webhook-lost',
    group: 'Webhooks',
    title: 'A webhook never arrives',
    steps: [
      { fault: { on: 'webhook', do: { drop: 100 } } },
      { then: 'Create a charge.' },
      { advance: '7d' },
      { then: 'Let the shop retrieve the charge.' },
    ],
    met: ({ attempts: all }) => [
      ...new Map(
        all
          .filter(({ delivery_status: status }) => status === 'exhausted')
          .map((one) => [one.event_id, { ...occasion(one), at: one.event_at }]),
      ).values(),
    ],
    isChecked: (history, occasion) =>
      occasion.object !== null &&
      history
        .callsAbout(occasion.object)
        .some((call) => call.method === 'GET' && isAnswered(call) && call.at >= occasion.at),
  },
  {
    name: 'webhook-forged',
    group: 'Webhooks',
    title: 'A webhook has a wrong signature',
    steps: [{ fault: { on: 'webhook', do: { wrong_signature: 1 } } }, { then: 'Create a charge.' }],
    met: (history) => attempts(history, isForged),
    isChecked: isRefused(isForged),
  },
  {
    name: 'webhook-stale',
    group: 'Webhooks',
    title: 'A webhook was signed an hour ago',
    steps: [{ fault: { on: 'webhook', do: { stale: 1 } } }, { then: 'Create a charge.' }],
    met: (history) => attempts(history, isStale),
    isChecked: isRefused(isStale),
  },
];

function occasion({ object_id: object, started_at: at }: AttemptRow): Occasion {
  return { object, at, cause: null };
}

function attempts(history: History, isMeant: (attempt: AttemptRow) => boolean): Occasion[] {
  return history.attempts.filter(isMeant).map(occasion);
}

/** The shop has answered such a webhook, and not with 2xx. */
function isRefused(isMeant: (attempt: AttemptRow) => boolean): NonNullable<Situation['isChecked']> {
  return (history, { object, at }) =>
    object !== null &&
    history
      .attemptsAbout(object)
      .some((one) => isMeant(one) && one.started_at === at && one.status !== null && !isAcknowledged(one));
}

/** Acknowledged webhooks one of whose earlier attempts fits. */
function repeated(history: History, fits: (first: AttemptRow) => boolean): Occasion[] {
  const seen = new Set<string>();
  return history.attempts.flatMap((attempt) => {
    const isMet = isAcknowledged(attempt) && seen.has(attempt.event_id);
    if (fits(attempt)) seen.add(attempt.event_id);
    return isMet ? [occasion(attempt)] : [];
  });
}

/** Acknowledged first arrivals of webhooks that are older than one that arrived before, about the same object. */
function outOfOrder({ attempts: all }: History): Occasion[] {
  const latest = new Map<string, AttemptRow>();
  const arrived = new Set<string>();
  return all.flatMap((attempt) => {
    if (!isAcknowledged(attempt) || arrived.has(attempt.event_id)) return [];
    arrived.add(attempt.event_id);
    const before = latest.get(attempt.object_id);
    if (before && isOlder(attempt, before)) return [occasion(attempt)];
    latest.set(attempt.object_id, attempt);
    return [];
  });
}

/** Event ids sort by the time of their creation. */
function isOlder(attempt: AttemptRow, other: AttemptRow): boolean {
  return attempt.event_at < other.event_at;
}
