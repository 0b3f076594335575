import { Client } from 'pg';
import { freePort } from '#platform/database/postgres-server.js';
import { createDatabase } from './harness.js';
import { openCaller, type Caller } from './caller.js';
import { startProcess, type TollgateProcess } from './process.js';

/** The demo account's secret test key. */
export const DEMO_KEY = 'skey_test_tollgate';

type Settings = Readonly<Record<string, string>>;

/** A process of Tollgate that a spec starts, asks, stops and starts again, on a database of its own. */
export interface OwnProcess {
  /** Asks with the demo account's secret test key. */
  readonly caller: Caller;
  readonly ports: { readonly api: number; readonly vault: number; readonly pay: number };
  /** Past everything that may be in the process's way. */
  readonly databaseUrl: string;
  readonly database: Client;
  /** Resolves when it is ready. */
  start(): Promise<TollgateProcess>;
  /** Resolves with how it ended. */
  stop(signal?: NodeJS.Signals): Promise<number | string | null>;
  /** Ends what is left of it. */
  close(): Promise<void>;
}

/** `settings` may name another way to the database, of which they are told the address. */
export async function ownProcess(settings: (databaseUrl: string) => Settings | Promise<Settings> = () => ({})): Promise<OwnProcess> {
  const databaseUrl = await createDatabase();
  const [api, vault, pay] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = { API_PORT: String(api), VAULT_PORT: String(vault), PAY_PORT: String(pay) };
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ...ports, ...(await settings(databaseUrl)) };
  const database = new Client({ connectionString: databaseUrl });
  database.on('error', () => undefined);
  await database.connect();
  const caller = openCaller(`http://127.0.0.1:${api}`, DEMO_KEY);
  let running: TollgateProcess | undefined;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string | null> => {
    running?.child.kill(signal);
    return (await running?.ended()) ?? null;
  };
  return {
    caller,
    ports: { api, vault, pay },
    databaseUrl,
    database,
    start: async () => {
      running = startProcess(env);
      await running.ready();
      return running;
    },
    stop,
    close: async () => {
      await stop();
      await caller.close();
      await database.end();
    },
  };
}

/** How many rows a query finds. */
export async function countOf(database: Client, table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]?.count ?? 0;
}

/** Which of the charges there are, by what they are described as, sorted. */
export async function described(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ description: string }>('SELECT description FROM charge ORDER BY description COLLATE "C"');
  return rows.map(({ description }) => description);
}
