import { Client } from 'pg';
import { until } from '#platform/testing/until.js';
import { DEMO_KEY, useOwnProcess } from './own-process.js';

/** How long each table is locked, in seconds. */
const LOCKED = 0.2;
const CLIENTS = 4;
const BOOST = {
  amount: '2000',
  currency: 'MYR',
  'source[type]': 'boost',
  return_uri: 'https://shop.example/return',
};

describe('migrations of a newer release while clients are at work', () => {
  const tollgate = useOwnProcess();
  const failures: unknown[] = [];
  let rounds = 0;
  let isOver = false;

  /** The JSON of a response: of a POST with a form, otherwise of a GET. */
  async function ask<T>(
    host: 'api' | 'control',
    path: string,
    form?: Readonly<Record<string, string>>,
    key = DEMO_KEY,
  ): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${tollgate.ports[host]}${path}`, {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers: host === 'api' ? { authorization: `Basic ${btoa(`${key}:`)}` } : {},
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Writes rows of many tables, and reads them. */
  async function work(name: string): Promise<void> {
    const { id } = await ask<{ id: string }>('api', '/charges', BOOST);
    await ask('api', `/charges/${id}/mark_as_paid`, {});
    await ask('api', `/charges/${id}/refunds`, { amount: '1000' });
    await ask('api', `/charges/${id}`);
    await ask('api', '/customers', { description: name });
    for (const list of ['charges', 'refunds', 'customers', 'events', 'transactions'])
      await ask('api', `/${list}`);
    const sandbox = await ask<{ test: { secret_key: string } }>('control', '/api/sandboxes', { name });
    // With the default recipient, which is made now.
    await ask('api', '/recipients', undefined, sandbox.test.secret_key);
    await ask('control', `/api/sandboxes/${name}/reset`, {});
  }

  async function workOn(client: number): Promise<void> {
    for (; !isOver; rounds += 1)
      await work(`client-${client}-${rounds}`).catch((error: unknown) => failures.push(error));
  }

  async function allGoOn(): Promise<void> {
    const enough = rounds + 2 * CLIENTS;
    await until(() => rounds >= enough, 'the clients do not go on');
  }

  it('let every request succeed', async () => {
    const database = new Client({ connectionString: tollgate.databaseUrl });
    await database.connect();
    const clients = Array.from({ length: CLIENTS }, (_, client) => workOn(client));
    try {
      // Statements are prepared now.
      await allGoOn();
      const { rows } = await database.query<{ name: string }>(
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
      );
      for (const { name } of rows)
        await database.query(`
          BEGIN;
          ALTER TABLE ${name} ADD COLUMN next_text text, ADD COLUMN next_count integer NOT NULL DEFAULT 7;
          SELECT pg_sleep(${LOCKED});
          COMMIT`);
      await allGoOn();
    } finally {
      isOver = true;
      await Promise.all(clients);
      await database.end();
    }
    expect(failures).toEqual([]);
  });
});
