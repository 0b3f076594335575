import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { jest } from '@jest/globals';
import { openQueueBackend, type QueueBackend } from '#platform/jobs/queue-backend.js';
import { Exposition } from '#platform/metrics/exposition.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { gateBefore, type DatabaseGate } from './database-gate.js';
import { createDatabase } from './harness.js';
import { until } from './until.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(120_000);

const ALARM = { name: 'charge-expiry', data: { subject: 'chrg_test_1' } };

describe.each(['starting', 'crashing'] as const)('a process that starts while the database is %s', (trouble) => {
  let gate: DatabaseGate;

  beforeEach(async () => {
    gate = await gateBefore(await createDatabase(), trouble);
  });

  afterEach(() => gate.close());

  const open = (onError: (error: Error) => void = () => undefined): QueueBackend =>
    openQueueBackend({ databaseUrl: gate.url, redisUrl: undefined }, new Metrics('worker', new Exposition()), 'jobs', onError);
  const failures = (count: number): Promise<void> => until(() => Promise.resolve(gate.failures() >= count));

  it('hears that the queue is away, and rings the alarms of that time once the database is there', async () => {
    const heard: string[] = [];
    const backend = open(({ message }) => heard.push(message));
    const queue = backend.queue('charge-expiry');
    const rung = queue.addAll([ALARM]);
    await failures(2);
    gate.open();
    await rung;
    expect(await queue.getJobCounts('wait')).toEqual({ wait: 1 });
    await queue.close();
    await backend.close();
    expect(heard).toContain(trouble === 'starting' ? 'the database system is starting up' : 'Connection terminated unexpectedly');
  });

  it('stops asking when it is told to stop', async () => {
    const backend = open();
    const queue = backend.queue('charge-expiry');
    const rung = queue.addAll([ALARM]);
    const given = expect(rung).rejects.toThrow();
    await failures(2);
    await backend.close();
    await given;
    await queue.close();
  });

  it('does its work as a worker, instead of asking the database again without a pause', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'tollgate-worker-'));
    const env = { PATH: process.env['PATH'], TMPDIR: dir, DATABASE_URL: gate.url, LOG_LEVEL: 'silent' };
    const worker = spawn(process.execPath, [resolve('dist/apps/worker/main.js')], { env, stdio: 'ignore' });
    const ended = once(worker, 'exit');
    try {
      // Some of each of its two queues and of the sweeps.
      await failures(8);
      gate.open();
      await until(() => Promise.resolve(existsSync(join(dir, 'tollgate-heartbeat'))));
    } finally {
      worker.kill('SIGKILL');
      await ended;
      await rm(dir, { recursive: true });
    }
  });
});
