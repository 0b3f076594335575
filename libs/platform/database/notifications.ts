import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Client } from 'pg';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Prisma } from './generated/client.js';
import { Log } from '../logging/log.js';
import { anyServer, clientOf } from './primary.js';
import { waitAtMost } from '../process/timeout.js';

const RECONNECT_MS = 200;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** The `application_name` of listening connections. Other processes find them by it. */
const APPLICATION_NAME = 'tollgate-notifications';

type Hear = (payload: string) => void;

/**
 * SQL that is true if the process with this {@link Notifications.pid} listens, and for null, an unknown
 * process.
 */
export function isListening(pid: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${pid} IS NULL OR EXISTS (SELECT FROM pg_stat_activity WHERE pg_stat_activity.pid = ${pid}
    AND datname = current_database() AND application_name = ${APPLICATION_NAME}))`;
}

/**
 * Messages between processes: PostgreSQL's NOTIFY and LISTEN, on a reserved connection of each process. A
 * process without a connection misses messages.
 */
@Injectable()
export class Notifications implements OnModuleInit, BeforeApplicationShutdown {
  private readonly heard = new Map<string, Hear>();
  private readonly lost: (() => void)[] = [];
  /** Settles with the last query: the connection runs one at a time. */
  private lastQuery: Promise<unknown> = Promise.resolve();
  private connection:
    | { readonly client: Client; readonly pid: number; readonly channels: Set<string> }
    | undefined;
  private socket: Socket | undefined;
  private listening: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  private readonly connectionString: string | undefined;
  private readonly Client: typeof Client;

  constructor(
    @Inject(SETTINGS) { databaseUrl }: Settings,
    private readonly log: Log,
  ) {
    this.connectionString = anyServer(databaseUrl);
    this.Client = clientOf(databaseUrl);
  }

  /** The process id of the connection's backend; `undefined` while disconnected. */
  get pid(): number | undefined {
    return this.connection?.pid;
  }

  /** Listens to `channel`; to be called before the process starts. */
  listen(channel: string, hear: Hear): void {
    this.heard.set(channel, hear);
  }

  /** Listens to `channel` from now on. Rejects when there is no connection. */
  async listenNow(channel: string, hear: Hear): Promise<void> {
    this.heard.set(channel, hear);
    if (this.connection?.channels.has(channel)) return;
    await this.query(`LISTEN ${channel}`);
    this.connection?.channels.add(channel);
  }

  /** Calls back after each end of the connection, since messages may have been missed. */
  whenLost(callback: () => void): void {
    this.lost.push(callback);
  }

  /** Sends the messages. Rejects without a connection, or if it breaks. */
  async tell(channel: string, payloads: readonly string[]): Promise<void> {
    await this.query('SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told', [channel, payloads]);
  }

  /** Sends the message, and returns the {@link pid} of every process that will receive it. */
  async tellAll(channel: string, payload: string): Promise<ReadonlySet<number>> {
    const rows = await this.query<{ pid: number }>(
      `WITH told AS MATERIALIZED (SELECT pg_notify($1, $2))
       SELECT pid FROM told, pg_stat_activity WHERE datname = current_database() AND application_name = $3`,
      [channel, payload, APPLICATION_NAME],
    );
    return new Set(rows.map(({ pid }) => pid));
  }

  onModuleInit(): void {
    this.listening = this.listenForEver();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    // A server that does not respond must not keep the process from ending.
    await waitAtMost(
      CLOSE_TIMEOUT_MS,
      this.connection?.client.end().catch(() => undefined) ?? Promise.resolve(),
    );
    this.socket?.destroy();
    await this.listening;
  }

  private query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const query = this.lastQuery.then(async () => {
      if (!this.connection) throw new Error('there is no connection');
      return (await this.connection.client.query<Row>(text, [...values])).rows;
    });
    this.lastQuery = query.catch(() => undefined);
    return query;
  }

  private async listenForEver(): Promise<void> {
    let isReported = false;
    while (!this.stopping.signal.aborted) {
      try {
        await this.connect();
        isReported = false;
      } catch (error) {
        if (!isReported)
          this.log.debug('listening for change notifications failed', { reason: (error as Error).message });
        isReported = true;
      }
      await delay(RECONNECT_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** Resolves when the connection has ended. */
  private async connect(): Promise<void> {
    const socket = new Socket();
    this.socket = socket;
    const client = new this.Client({
      stream: () => socket,
      connectionString: this.connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: APPLICATION_NAME,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      // Notifications are about committed changes, so they need not wait for the disk.
      options: '-c synchronous_commit=off',
    });
    const over = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      client.on('notification', ({ channel, payload = '' }) => this.heard.get(channel)?.(payload));
      const channels = new Set(this.heard.keys());
      for (const channel of channels) await client.query(`LISTEN ${channel}`);
      if (this.stopping.signal.aborted) return;
      this.connection = { client, pid: rows[0]?.pid ?? 0, channels };
      await over;
    } finally {
      this.connection = undefined;
      for (const callback of this.lost) callback();
      await client.end().catch(() => undefined);
    }
  }
}
