import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { initialise, POSTGRES_USER } from '../../libs/platform/database/postgres-cluster.js';
import { postgresHome, type PostgresHome } from '../../libs/platform/database/postgres-home.js';
import {
  isAlive,
  launch,
  shutDown,
  type PostgresServer,
} from '../../libs/platform/database/postgres-server.js';
import { atExit } from './at-exit.js';
import { steadyPort } from './ports.js';
import { until } from '../../libs/platform/testing/until.js';

const CONNECT_TIMEOUT_MS = 60_000;
const QUERY_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 2_000;

/**
 * A PostgreSQL of the program's own, that can be restarted, crashed, and looked into. Its commits are on the
 * disk: `fsync` is on.
 */
export class OwnPostgres {
  private isStopped = false;

  private constructor(
    private readonly home: PostgresHome,
    private readonly password: string,
    private server: PostgresServer,
  ) {}

  static async open(dir: string): Promise<OwnPostgres> {
    const home = await postgresHome(dir);
    const password = await initialise(home);
    const postgres = await OwnPostgres.launch(home, password);
    const [setting] = await postgres.query<{ fsync: string }>('postgres', 'SHOW fsync');
    if (setting?.fsync !== 'on') throw new Error('PostgreSQL must keep what it commits: fsync is off');
    return postgres;
  }

  private static async launch(home: PostgresHome, password: string): Promise<OwnPostgres> {
    const postgres = new OwnPostgres(home, password, await launch(home, await steadyPort()));
    // Not a child process, so it would survive. After it has stopped, its pid may belong to another process.
    atExit(
      () =>
        !postgres.isStopped && isAlive(postgres.server.pid) && process.kill(postgres.server.pid, 'SIGQUIT'),
    );
    await postgres.untilConnectable();
    return postgres;
  }

  /**
   * Another server, with its data in `dir`, that follows this one. From then on this one's commits wait for
   * it.
   */
  async addReplica(dir: string): Promise<OwnPostgres> {
    await shutDown(this.home, this.server.pid);
    const home = { ...(await postgresHome(dir)), program: this.home.program };
    execFileSync('cp', ['-a', this.home.data, home.data]);
    this.server = await launch(this.home, this.server.port);
    await this.untilConnectable();
    const origin = `host=127.0.0.1 port=${this.server.port} user=${POSTGRES_USER} password=${this.password}`;
    writeFileSync(join(home.data, 'postgresql.auto.conf'), `primary_conninfo = '${origin}'\n`);
    writeFileSync(join(home.data, 'standby.signal'), '');
    const replica = await OwnPostgres.launch(home, this.password);
    await this.set('synchronous_standby_names', '*');
    const isFollowed = async (): Promise<boolean> =>
      (await this.query('postgres', "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).length ===
      1;
    await until(isFollowed, 'the replica does not follow');
    return replica;
  }

  /** Of a replica: takes writes from now on. */
  async promote(): Promise<void> {
    await this.query('postgres', 'SELECT pg_promote()');
  }

  /**
   * Changes a setting of the server. New connections have it; its other processes have been told, and apply
   * it soon after, each for itself.
   */
  async set(name: string, value: string): Promise<void> {
    await this.query('postgres', `ALTER SYSTEM SET ${name} = '${value}'`);
    await this.query('postgres', 'SELECT pg_reload_conf()');
    const isSet = async (): Promise<boolean> =>
      (await this.query<{ value: string }>('postgres', `SELECT current_setting('${name}') AS value`))[0]
        ?.value === value;
    await until(isSet, `PostgreSQL does not apply ${name}`);
  }

  /** kill -9 of the server; it does not come back. */
  async kill(): Promise<void> {
    const { pid } = this.server;
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid), 'PostgreSQL is still there');
    this.isStopped = true;
  }

  get pid(): number {
    return this.server.pid;
  }

  get port(): number {
    return this.server.port;
  }

  url(database: string): string {
    return `postgresql://${POSTGRES_USER}:${this.password}@127.0.0.1:${this.server.port}/${database}`;
  }

  /** One query on a connection of its own, that fails when it takes longer than `limitMs`. */
  async query<Row extends object>(
    database: string,
    sql: string,
    values: readonly unknown[] = [],
    limitMs = QUERY_TIMEOUT_MS,
  ): Promise<Row[]> {
    const client = new Client({
      connectionString: this.url(database),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: limitMs,
      lock_timeout: LOCK_TIMEOUT_MS,
      application_name: 'rig',
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** `clean` lets it write down everything first; `crash` leaves that to the recovery at its next start. */
  async restart(how: 'clean' | 'crash', awayMs: number): Promise<void> {
    const { pid, port } = this.server;
    if (how === 'clean') await shutDown(this.home, pid);
    else process.kill(pid, 'SIGQUIT');
    await until(() => !isAlive(pid), 'PostgreSQL did not stop');
    await delay(awayMs);
    this.server = await launch(this.home, port);
    await this.untilConnectable();
  }

  /**
   * kill -9 of one of the processes that serve a connection: PostgreSQL throws out all others too, and
   * recovers.
   */
  async killBackend(database: string, which: number): Promise<void> {
    const backends = await this.query<{ pid: number }>(
      database,
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tollgate%' ORDER BY pid",
    );
    const victim = backends[which % backends.length];
    if (victim && isAlive(victim.pid)) process.kill(victim.pid, 'SIGKILL');
    await this.untilConnectable();
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    await shutDown(this.home, this.server.pid);
    this.isStopped = true;
  }

  private untilConnectable(): Promise<void> {
    const canQuery = (): Promise<boolean> =>
      this.query('postgres', 'SELECT 1').then(
        () => true,
        () => false,
      );
    return until(canQuery, `PostgreSQL in ${this.home.dir} did not start`);
  }
}
