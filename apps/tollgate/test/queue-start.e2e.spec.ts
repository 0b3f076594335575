import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { jest } from '@jest/globals';
import { openQueueBackend } from '#platform/jobs/queue-backend.js';
import { Exposition } from '#platform/metrics/exposition.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { gateBefore, type DatabaseGate } from './database-gate.js';
import { createDatabase } from './harness.js';
import { until } from './until.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(120_000);

let gate: DatabaseGate;

beforeEach(async () => {
  gate = await gateBefore(await createDatabase());
});

afterEach(() => gate.close());

const turnedAway = (times: number): Promise<void> => until(() => Promise.resolve(gate.turnedAway() >= times));

describe('a process that starts while the database is still starting', () => {
  it('rings the alarms of that time once the database is there', async () => {
    const backend = openQueueBackend(
      { databaseUrl: gate.url, redisUrl: undefined },
      new Metrics('worker', new Exposition()),
      'queue',
      () => undefined,
    );
    const queue = backend.queue('charge-expiry');
    queue.on('error', () => undefined);
    const rung = queue.addBulk([{ name: 'charge-expiry', data: { subject: 'chrg_test_1' } }]);
    await turnedAway(2);
    gate.open();
    expect(await rung).toHaveLength(1);
    await queue.close();
    await backend.close();
  });

  it('stops asking when it is told to stop', async () => {
    const backend = openQueueBackend(
      { databaseUrl: gate.url, redisUrl: undefined },
      new Metrics('worker', new Exposition()),
      'queue',
      () => undefined,
    );
    const queue = backend.queue('charge-expiry');
    queue.on('error', () => undefined);
    const rung = queue.addBulk([{ name: 'charge-expiry', data: { subject: 'chrg_test_1' } }]);
    await turnedAway(2);
    await Promise.all([backend.close(), expect(rung).rejects.toThrow()]);
  });

  it('does its work as a worker, instead of asking the database again without a pause', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'tollgate-worker-'));
    const env = { PATH: process.env['PATH'], TMPDIR: dir, DATABASE_URL: gate.url, LOG_LEVEL: 'silent' };
    const worker = spawn(process.execPath, [resolve('dist/apps/worker/main.js')], { env, stdio: 'ignore' });
    const ended = once(worker, 'exit');
    try {
      // One for each of its two queues, and the sweeps.
      await turnedAway(6);
      gate.open();
      await until(() => Promise.resolve(existsSync(join(dir, 'tollgate-heartbeat'))));
    } finally {
      worker.kill('SIGKILL');
      await ended;
      await rm(dir, { recursive: true });
    }
  });
});
