import { readFile, writeFile } from 'node:fs/promises';
import type { Client } from 'pg';
import request from 'supertest';
import type { Program } from '../rig/program.js';
import { until } from '../../libs/platform/testing/until.js';
import { DEMO_KEY } from '../../apps/tollgate/test/own-process.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { isAlive, OwnFolder, stop } from './own-folder.js';

const ROUNDS = 15;

const receiver = useReceiver();
let folder: OwnFolder;

beforeAll(async () => void (folder = await OwnFolder.open()));

afterAll(() => folder.remove());

/** The previous spec's process, or a new one: each spec decides its end. */
function running(): Promise<Program> {
  return folder.running({ WEBHOOK_URL: receiver.uri, WEBHOOK_RETRY_DELAYS: '1h' });
}

async function withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = await folder.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every process of the PostgreSQL but the one that started them. */
function serverProcesses(): Promise<number[]> {
  return withDatabase(async (client) =>
    (await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')).rows.map(({ pid }) => pid),
  );
}

/** Waits until the only delivery's first attempt is recorded; its retry is an hour later. */
function untilWrittenDown(client: Client): Promise<void> {
  const attempted = 'SELECT FROM webhook_delivery WHERE attempt_count = 1 AND claimed_until IS NULL';
  return until(async () => (await client.query(attempted)).rowCount === 1, 'the attempt is not written down');
}

async function expectNoOtherLetIn(): Promise<void> {
  const second = await folder.startSecond();
  expect(await second.ended()).toBe(1);
  expect(second.output().trim()).toMatch(/^tollgate: DATA_DIR: .* is in use by another Tollgate[^\n]*$/);
  expect(await folder.statusOf(await folder.charge())).toBe('pending');
}

describe('a Tollgate process', () => {
  it('recovers after kill -9 with PostgreSQL still running, and does overdue work', async () => {
    const first = await running();
    receiver.answer((_, response) => void response.writeHead(500).end());
    const id = await folder.charge();
    await receiver.next('charge.create');
    await withDatabase((client) => untilWrittenDown(client));
    expect(await stop(first, 'SIGKILL')).toBe('SIGKILL');
    const pid = await folder.postmaster();
    expect(isAlive(pid)).toBe(true);
    await withDatabase(async (client) => {
      await client.query("UPDATE charge SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
      await client.query("UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 second'");
    });
    receiver.answer((_, response) => void response.end());

    await running();
    expect(await folder.postmaster()).toBe(pid);
    expect((await receiver.next('charge.create')).event.data.id).toBe(id);
    expect((await receiver.next('charge.complete')).event.data).toMatchObject({ id, status: 'expired' });
    expect(await folder.statusOf(id)).toBe('expired');
  });

  it('recovers after PostgreSQL was killed with it, and from a pid file of another process', async () => {
    const first = await running();
    const id = await folder.charge();
    const pids = [await folder.postmaster(), ...(await serverProcesses())];
    await stop(first, 'SIGKILL');
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await until(() => !pids.some(isAlive), 'the processes of PostgreSQL go on without it');
    const lines = (await readFile(folder.pidFile, 'utf8')).split('\n');
    await writeFile(folder.pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));

    await running();
    expect(await folder.statusOf(id)).toBe('pending');
  });

  it('answers 503, never 500, while its connections are cut', async () => {
    await running();
    const id = await folder.charge();
    const statuses: number[] = [];
    const cut = await withDatabase(async (client) => {
      let count = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const answers = Array.from({ length: 6 }, () =>
          request(folder.url).get(`/charges/${id}`).auth(DEMO_KEY, ''),
        );
        const form = {
          amount: 2000,
          currency: 'MYR',
          'source[type]': 'boost',
          return_uri: 'https://shop.example/return',
        };
        const created = Array.from({ length: 4 }, () =>
          request(folder.url).post('/charges').auth(DEMO_KEY, '').type('form').send(form),
        );
        const { rowCount } = await client.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tollgate'",
        );
        count += rowCount ?? 0;
        for (const { status } of await Promise.all([...answers, ...created])) statuses.push(status);
      }
      return count;
    });
    expect(cut).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // PostgreSQL may end the last connections a moment later.
    await until(
      async () => (await folder.statusOf(await folder.charge())) === 'pending',
      'it does not serve again',
    );
  });

  it('rejects a second process in its folder', async () => {
    await running();
    await expectNoOtherLetIn();
  });

  it('survives a killed PostgreSQL, keeps its folder locked, and stops PostgreSQL at its end', async () => {
    const survivor = await running();
    const id = await folder.charge();
    const killed = await folder.postmaster();
    process.kill(killed, 'SIGKILL');
    // Connections to the old one may still serve for a moment.
    const isStartedAgain = async (): Promise<boolean> =>
      (await folder.postmaster().catch(() => killed)) !== killed;
    await until(isStartedAgain, 'PostgreSQL is not started again');
    const isServing = async (): Promise<boolean> =>
      (await request(folder.url).get(`/charges/${id}`).auth(DEMO_KEY, '')).status === 200;
    await until(isServing, 'it does not serve again');
    await expectNoOtherLetIn();
    expect(await folder.statusOf(id)).toBe('pending');
    expect(await stop(survivor, 'SIGTERM')).toBe(0);
    expect(folder.hasPidFile).toBe(false);
  });
});
