import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '../../libs/platform/clock/clock.js';
import type { Role, TollgateProcess } from '../rig/tollgate-process.js';
import { until } from '../../libs/platform/testing/until.js';
import type { Random } from './random.js';
import { RECEIVER_TEMPERS } from './receivers.js';
import type { QueueStore, Surroundings } from './surroundings.js';

export const FAULT_KINDS = [
  'kill',
  'freeze',
  'restart database',
  'crash database',
  'kill backend',
  'empty queue',
  'kill redis',
  'freeze redis',
  'receiver away',
] as const;

type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** A member's name, a receiver's temper, `postgres` or `redis`. */
  readonly target: string;
  /** Duration of the outage or freeze. */
  readonly forMs: number;
  /** The part of a target that has several. */
  readonly which: number;
  /** Time since the previous fault. */
  readonly afterMs: number;
}

interface Card {
  readonly kind: FaultKind;
  readonly targets: readonly string[];
  /** Copies in the deck. */
  readonly times: number;
  readonly longestMs: number;
}

/** A deck is used up before the next one is mixed, so that a short run sees many kinds. */
const DECK: readonly Card[] = [
  { kind: 'kill', targets: ['api-1', 'api-2'], times: 4, longestMs: 1_500 },
  { kind: 'kill', targets: ['worker-1', 'worker-2'], times: 4, longestMs: 1_500 },
  { kind: 'kill', targets: ['vault-1', 'vault-2', 'pay-1'], times: 2, longestMs: 1_500 },
  { kind: 'kill', targets: ['control-1', 'control-2'], times: 3, longestMs: 1_500 },
  { kind: 'freeze', targets: ['api-1', 'api-2', 'vault-1', 'pay-1'], times: 3, longestMs: 4_000 },
  { kind: 'freeze', targets: ['worker-1', 'worker-2'], times: 3, longestMs: 4_000 },
  { kind: 'freeze', targets: ['control-1', 'control-2'], times: 2, longestMs: 4_000 },
  { kind: 'restart database', targets: ['postgres'], times: 1, longestMs: 2_000 },
  { kind: 'crash database', targets: ['postgres'], times: 1, longestMs: 1_000 },
  { kind: 'kill backend', targets: ['postgres'], times: 1, longestMs: 0 },
  { kind: 'receiver away', targets: RECEIVER_TEMPERS, times: 2, longestMs: 4_000 },
];
const QUEUE_DECKS: Readonly<Record<QueueStore, readonly Card[]>> = {
  postgres: [{ kind: 'empty queue', targets: ['postgres'], times: 2, longestMs: 0 }],
  redis: [
    { kind: 'empty queue', targets: ['redis'], times: 2, longestMs: 0 },
    { kind: 'kill redis', targets: ['redis'], times: 2, longestMs: 2_000 },
    { kind: 'freeze redis', targets: ['redis'], times: 1, longestMs: 4_000 },
  ],
};
/** Longer than the claims of deliveries and clock moves, so that another process takes over. */
const VERY_LONG_MS = 13_000;
const CLAIMING = ['worker', 'control'];
const VERY_LONG_ONE_IN = 8;
const SHORTEST_MS = 200;
const GAP_MS = { shortest: 100, longest: 1_200 };
const EMPTY_LIMIT_MS = 30_000;

/** The faults of a run in order. A seed determines them. */
export function planFaults(
  count: number,
  store: QueueStore,
  random: Random,
  members: Readonly<Record<Role, number>>,
): Fault[] {
  const isThere = (target: string): boolean => {
    const [role = '', number] = target.split('-');
    return !(role in members) || Number(number) <= members[role as Role];
  };
  const deck = [...DECK, ...QUEUE_DECKS[store]].flatMap((card) =>
    Array.from({ length: card.times }, () => card),
  );
  const drawn: Card[] = [];
  while (drawn.length < count) drawn.push(...random.shuffled(deck));
  return drawn.slice(0, count).map(({ kind, targets, longestMs }) => {
    const target = random.pick(targets.filter(isThere));
    const isVeryLong =
      kind === 'freeze' &&
      CLAIMING.some((role) => target.startsWith(role)) &&
      random.integer(1, VERY_LONG_ONE_IN) === 1;
    const forMs = isVeryLong ? VERY_LONG_MS : random.integer(Math.min(SHORTEST_MS, longestMs), longestMs);
    return {
      kind,
      target,
      forMs,
      which: random.integer(0, 1_000),
      afterMs: random.integer(GAP_MS.shortest, GAP_MS.longest),
    };
  });
}

/** Injects the fault. Resolves when the target has recovered. */
async function inject(fault: Fault, surroundings: Surroundings): Promise<void> {
  const { kind, target, forMs, which } = fault;
  const { postgres, redis, database } = surroundings;
  switch (kind) {
    case 'kill':
      return killMember(member(target, surroundings), forMs);
    case 'freeze':
      return member(target, surroundings).freeze(forMs);
    case 'restart database':
      return postgres.restart('clean', forMs);
    case 'crash database':
      return postgres.restart('crash', forMs);
    case 'kill backend':
      return postgres.killBackend(database, which);
    case 'empty queue':
      return emptyQueue(surroundings);
    case 'kill redis':
      return redis?.restart(forMs);
    case 'freeze redis':
      return redis?.pause(forMs);
    case 'receiver away':
      return surroundings.receivers.find(({ temper }) => temper === target)?.goAway(forMs);
  }
}

/** A fault with its begin and end, in milliseconds since 1970. */
export interface Injected {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
}

/** Injects the faults in order, and does not wait for the end of earlier ones. Resolves at the end of all. */
export async function injectAll(
  faults: readonly Fault[],
  surroundings: Surroundings,
  say: (fault: Fault) => void,
): Promise<Injected[]> {
  const clock = new Clock();
  const injected: Injected[] = [];
  const mending = new Map<string, Promise<void>>();
  for (const fault of faults) {
    await delay(fault.afterMs);
    // A fault waits until its target has recovered from the previous one.
    await mending.get(fault.target);
    say(fault);
    const from = clock.machineNow().getTime();
    const mended = inject(fault, surroundings).then(
      () => void injected.push({ fault, from, to: clock.machineNow().getTime() }),
    );
    // A rejection is handled below, or by the next fault of this target.
    mended.catch(() => undefined);
    mending.set(fault.target, mended);
  }
  await Promise.all(mending.values());
  return injected;
}

async function killMember(victim: TollgateProcess, awayMs: number): Promise<void> {
  await victim.kill();
  await delay(awayMs);
  victim.start();
  await victim.untilUp();
}

function member(name: string, { members }: Surroundings): TollgateProcess {
  const found = members.find(({ place }) => place.name === name);
  if (!found) throw new Error(`There is no process ${name}`);
  return found;
}

/** FLUSHALL, or TRUNCATE in PostgreSQL, which is retried because it can fail under load. */
function emptyQueue({ postgres, redis, database }: Surroundings): Promise<void> {
  const empty = (): Promise<unknown> =>
    redis ? redis.flush() : postgres.query(database, 'TRUNCATE bullmq.job CASCADE');
  const isEmptied = (): Promise<boolean> =>
    empty().then(
      () => true,
      () => false,
    );
  return until(isEmptied, 'The queue could not be emptied', EMPTY_LIMIT_MS);
}
