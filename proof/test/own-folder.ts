import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import request from 'supertest';
import { hasEnded } from '../rig/child.js';
import { hostPorts } from '../rig/ports.js';
import { startProgram, type Program } from '../rig/program.js';
import { DEMO_KEY } from '../../apps/tollgate/test/own-process.js';

type Settings = Readonly<Record<string, string>>;

/**
 * A Tollgate in a process of its own, whose PostgreSQL is in a folder of its own: started, killed and started
 * again.
 */
export class OwnFolder {
  private readonly programs: Program[] = [];

  private constructor(
    readonly dir: string,
    private readonly settings: Settings,
  ) {}

  static async open(): Promise<OwnFolder> {
    const dir = await mkdtemp(join(tmpdir(), 'tollgate-process-'));
    // PostgreSQL may run as another user.
    await chmod(dir, 0o755);
    return new OwnFolder(dir, { DATA_DIR: dir, LOG_LEVEL: 'warn', ...(await hostPorts()) });
  }

  get url(): string {
    return `http://127.0.0.1:${this.settings['API_PORT']}`;
  }

  get ports(): readonly (string | undefined)[] {
    return ['API_PORT', 'VAULT_PORT', 'PAY_PORT', 'CONTROL_PORT'].map((name) => this.settings[name]);
  }

  /** Does not wait until it is ready: it may never be. */
  start(overrides: Settings = {}): Program {
    const program = startProgram({ ...this.settings, ...overrides });
    this.programs.push(program);
    return program;
  }

  /** The process that runs, or a new one, once it is ready. */
  async running(overrides: Settings = {}): Promise<Program> {
    const running = this.programs.find(({ child }) => !hasEnded(child)) ?? this.start(overrides);
    await running.ready();
    return running;
  }

  /** A second Tollgate on the folder, with ports of its own. */
  async startSecond(): Promise<Program> {
    return this.start(await hostPorts());
  }

  /** The id of a new charge that waits for its customer. */
  async charge(): Promise<string> {
    const boost = {
      amount: 2000,
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'https://shop.example/return',
    };
    const { body } = await request(this.url).post('/charges').auth(DEMO_KEY, '').type('form').send(boost);
    return (body as { id: string }).id;
  }

  async statusOf(charge: string, key = DEMO_KEY): Promise<string> {
    const { body } = await request(this.url).get(`/charges/${charge}`).auth(key, '');
    return (body as { status: string }).status;
  }

  /** The process of its PostgreSQL, as its own pid file names it. */
  async postmaster(): Promise<number> {
    return Number((await this.postmasterLines())[0]);
  }

  get hasPidFile(): boolean {
    return existsSync(this.pidFile);
  }

  get pidFile(): string {
    return join(this.dir, 'postgres', 'postmaster.pid');
  }

  /** A connection of the spec's own to its PostgreSQL, which may be killed. */
  async connect(): Promise<Client> {
    const port = (await this.postmasterLines())[3];
    const client = new Client({
      connectionString: `postgresql://tollgate:${await this.password()}@127.0.0.1:${port}/tollgate`,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  password(): Promise<string> {
    return readFile(join(this.dir, 'postgres-password'), 'utf8');
  }

  /** Stops remaining processes and removes the folder. */
  async remove(): Promise<void> {
    for (const { child } of this.programs) child.kill('SIGTERM');
    await Promise.all(this.programs.map((program) => program.ended()));
    await rm(this.dir, { recursive: true, force: true });
  }

  private async postmasterLines(): Promise<string[]> {
    return (await readFile(this.pidFile, 'utf8')).split('\n');
  }
}

/** Sends the signal; resolves with how it ended. */
export function stop(program: Program, signal: NodeJS.Signals): Promise<number | string | null> {
  program.child.kill(signal);
  return program.ended();
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
