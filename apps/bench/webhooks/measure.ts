import type { OwnPostgres } from '../../rig/own-postgres.js';
import { hasRedis } from '../../rig/own-redis.js';
import { Helper } from '../helper.js';
import type { LoadPlan, LoadResult } from '../load/plan.js';
import type { BenchOptions } from '../options.js';
import type { Section } from '../section.js';
import { median, percentile, ratios, summarise } from '../statistics.js';
import { markdownTable, NOTHING, shown } from '../table.js';
import { burstOfBareQueue, burstOfTollgate } from './bursts.js';
import { openRace, type QueueStore, type Race } from './race.js';
import type { ReceiverQuestion, ReceiverReply } from './receiver.js';
import { tripsOfBareQueue, tripsOfTollgate } from './trips.js';

/** Webhooks at once, and one after the other. */
const BURSTS = [800, 4_000];
const TRIPS = 100;
const SHORT_BURSTS = [100];
const SHORT_TRIPS = 10;

/** Webhooks of Tollgate beside those of a bare BullMQ worker, with the queue in each place. */
export async function measureWebhooks(
  postgres: OwnPostgres,
  { options, dir, receiver }: { options: BenchOptions; dir: string; receiver: Helper<ReceiverQuestion, ReceiverReply> },
  say: (line: string) => void,
): Promise<Section[]> {
  // Only then does PostgreSQL know when something was committed.
  await postgres.query('postgres', 'ALTER SYSTEM SET track_commit_timestamp = on');
  await postgres.restart('clean', 0);
  const load = Helper.open<LoadPlan, LoadResult>('load/main');
  const [speeds, trips, problems]: [string[][], string[][], string[]] = [[], [], []];
  try {
    for (const store of storesOf(options, say)) {
      const run = async (measure: () => Promise<string[][]>): Promise<string[][]> =>
        (await measure()).map((row) => [TITLES[store], ...row]);
      const race = await openRace(postgres, store, dir, receiver);
      try {
        speeds.push(...(await run(() => bursts(race, load, options))));
        trips.push(...(await run(() => roundTrips(race, options))));
      } catch (error) {
        problems.push(`webhooks, queue in ${TITLES[store]}: ${(error as Error).message}`);
      } finally {
        await race.close();
      }
      say(`webhooks, queue in ${TITLES[store]}: done`);
    }
  } finally {
    await load.end();
  }
  return [
    {
      title: 'Webhooks a second, of a burst that waits when the worker starts',
      body: markdownTable(['queue in', 'webhooks', 'Tollgate /s', 'bare BullMQ worker /s', '× bare'], speeds),
      problems,
    },
    {
      title: 'One webhook at a time, in milliseconds',
      body: markdownTable(['queue in', 'from … to', 'p50', 'p99', '× bare, to its handler', '× bare, to its receipt'], trips),
      problems: [],
    },
  ];
}

const TITLES: Readonly<Record<QueueStore, string>> = { postgres: 'PostgreSQL', redis: 'Redis' };

function storesOf({ isShort }: BenchOptions, say: (line: string) => void): QueueStore[] {
  if (isShort) return ['postgres'];
  if (hasRedis()) return ['postgres', 'redis'];
  say('Left out: the queue in Redis (redis-server is not installed)');
  return ['postgres'];
}

async function bursts(race: Race, load: Helper<LoadPlan, LoadResult>, { rounds, isShort }: BenchOptions): Promise<string[][]> {
  const rows: string[][] = [];
  for (const count of isShort ? SHORT_BURSTS : BURSTS) {
    const [own, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      own.push(await burstOfTollgate(race, load, count));
      bare.push(await burstOfBareQueue(race, count));
    }
    rows.push([String(count), shown(summarise(own)), shown(summarise(bare)), shown(ratios(own, bare), 2)]);
  }
  return rows;
}

/** Both workers run all the while, and take turns. */
async function roundTrips(race: Race, { rounds, isShort }: BenchOptions): Promise<string[][]> {
  const count = isShort ? SHORT_TRIPS : TRIPS;
  const workers = [await race.startWorker(), await race.startBareWorker()];
  const [own, handled, received]: [number[][], number[][], number[][]] = [[], [], []];
  try {
    // The first of each are its warm-up.
    await tripsOfTollgate(race, count);
    await tripsOfBareQueue(race, count);
    for (let round = 0; round < rounds; round += 1) {
      own.push(await tripsOfTollgate(race, count));
      const bare = await tripsOfBareQueue(race, count);
      handled.push(bare.handled);
      received.push(bare.received);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
  }
  const times = (others: number[][]): string => shown(ratios(own.map(median), others.map(median)), 2);
  return [
    ['Tollgate: commit to receipt', ...figuresOf(own), times(handled), times(received)],
    ['bare BullMQ: add to handler', ...figuresOf(handled), NOTHING, NOTHING],
    ['bare BullMQ: add to receipt', ...figuresOf(received), NOTHING, NOTHING],
  ];
}

/** The p50 and the p99 of each round. */
function figuresOf(rounds: readonly number[][]): string[] {
  return [50, 99].map((percent) => shown(summarise(rounds.map((trips) => percentile(trips, percent))), 1));
}
