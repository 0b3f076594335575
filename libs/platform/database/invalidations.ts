import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Client, type QueryResult } from 'pg';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { Log } from '../logging/log.js';
import { atMost } from '../process/at-most.js';

/** The longest that a process goes on with what it remembers, counted from when it asked for it. */
export const LEASE_MS = 1_000;
const RECONNECT_MS = 200;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1_000;

const INVALIDATED = 'tollgate_invalidated';
const ACKNOWLEDGED = 'tollgate_acknowledged';
/** By this name of its connection a process is known to others. */
const APPLICATION_NAME = 'tollgate-invalidations';

/** Whoever remembers rows that other processes may change. */
export interface Memory {
  forget(names: readonly string[]): void;
  forgetAll(): void;
}

interface Announcement {
  readonly id: string;
  readonly names: readonly string[];
}

/**
 * Tells every process which remembered rows have changed, and hears when they have dropped them. Each process listens on a connection of its
 * own. One without remembers nothing, so that nobody need wait for it; one that does not answer is waited for as long as its lease runs
 * (docs/decisions/0017-epochs.md).
 */
@Injectable()
export class Invalidations implements OnModuleInit, BeforeApplicationShutdown {
  private readonly memories: Memory[] = [];
  /** By the id of an announcement: hears of each process that has heard of it. */
  private readonly waiting = new Map<string, (pid: number) => void>();
  private toAcknowledge: string[] = [];
  /** The end of the last query: a connection has one at a time. */
  private lastQuery: Promise<unknown> = Promise.resolve();
  private client: Client | undefined;
  private socket: Socket | undefined;
  private listening: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly log: Log,
  ) {}

  /** Whether this process hears of what others change. Only then may it remember anything. */
  get isListening(): boolean {
    return this.client !== undefined;
  }

  subscribe(memory: Memory): void {
    this.memories.push(memory);
  }

  onModuleInit(): void {
    this.listening = this.listenForEver();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    // A server that says nothing any more must not keep the process.
    await atMost(CLOSE_TIMEOUT_MS, this.client?.end().catch(() => undefined) ?? Promise.resolve());
    this.socket?.destroy();
    await this.listening;
  }

  /**
   * Has every process forget these names. To be called once their rows are committed: what is asked for afterwards, in whatever process, is
   * answered with what they are now. Resolves when all have acknowledged it, at the latest after {@link LEASE_MS}.
   */
  async announce(names: readonly string[]): Promise<void> {
    const id = randomUUID();
    const heard = new Set<number>();
    let expected: ReadonlySet<number> | undefined;
    let resolve = (): void => undefined;
    const all = new Promise<void>((done) => (resolve = done));
    const check = (): void => {
      if (expected && [...expected].every((pid) => heard.has(pid))) resolve();
    };
    this.waiting.set(id, (pid) => {
      heard.add(pid);
      check();
    });
    const lease = atMost(LEASE_MS, all);
    this.send({ id, names })
      .then((pids) => (expected = pids))
      .then(check)
      // Nobody has been told. They find out for themselves when their leases have run out.
      .catch((error: unknown) => this.log.warn('what was changed could not be announced', { reason: (error as Error).message }));
    await lease;
    this.waiting.delete(id);
  }

  /** The processes that listen. */
  private async send(announcement: Announcement): Promise<Set<number>> {
    const { client } = this;
    if (!client) throw new Error('there is no connection');
    await this.query(client, `LISTEN ${ACKNOWLEDGED}`);
    const { rows } = await this.query<{ pid: number }>(
      client,
      `WITH sent AS MATERIALIZED (SELECT pg_notify($1, $2))
       SELECT pid FROM sent, pg_stat_activity WHERE datname = current_database() AND application_name = $3`,
      [INVALIDATED, JSON.stringify(announcement), APPLICATION_NAME],
    );
    return new Set(rows.map(({ pid }) => pid));
  }

  private query<Row extends object>(client: Client, text: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
    const query = this.lastQuery.then(() => client.query<Row>(text, [...values]));
    this.lastQuery = query.catch(() => undefined);
    return query;
  }

  private async listenForEver(): Promise<void> {
    let isReported = false;
    while (!this.stopping.signal.aborted) {
      try {
        await this.listen();
        isReported = false;
      } catch (error) {
        if (!isReported) this.log.debug('cannot listen for changes', { reason: (error as Error).message });
        isReported = true;
      }
      await delay(RECONNECT_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** Resolves when the connection is over. */
  private async listen(): Promise<void> {
    const socket = new Socket();
    this.socket = socket;
    const client = new Client({
      stream: () => socket,
      connectionString: this.settings.databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: APPLICATION_NAME,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      // What is told of here is committed already: nobody waits until the disk has the telling.
      options: '-c synchronous_commit=off',
    });
    const over = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const pid = rows[0]?.pid ?? 0;
      client.on('notification', ({ channel, payload = '' }) => this.hear(client, pid, channel, payload));
      await client.query(`LISTEN ${INVALIDATED}`);
      if (this.stopping.signal.aborted) return;
      this.client = client;
      await over;
    } finally {
      this.client = undefined;
      for (const memory of this.memories) memory.forgetAll();
      await client.end().catch(() => undefined);
    }
  }

  private hear(client: Client, pid: number, channel: string, payload: string): void {
    if (channel === ACKNOWLEDGED) {
      const [id = '', of] = payload.split(' ');
      this.waiting.get(id)?.(Number(of));
      return;
    }
    const { id, names } = JSON.parse(payload) as Announcement;
    for (const memory of this.memories) memory.forget(names);
    this.toAcknowledge.push(`${id} ${pid}`);
    if (this.toAcknowledge.length === 1) void this.acknowledge(client);
  }

  /** All that were heard of while the last ones were acknowledged, together. */
  private async acknowledge(client: Client): Promise<void> {
    try {
      while (this.toAcknowledge.length > 0) {
        const heard = [...this.toAcknowledge];
        await this.query(client, 'SELECT pg_notify($1, heard) FROM unnest($2::text[]) AS heard', [ACKNOWLEDGED, heard]);
        this.toAcknowledge = this.toAcknowledge.slice(heard.length);
      }
    } catch {
      // The connection is over. Whoever waits does so until the lease has run out.
      this.toAcknowledge = [];
    }
  }
}
