import type { OwnPostgres } from '../../rig/own-postgres.js';
import type { Fixtures } from '../fixtures.js';
import { hasRedis } from '../../rig/own-redis.js';
import { Helper } from '../helper.js';
import type { LoadPlan, LoadResult } from '../load/plan.js';
import { loadsOf, type BenchOptions } from '../options.js';
import type { Section } from '../section.js';
import { percentile, ratios, summarise } from '../statistics.js';
import { markdownTable, NOTHING, shown } from '../table.js';
import { burstOfBareQueue, burstOfTollgate, type Burst } from './bursts.js';
import { openWebhookFixtures, type QueueStore, type WebhookFixtures, type Receiver, type Tollgate } from './webhook-fixtures.js';
import { latenciesOfBareQueue, latenciesOfTollgate, latenciesUnderLoad, type UnderLoad } from './latencies.js';

/** Webhooks at once, and one after the other. */
const BURSTS = [800, 4_000];
const TRIPS = 100;
const SHORT_BURSTS = [50];
const SHORT_TRIPS = 5;

/** Only then does PostgreSQL know when something was committed. */
export async function trackCommits(postgres: OwnPostgres): Promise<void> {
  await postgres.query('postgres', 'ALTER SYSTEM SET track_commit_timestamp = on');
  await postgres.restart('clean', 0);
}

/** Webhooks of Tollgate beside those of a bare BullMQ worker, with the queue in each place, and with many charges in the database. */
export async function measureWebhooks(
  postgres: OwnPostgres,
  { options, fixtures, dir, receiver }: { options: BenchOptions; fixtures: Fixtures; dir: string; receiver: Receiver },
  say: (line: string) => void,
): Promise<Section[]> {
  const load = Helper.open<LoadPlan, LoadResult>('load/main');
  const [speeds, latencies, loaded, problems]: [string[][], string[][], string[][], string[]] = [[], [], [], []];
  try {
    for (const store of storesOf(options, say)) {
      const run = async (measure: () => Promise<string[][]>): Promise<string[][]> =>
        (await measure()).map((row) => [TITLES[store], ...row]);
      const sides = await openWebhookFixtures(
        postgres,
        { store, fixtures, dir, receiver, small: options.small, large: options.large, processes: Math.max(...options.processes) },
        say,
      );
      const report = (error: unknown): void => void problems.push(`webhooks, queue in ${TITLES[store]}: ${(error as Error).message}`);
      try {
        speeds.push(...(await run(() => bursts(sides, load, options))));
        latencies.push(...(await run(() => oneAtATime(sides, options))));
        loaded.push(...(await run(() => underLoad(sides, load, options))));
      } catch (error) {
        report(error);
      }
      await sides.close().catch(report);
      say(`webhooks, queue in ${TITLES[store]}: done`);
    }
  } finally {
    await load.end();
  }
  const { small, large } = options;
  const charges =
    large === undefined ? `${small} charges in the database (few)` : `${small} (few) and ${large} (many) charges in the database`;
  return [
    {
      title: `Webhooks a second, of a burst that waits when the worker starts, with ${charges}`,
      body: markdownTable(
        [
          ...['queue in', 'webhooks', 'few /s', 'bare BullMQ worker /s', '× bare', 'many /s', '× slower'],
          ...['processor time of one: worker, ms', 'PostgreSQL, ms'],
        ],
        speeds,
      ),
      problems,
    },
    {
      title: `One webhook at a time, in milliseconds, with ${charges}`,
      body: markdownTable(
        ['queue in', 'from … to', 'p50', 'p99', '× bare, to its handler', '× bare, to its receipt', 'p50, × few', 'p99, × few'],
        latencies,
      ),
      problems: [],
    },
    {
      title: `Webhooks while clients create charges without a pause, with ${charges}`,
      body: markdownTable(
        ['queue in', 'clients', 'processes', ...LOADED, ...LOADED.map((title) => `${title}, many`), 'p50, × few'],
        loaded,
      ),
      problems: [],
    },
  ];
}

const LOADED = ['/s', 'p50 ms', 'p99 ms'];
const TITLES: Readonly<Record<QueueStore, string>> = { postgres: 'PostgreSQL', redis: 'Redis' };

function storesOf({ isShort }: BenchOptions, say: (line: string) => void): QueueStore[] {
  if (isShort) return ['postgres'];
  if (hasRedis()) return ['postgres', 'redis'];
  say('Skipped: queue in Redis (redis-server is not installed)');
  return ['postgres'];
}

async function bursts(
  fixtures: WebhookFixtures,
  load: Helper<LoadPlan, LoadResult>,
  { rounds, isShort }: BenchOptions,
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const count of isShort ? SHORT_BURSTS : BURSTS) {
    const [few, bare, many, costs]: [number[], number[], number[], Burst[]] = [[], [], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const burst = await burstOfTollgate(fixtures.few, fixtures, load, count);
      few.push(burst.perSecond);
      costs.push(burst);
      bare.push(await burstOfBareQueue(fixtures, count));
      if (fixtures.many) many.push((await burstOfTollgate(fixtures.many, fixtures, load, count)).perSecond);
    }
    const slower = fixtures.many ? [shown(summarise(many)), shown(ratios(few, many), 2)] : [NOTHING, NOTHING];
    const cost = (whose: 'workerMs' | 'databaseMs'): string => costOf(costs.map((burst) => burst[whose]));
    const speed = [shown(summarise(few)), shown(summarise(bare)), shown(ratios(few, bare), 2)];
    rows.push([String(count), ...speed, ...slower, cost('workerMs'), cost('databaseMs')]);
  }
  return rows;
}

function costOf(costs: readonly (number | undefined)[]): string {
  return costs.every((cost) => cost !== undefined) ? shown(summarise(costs), 2) : NOTHING;
}

/** All workers run all the while, and take turns. */
async function oneAtATime(fixtures: WebhookFixtures, { rounds, isShort }: BenchOptions): Promise<string[][]> {
  const count = isShort ? SHORT_TRIPS : TRIPS;
  const workers = [await fixtures.few.startWorker(), await fixtures.bare.startWorker()];
  if (fixtures.many) workers.push(await fixtures.many.startWorker());
  const [few, many, handled, received]: [number[][], number[][], number[][], number[][]] = [[], [], [], []];
  const round = async (): Promise<void> => {
    few.push(await latenciesOfTollgate(fixtures.few, fixtures, count));
    const bare = await latenciesOfBareQueue(fixtures, count);
    handled.push(bare.handled);
    received.push(bare.received);
    if (fixtures.many) many.push(await latenciesOfTollgate(fixtures.many, fixtures, count));
  };
  try {
    for (let number = 0; number <= rounds; number += 1) await round();
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
  }
  // The first are their warm-up.
  for (const latencies of [few, many, handled, received]) latencies.shift();
  const times = (latencies: number[][], others: number[][], percent: number): string =>
    shown(ratios(percentiles(latencies, percent), percentiles(others, percent)), 2);
  const row = (name: string, latencies: number[][], ...others: string[]): string[] => [name, ...figuresOf(latencies), ...others];
  const beside = (latencies: number[][]): string[] => [times(latencies, handled, 50), times(latencies, received, 50)];
  return [
    row('Tollgate: commit to receipt', few, ...beside(few), NOTHING, NOTHING),
    ...(fixtures.many ? [row('the same with many charges', many, ...beside(many), times(many, few, 50), times(many, few, 99))] : []),
    row('bare BullMQ: add to handler', handled, NOTHING, NOTHING, NOTHING, NOTHING),
    row('bare BullMQ: add to receipt', received, NOTHING, NOTHING, NOTHING, NOTHING),
  ];
}

/** All workers run all the while, and take turns. */
async function underLoad(fixtures: WebhookFixtures, load: Helper<LoadPlan, LoadResult>, options: BenchOptions): Promise<string[][]> {
  const workers = [await fixtures.few.startWorker()];
  if (fixtures.many) workers.push(await fixtures.many.startWorker());
  const rows: string[][] = [];
  try {
    for (const { connections, processes } of loadsOf(options)) {
      const plan = { connections, processes, round: options.round };
      const figures = await loadRounds(fixtures, options.rounds, (tollgate) => latenciesUnderLoad(tollgate, fixtures, load, plan));
      rows.push([String(connections), String(processes), ...figures]);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
  }
  return rows;
}

async function loadRounds(
  fixtures: WebhookFixtures,
  rounds: number,
  measure: (tollgate: Tollgate) => Promise<UnderLoad>,
): Promise<string[]> {
  const [few, many]: [UnderLoad[], UnderLoad[]] = [[], []];
  for (let number = 0; number <= rounds; number += 1) {
    few.push(await measure(fixtures.few));
    if (fixtures.many) many.push(await measure(fixtures.many));
  }
  // The first are the warm-up.
  for (const found of [few, many]) found.shift();
  if (!fixtures.many) return [...loadFigures(few), ...Array<string>(4).fill(NOTHING)];
  return [...loadFigures(few), ...loadFigures(many), shown(ratios(medianLatencies(many), medianLatencies(few)), 2)];
}

function loadFigures(found: readonly UnderLoad[]): string[] {
  return [shown(summarise(found.map(({ perSecond }) => perSecond))), ...figuresOf(found.map(({ latencies }) => latencies))];
}

function medianLatencies(found: readonly UnderLoad[]): number[] {
  return found.map(({ latencies }) => percentile(latencies, 50));
}

function percentiles(rounds: readonly (readonly number[])[], percent: number): number[] {
  return rounds.map((latencies) => percentile(latencies, percent));
}

/** The p50 and the p99 of each round. */
function figuresOf(rounds: readonly (readonly number[])[]): string[] {
  return [50, 99].map((percent) => shown(summarise(percentiles(rounds, percent)), 1));
}
