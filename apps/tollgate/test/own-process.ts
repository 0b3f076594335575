import { Client } from 'pg';
import { hostPorts } from '../../../proof/rig/ports.js';
import { createDatabase } from './test-database.js';
import { openCaller, type Caller } from './caller.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import { useOpened } from './use-opened.js';

export const DEMO_KEY = 'skey_test_tollgate';

type Settings = Readonly<Record<string, string>>;
/** Settings may depend on the database's address, for example to replace it. */
type SettingsFor = Settings | ((databaseUrl: string) => Settings | Promise<Settings>);

/** A process of Tollgate that a spec starts, asks, stops and starts again, on a database of its own. */
export interface OwnProcess {
  /** Asks with the demo account's secret test key. */
  readonly caller: Caller;
  readonly ports: {
    readonly api: number;
    readonly vault: number;
    readonly pay: number;
    readonly control: number;
  };
  /** Past everything that may be in the process's way. */
  readonly databaseUrl: string;
  readonly database: Client;
  /** Output since the last start. */
  output(): string;
  /** Throws the breaches of the document of the API that it has made since the last call. */
  takeBreaches(): void;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** Resolves with how it ended. */
  stop(signal?: NodeJS.Signals): Promise<number | string | null>;
  close(): Promise<void>;
}

/** A process for the specs of the file or block that calls this: started before them, ended after them. */
export function useOwnProcess(settings: SettingsFor = {}): OwnProcess {
  const own = useOpened(async () => {
    const opened = await ownProcess(settings);
    await opened.start();
    return opened;
  });
  // A breach that is found later fails the next spec, or the file.
  afterEach(() => own.takeBreaches());
  return own;
}

async function ownProcess(settings: SettingsFor = {}): Promise<OwnProcess> {
  const databaseUrl = await createDatabase();
  const ports = await hostPorts();
  const own = typeof settings === 'function' ? await settings(databaseUrl) : settings;
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ...ports, ...own };
  const database = new Client({ connectionString: databaseUrl });
  database.on('error', () => undefined);
  await database.connect();
  const caller = openCaller(`http://127.0.0.1:${ports.API_PORT}`, DEMO_KEY);
  let running: Program | undefined;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string | null> => {
    running?.child.kill(signal);
    return (await running?.ended()) ?? null;
  };
  return {
    caller,
    ports: {
      api: Number(ports.API_PORT),
      vault: Number(ports.VAULT_PORT),
      pay: Number(ports.PAY_PORT),
      control: Number(ports.CONTROL_PORT),
    },
    databaseUrl,
    database,
    output: () => running?.output() ?? '',
    takeBreaches: () => running?.takeBreaches(),
    start: async () => {
      running = startProgram(env);
      await running.ready();
    },
    stop,
    close: async () => {
      try {
        await stop();
      } finally {
        await caller.close();
        await database.end();
      }
    },
  };
}

export async function countOf(database: Client, table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]?.count ?? 0;
}

/** Existing charges among these descriptions, sorted. */
export async function described(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ description: string }>(
    'SELECT description FROM charge ORDER BY description COLLATE "C"',
  );
  return rows.map(({ description }) => description);
}
