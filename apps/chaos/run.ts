import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '#platform/clock/clock.js';
import type { OwnPostgres } from '../rig/own-postgres.js';
import { until } from '../rig/until.js';
import { check } from './checker.js';
import type { Evidence } from './evidence.js';
import { injectAll, planFaults, type Fault } from './faults.js';
import { Load } from './load.js';
import { makeMerchants } from './merchants.js';
import { Random } from './random.js';
import type { RunResult } from './report.js';
import { readRows } from './rows.js';
import { openSurroundings, RETRY_DELAYS_MS, WEBHOOK_SECRET, type QueueStore, type Surroundings } from './surroundings.js';

/** How long the load goes on before the first fault and after the last one is mended. */
const CALM_MS = 1_500;
const READY_LIMIT_MS = 60_000;
/** Deliveries and expiries under way must have ended by then: all attempts, their waits, and claims of workers that were killed. */
const QUIET_LIMIT_MS = 90_000;
const QUIET_POLL_MS = 1_000;
const TITLES: Readonly<Record<QueueStore, string>> = { postgres: 'queue in PostgreSQL', redis: 'queue in Redis' };

export interface RunOptions {
  readonly faults: number;
  readonly seed: number;
  readonly store: QueueStore;
  /** A folder for what the processes print. */
  readonly dir: string;
}

/** One run: load and faults, then healing, quiet, and the checker. */
export async function run(postgres: OwnPostgres, options: RunOptions, say: (line: string) => void): Promise<RunResult> {
  const started = performance.now();
  const random = new Random(options.seed);
  const faults = planFaults(options.faults, options.store, random.fork());
  const surroundings = await openSurroundings(postgres, options.store, options.dir, random.fork());
  try {
    const merchants = await makeMerchants(surroundings);
    const load = new Load(merchants, surroundings.members, random.fork());
    const seconds = (): number => (performance.now() - started) / 1_000;
    load.start();
    await delay(CALM_MS);
    await injectAll(faults, surroundings, (fault) => say(`${seconds().toFixed(1).padStart(6)} s  ${describe(fault)}`));
    const healedAt = await heal(surroundings, load);
    say(`${seconds().toFixed(1).padStart(6)} s  healed`);
    await delay(CALM_MS);
    await load.stop();
    await load.askAgain();
    await untilQuiet(surroundings);
    say(`${seconds().toFixed(1).padStart(6)} s  quiet`);
    await load.close();
    const { members, receivers, database } = surroundings;
    const evidence: Evidence = {
      calls: load.calls,
      posted: receivers.flatMap(({ posted }) => posted),
      rows: await readRows(postgres, database),
      merchants,
      healedAt,
      contradictions: surroundings.contradictions(),
      falls: members.flatMap(({ falls }) => falls),
      webhookSecret: WEBHOOK_SECRET,
      maxAttempts: RETRY_DELAYS_MS.length + 1,
    };
    return { title: TITLES[options.store], faults, evidence, breaches: check(evidence), seconds: seconds() };
  } finally {
    await surroundings.close();
  }
}

/** Everything works again; answers since when. What is killed or frozen has been brought back by whoever did it. */
async function heal({ members, receivers }: Surroundings, load: Load): Promise<number> {
  for (const receiver of receivers) receiver.heal();
  for (const member of members)
    await until(
      () => member.isReady(),
      READY_LIMIT_MS,
      () => `${member.place.name} is not ready`,
    );
  load.heal();
  return new Clock().machineNow().getTime();
}

/** Nothing is due any more, and nothing happens. A run that does not come to rest is left to the checker, which says what is open. */
async function untilQuiet({ postgres, database }: Surroundings): Promise<void> {
  let before = '';
  const isQuiet = async (): Promise<boolean> => {
    await delay(QUIET_POLL_MS);
    const [state] = await postgres.query<{ due: number; events: string }>(
      database,
      `SELECT (SELECT count(*) FROM webhook_delivery WHERE status = 'pending')::int
          + (SELECT count(*) FROM charge WHERE status = 'pending' AND expires_at < now() + interval '1 minute')::int AS due,
        (SELECT concat(count(*), ' ', max(id)) FROM event) AS events`,
    );
    const isStill = state?.events === before && state.due === 0;
    before = state?.events ?? '';
    return isStill;
  };
  await until(isQuiet, QUIET_LIMIT_MS, () => 'not quiet').catch(() => undefined);
}

function describe({ kind, target, forMs }: Fault): string {
  return `${kind} ${target}${forMs > 0 ? ` for ${(forMs / 1_000).toFixed(1)} s` : ''}`;
}
