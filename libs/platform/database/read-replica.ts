import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { ApiError } from '#kernel/errors.js';
import type { Metrics } from '../metrics/metrics.js';
import { Batches } from './batches.js';
import { openPool, watchPool } from './pool.js';
import { Reader } from './reader.js';
import { BehindError, type ReplicaHealth } from './replica-health.js';
import { routeToSessions, Session } from './session.js';
import * as wal from './wal-position.js';

const POOL_SIZE = 10;
/** The longest wait for a connection and for the replica's position. A slower replica is not used. */
const CONNECT_TIMEOUT_MS = 1_000;
const ASK_TIMEOUT_MS = 1_000;
/** The statement timeout of reads. After it the primary serves the read. */
const READ_TIMEOUT_MS = 5_000;
/** The longest wait of a read for the replica or the primary to catch up, and the polling interval. */
const MAX_WAIT_MS = 20;
const PAUSE_MS = 2;

/** The connection of a read: behind one address may be several replicas. */
const current = new AsyncLocalStorage<Session>();

/**
 * Reads from a replica as from the primary (docs/decisions/0013-totals-and-replica-reads.md): a read sees
 * every commit that any process acknowledged before it began, and none that the primary does not show when it
 * ends. If the replica does not get there within milliseconds, or fails, the primary serves the read.
 */
export class ReadReplica {
  private readonly pool: Pool;
  private readonly reader: Reader;
  private readonly primary: Pool;
  private readonly health: ReplicaHealth;
  private readonly positions: Batches<undefined, wal.PrimaryPosition>;
  /** The verified database and timeline of each connection. */
  private readonly known = new WeakMap<PoolClient, string>();
  private identity: string | undefined;

  constructor(
    url: string,
    { primary, health, metrics }: { primary: Pool; health: ReplicaHealth; metrics: Metrics },
  ) {
    this.primary = primary;
    this.health = health;
    const timeouts = {
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: READ_TIMEOUT_MS,
      statement_timeout: READ_TIMEOUT_MS,
    };
    // The user of a broken connection gets its error.
    this.pool = openPool(url, { max: POOL_SIZE, ...timeouts }, () => undefined);
    routeToSessions(this.pool, () => {
      const session = current.getStore();
      if (!session) throw new Error('A replica is read in sessions only');
      return session;
    });
    this.reader = new Reader(this.pool);
    this.positions = new Batches('position', metrics, async (wanted) => {
      const position = await this.askPrimary();
      return wanted.map(() => position);
    });
    watchPool(metrics, 'replica', this.pool);
  }

  /**
   * The result of `work`; `undefined` if the primary must be read. Throws the errors that `work` throws for
   * the request.
   */
  async read<T>(
    work: (reader: Reader) => Promise<T>,
    order: wal.ReadOrder,
  ): Promise<{ readonly value: T } | undefined> {
    if (!this.health.isToBeAsked()) return undefined;
    try {
      const value = await this.readOnce(work, order);
      this.health.hasServed();
      return { value };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.health.hasFailed(error as Error);
      return undefined;
    }
  }

  /** To be called when the primary may have changed. */
  forgetPrimary(): void {
    this.identity = undefined;
  }

  close(): Promise<void> {
    return this.reader.close();
  }

  private async readOnce<T>(work: (reader: Reader) => Promise<T>, order: wal.ReadOrder): Promise<T> {
    const before = await this.positions.do(undefined);
    const session = new Session(await this.pool.connect());
    let isGood = false;
    try {
      await this.assertReplica(session, before.timeline);
      await untilTrue(
        async () => wal.hasCaughtUp(await askReplica(session), before, order),
        'it is behind the primary',
      );
      const value = await current.run(session, () => work(this.reader));
      await this.assertShown(session, before.snapshot);
      isGood = true;
      return value;
    } catch (error) {
      isGood = error instanceof BehindError;
      throw error;
    } finally {
      session.end(isGood);
    }
  }

  /** Rejects replicas of another database, and those that still follow a former primary. */
  private async assertReplica(session: Session, timeline: number): Promise<void> {
    const identity = await this.identityOfPrimary();
    const expected = `${identity} ${timeline}`;
    if (this.known.get(session.client) === expected) return;
    const [own] = await rowsOf<{ identity: string }>(session, wal.IDENTITY);
    if (own?.identity !== identity) throw new Error('it is no replica of the database in DATABASE_URL');
    const [replayed] = await rowsOf<{ timeline: number }>(session, wal.REPLAYED_TIMELINE);
    if (replayed?.timeline !== timeline)
      throw new Error('it does not follow the primary, or does not tell so yet');
    this.known.set(session.client, expected);
  }

  /** Ensures that later reads of the primary show no less than was read. */
  private async assertShown(session: Session, before: wal.Snapshot): Promise<void> {
    const { snapshot: shown } = await askReplica(session);
    const isShown = async (primary: wal.Snapshot): Promise<boolean> => {
      const doubtful = wal.doubtful(shown, primary);
      if (!doubtful?.length) return doubtful !== undefined;
      return (await rowsOf(session, { ...wal.OVER, values: [doubtful.map(String)] })).length === 0;
    };
    if (await isShown(before)) return;
    await untilTrue(
      async () => isShown((await this.positions.do(undefined)).snapshot),
      'it shows what the primary does not show yet',
    );
  }

  private async identityOfPrimary(): Promise<string> {
    if (this.identity === undefined) {
      const { rows } = await this.primary.query<{ identity: string }>(wal.IDENTITY);
      this.identity = rows[0]?.identity;
    }
    return this.identity ?? '';
  }

  private async askPrimary(): Promise<wal.PrimaryPosition> {
    const [row] = (
      await this.primary.query<wal.PositionRow & { readonly timeline: number }>(wal.PRIMARY_POSITION)
    ).rows;
    if (!row) throw new Error('A statement that has one row had none');
    return { ...wal.positionOf(row), timeline: row.timeline };
  }
}

async function askReplica(session: Session): Promise<wal.Position> {
  const [row] = await rowsOf<wal.PositionRow | { readonly lsn: null }>(session, wal.REPLICA_POSITION);
  if (!row || row.lsn === null) throw new Error('it is no replica, or none any more: it takes writes');
  return wal.positionOf(row);
}

async function rowsOf<Row extends object>(session: Session, query: QueryConfig): Promise<Row[]> {
  const limited = { ...query, query_timeout: ASK_TIMEOUT_MS };
  return (await session.query<Row>(limited)).rows;
}

/** Polls for {@link MAX_WAIT_MS} at most. */
async function untilTrue(isTrue: () => Promise<boolean>, complaint: string): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new BehindError(complaint);
    await delay(PAUSE_MS);
  }
}
