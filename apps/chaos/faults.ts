import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.js';
import { RECEIVER_TEMPERS } from './receivers.js';
import type { QueueStore, Surroundings } from './surroundings.js';
import type { TollgateProcess } from './tollgate-process.js';

/** What can be done to the surroundings. */
export type FaultKind =
  | 'kill'
  | 'freeze'
  | 'restart database'
  | 'crash database'
  | 'kill backend'
  | 'empty queue'
  | 'kill redis'
  | 'freeze redis'
  | 'receiver away';

export interface Fault {
  readonly kind: FaultKind;
  /** A member's name, a receiver's temper, `postgres` or `redis`. */
  readonly target: string;
  /** How long the target is away or frozen. */
  readonly forMs: number;
  /** Which one, where the target has several parts. */
  readonly which: number;
  /** How long after the one before. */
  readonly afterMs: number;
}

/** How often each kind comes in a deck; a deck is used up before the next one is mixed, so that a short run sees many kinds. */
const DECK: readonly (readonly [times: number, kind: FaultKind, targets: readonly string[], longestMs: number])[] = [
  [4, 'kill', ['api-1', 'api-2'], 1_500],
  [4, 'kill', ['worker-1', 'worker-2'], 1_500],
  [2, 'kill', ['vault-1', 'vault-2', 'pay-1'], 1_500],
  [3, 'freeze', ['api-1', 'api-2', 'vault-1', 'pay-1'], 4_000],
  [3, 'freeze', ['worker-1', 'worker-2'], 4_000],
  [1, 'restart database', ['postgres'], 2_000],
  [1, 'crash database', ['postgres'], 1_000],
  [1, 'kill backend', ['postgres'], 0],
  [1, 'empty queue', ['queue'], 0],
  [2, 'receiver away', RECEIVER_TEMPERS, 4_000],
];
const REDIS_DECK: typeof DECK = [
  [1, 'empty queue', ['queue'], 0],
  [2, 'kill redis', ['redis'], 2_000],
  [1, 'freeze redis', ['redis'], 4_000],
];
/** Longer than a delivery's claim: the worker wakes up when another has gone on with what it was doing. */
const VERY_LONG_MS = 13_000;
const VERY_LONG_ONE_IN = 8;
const LONGEST_GAP_MS = 1_200;

/** The faults of a run, in order. A seed determines them. */
export function planFaults(count: number, store: QueueStore, random: Random): Fault[] {
  const cards = [...DECK, ...(store === 'redis' ? REDIS_DECK : [])];
  const deck = cards.flatMap(([times, ...card]) => Array.from({ length: times }, () => card));
  const drawn: typeof deck = [];
  while (drawn.length < count) drawn.push(...random.shuffled(deck));
  return drawn.slice(0, count).map(([kind, targets, longestMs]) => {
    const target = random.pick(targets);
    const isVeryLong = kind === 'freeze' && target.startsWith('worker') && random.integer(1, VERY_LONG_ONE_IN) === 1;
    const forMs = isVeryLong ? VERY_LONG_MS : random.integer(Math.min(200, longestMs), longestMs);
    return { kind, target, forMs, which: random.integer(0, 1_000), afterMs: random.integer(100, LONGEST_GAP_MS) };
  });
}

/** Does it, and resolves when the target is there again. */
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

/** Injects the faults one after the other while the earlier ones are still being mended; resolves when all are. */
export async function injectAll(faults: readonly Fault[], surroundings: Surroundings, say: (fault: Fault) => void): Promise<void> {
  const mending = new Map<string, Promise<void>>();
  for (const fault of faults) {
    await delay(fault.afterMs);
    // What is away cannot be taken away: the next fault of the same target waits until it is back.
    await mending.get(fault.target);
    say(fault);
    const mended = inject(fault, surroundings);
    // Looked at below, or by the next fault of this target.
    mended.catch(() => undefined);
    mending.set(fault.target, mended);
  }
  await Promise.all(mending.values());
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

/** FLUSHALL, or the same in PostgreSQL. Nobody to empty it is as good as empty. */
async function emptyQueue({ postgres, redis, database }: Surroundings): Promise<void> {
  const emptied = redis ? redis.flush() : postgres.query(database, 'TRUNCATE bullmq.job CASCADE');
  await Promise.resolve(emptied).catch(() => undefined);
}
