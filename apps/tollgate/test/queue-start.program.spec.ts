import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openQueueBackend, type QueueBackend } from '#platform/jobs/queue-backend.js';
import { Exposition } from '#platform/metrics/exposition.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import { until, within } from '#platform/testing/until.js';
import { gateBefore, type DatabaseGate } from './database-gate.js';
import { createDatabase } from './test-database.js';

const JOB = { name: 'charge-expiry', data: { subject: 'chrg_test_1' } };
/** Delay of a retry. */
const PAUSE_MS = 500;
/**
 * Twice the number that was seen in a worker. One alone that does not pause asks hundreds of times in {@link
 * PAUSE_MS}.
 */
const ASKERS = 32;

const untilFailures = (gate: DatabaseGate, count: number): Promise<void> =>
  until(
    () => gate.failures() >= count,
    () => `the database is asked ${gate.failures()} times, and not ${count}`,
  );

/** A worker that is started at once, for it takes its time, on a database that is in trouble. */
interface EarlyWorker {
  readonly gate: DatabaseGate;
  readonly program: Program;
  /** The object it creates when it works. */
  readonly heartbeat: string;
  /** When it had asked in vain, and how often by then. */
  readonly begun: Promise<{ readonly at: number; readonly failures: number }>;
  readonly close: () => Promise<void>;
}

async function startEarly(trouble: 'starting' | 'crashing'): Promise<EarlyWorker> {
  const gate = await gateBefore(await createDatabase(), trouble);
  const dir = await mkdtemp(join(tmpdir(), 'tollgate-worker-'));
  const program = startProgram(
    { TMPDIR: dir, DATABASE_URL: gate.url, LOG_LEVEL: 'silent' },
    'apps/worker/main.js',
  );
  return {
    gate,
    program,
    heartbeat: join(dir, 'tollgate-heartbeat'),
    begun: untilFailures(gate, 1).then(() => ({ at: performance.now(), failures: gate.failures() })),
    close: async () => {
      program.child.kill('SIGKILL');
      await program.ended();
      await rm(dir, { recursive: true });
      await gate.close();
    },
  };
}

let workers: Readonly<Record<'starting' | 'crashing', EarlyWorker>>;

beforeAll(async () => {
  workers = { starting: await startEarly('starting'), crashing: await startEarly('crashing') };
});

afterAll(() => Promise.all(Object.values(workers).map((worker) => worker.close())));

describe.each(['starting', 'crashing'] as const)(
  'a process that starts while the database is %s',
  (trouble) => {
    let gate: DatabaseGate;

    beforeEach(async () => {
      gate = await gateBefore(await createDatabase(), trouble);
    });

    afterEach(() => gate.close());

    const open = (onError: (error: Error) => void = () => undefined): QueueBackend =>
      openQueueBackend(
        { databaseUrl: gate.url, redisUrl: undefined },
        new Metrics('worker', new Exposition()),
        'worker',
        onError,
      );

    it('logs the unreachable queue, and adds its jobs once the database is back', async () => {
      const heard: string[] = [];
      const backend = open(({ message }) => heard.push(message));
      const queue = backend.queue('charge-expiry');
      const added = queue.addAll([JOB]);
      await untilFailures(gate, 2);
      gate.open();
      await within(added, 'the job is not added');
      expect(await queue.getJobCounts('wait')).toEqual({ wait: 1 });
      await queue.close();
      await backend.close();
      expect(heard).toContain(
        trouble === 'starting' ? 'the database system is starting up' : 'Connection terminated unexpectedly',
      );
    });

    it('stops its retries when it is stopped', async () => {
      const backend = open();
      const queue = backend.queue('charge-expiry');
      const given = expect(queue.addAll([JOB])).rejects.toThrow();
      await untilFailures(gate, 2);
      await backend.close();
      await within(given, 'the job waits for the queue for ever');
      await queue.close();
    });

    it('works as a worker later, and pauses between its retries', async () => {
      const worker = workers[trouble];
      const first = await worker.begun;
      // Some of each of its two queues and of the sweeps.
      await untilFailures(worker.gate, first.failures + 8);
      const rounds = (performance.now() - first.at) / PAUSE_MS;
      // Each asks once in a round, and may have asked just before and just now.
      expect(worker.gate.failures() - first.failures).toBeLessThanOrEqual(ASKERS * (rounds + 2));
      expect(existsSync(worker.heartbeat)).toBe(false);
      worker.gate.open();
      await until(() => existsSync(worker.heartbeat), 'the worker does no round');
      expect(worker.program.child.exitCode).toBeNull();
    });
  },
);
