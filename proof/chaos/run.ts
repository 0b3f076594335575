import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '../../libs/platform/clock/clock.js';
import type { OwnPostgres } from '../rig/own-postgres.js';
import { until } from '../../libs/platform/testing/until.js';
import { check } from './checker.js';
import type { Evidence } from './evidence.js';
import { injectAll, planFaults, type Fault } from './faults.js';
import { Load } from './load.js';
import { makeMerchants } from './merchants.js';
import type { Pace } from './pace.js';
import { Random } from './random.js';
import type { RunResult } from './report.js';
import { OF_MERCHANT, readRows } from './rows.js';
import { SandboxLoad } from './sandbox-load.js';
import {
  openSurroundings,
  RETRY_DELAYS_MS,
  WEBHOOK_SECRET,
  type QueueStore,
  type Surroundings,
} from './surroundings.js';

/**
 * Time limit for started deliveries and expiries: all attempts, their delays, and the claims of killed workers.
 */
const QUIET_LIMIT_MS = 90_000;
const QUIET_POLL_MS = 1_000;
/**
 * Counts unfinished work, including sandboxes with a TTL and closed accounts that must be deleted. Work of a
 * frozen sandbox never becomes due.
 */
const UNREST = `SELECT (SELECT count(*) FROM webhook_delivery WHERE status = 'pending' AND ${OF_MERCHANT})::int
    + (SELECT count(*) FROM charge WHERE status = 'pending' AND expires_at < now() + interval '1 minute' AND ${OF_MERCHANT})::int
    + (SELECT count(*) FROM clock_move WHERE status = 'running')::int
    + (SELECT count(*) FROM sandbox WHERE ttl_ms IS NOT NULL)::int
    + (SELECT count(*) FROM account WHERE closed_at IS NOT NULL)::int AS due,
  (SELECT concat(count(*), ' ', max(id)) FROM event) AS events`;
const TITLES: Readonly<Record<QueueStore, string>> = {
  postgres: 'queue in PostgreSQL',
  redis: 'queue in Redis',
};

export interface RunOptions {
  readonly faults: number;
  readonly seed: number;
  readonly store: QueueStore;
  /** Folder for the processes' output and the history of sandboxes. */
  readonly dir: string;
  readonly pace: Pace;
}

/** One run: load and faults, then healing, quiet, and the checker. */
export async function run(
  postgres: OwnPostgres,
  options: RunOptions,
  say: (line: string) => void,
): Promise<RunResult> {
  const started = performance.now();
  const { store, pace } = options;
  const random = new Random(options.seed);
  const faults = planFaults(options.faults, store, random.fork(), pace.members);
  const surroundings = await openSurroundings(postgres, options, random.fork());
  try {
    const merchants = await makeMerchants(surroundings, pace);
    const load = new Load(merchants, surroundings.members, random.fork(), pace);
    const seconds = (): number => (performance.now() - started) / 1_000;
    const sandboxLoad = new SandboxLoad(surroundings.members, surroundings.receivers, random.fork(), pace);
    load.start();
    sandboxLoad.start();
    await delay(pace.calmMs);
    const injected = await injectAll(faults, surroundings, (fault) =>
      say(`${seconds().toFixed(1).padStart(6)} s  ${describe(fault)}`),
    );
    const healedAt = await heal(surroundings, [load, sandboxLoad]);
    say(`${seconds().toFixed(1).padStart(6)} s  healed`);
    await delay(pace.calmMs);
    await Promise.all([load.stop(), sandboxLoad.stop()]);
    await sandboxLoad.settle();
    await load.askAgain();
    await endHosts(surroundings);
    await untilQuiet(surroundings);
    say(`${seconds().toFixed(1).padStart(6)} s  quiet`);
    await Promise.all([load.close(), sandboxLoad.close()]);
    writeFileSync(join(options.dir, 'sandboxes.json'), JSON.stringify(sandboxLoad.lives));
    const { members, receivers, database } = surroundings;
    const ofSandbox = new Set(sandboxLoad.lives.map(({ uri }) => uri));
    const posted = receivers.flatMap((receiver) => receiver.posted);
    const evidence: Evidence = {
      calls: load.calls,
      posted: posted.filter(({ uri }) => !ofSandbox.has(uri)),
      sandboxes: sandboxLoad.lives,
      sandboxPosted: posted.filter(({ uri }) => ofSandbox.has(uri)),
      freezes: injected.filter(({ fault }) => fault.kind === 'freeze'),
      rows: await readRows(postgres, database),
      merchants,
      healedAt,
      contradictions: surroundings.contradictions(),
      falls: members.flatMap(({ falls }) => falls),
      webhookSecret: WEBHOOK_SECRET,
      maxAttempts: RETRY_DELAYS_MS.length + 1,
      isTimed: pace.isTimed,
    };
    return { title: TITLES[store], faults, evidence, breaches: check(evidence), seconds: seconds() };
  } finally {
    await surroundings.close();
  }
}

/** Returns the time of the recovery. The faults have restarted killed processes and thawed frozen ones. */
async function heal(
  { members, receivers }: Surroundings,
  loads: readonly { heal(): void }[],
): Promise<number> {
  for (const receiver of receivers) receiver.heal();
  await Promise.all(
    members.map((member) => until(() => member.isReady(), `${member.place.name} is not ready`)),
  );
  for (const load of loads) load.heal();
  return new Clock().machineNow().getTime();
}

/** Stops the hosts, so that work for disconnected clients cannot change the database during the checks. */
async function endHosts({ members }: Surroundings): Promise<void> {
  await Promise.all(members.filter(({ place }) => place.role !== 'worker').map((member) => member.end()));
}

/** Waits until nothing is due. The checker reports work that remains. */
async function untilQuiet({ postgres, database }: Surroundings): Promise<void> {
  let before = '';
  const isQuiet = async (): Promise<boolean> => {
    await delay(QUIET_POLL_MS);
    const [state] = await postgres.query<{ due: number; events: string }>(database, UNREST).catch(() => []);
    const isStill = state?.events === before && state.due === 0;
    before = state?.events ?? '';
    return isStill;
  };
  await until(isQuiet, 'not quiet', QUIET_LIMIT_MS).catch(() => undefined);
}

function describe({ kind, target, forMs }: Fault): string {
  return `${kind} ${target}${forMs > 0 ? ` for ${(forMs / 1_000).toFixed(1)} s` : ''}`;
}
