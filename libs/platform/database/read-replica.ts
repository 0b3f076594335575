import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { ApiError } from '#domain/errors.js';
import type { Metrics } from '../metrics/metrics.js';
import { Batches } from './batches.js';
import { openPool, watchPool } from './pool.js';
import { Reader } from './reader.js';
import { BehindError, type ReplicaHealth } from './replica-health.js';
import { ReplicaSession, routeToSessions } from './replica-session.js';
import * as wal from './wal-position.js';

/** Connections of one process to the replica. */
const POOL_SIZE = 10;
/** The longest wait for a connection and for the replica's position. A slower replica is not used. */
const CONNECT_TIMEOUT_MS = 1_000;
const ASK_TIMEOUT_MS = 1_000;
/** The longest that any statement of a read may take; then the primary is asked. */
const READ_TIMEOUT_MS = 5_000;
/** The longest wait of a read for the replica or the primary to catch up, and the polling interval. */
const MAX_WAIT_MS = 20;
const PAUSE_MS = 2;

/**
 * Reads from a replica as from the primary (docs/decisions/0013-totals-and-replica-reads.md): a read sees all that was acknowledged before it began, by whatever
 * process, and nothing that the primary does not show by the time it is answered. Where that does not come about within milliseconds, or
 * anything fails, the primary is to be asked.
 */
export class ReadReplica {
  private readonly pool: Pool;
  private readonly reader: Reader;
  private readonly primary: Pool;
  private readonly health: ReplicaHealth;
  private readonly positions: Batches<undefined, wal.PrimaryPosition>;
  /** Which database, and on which timeline, a connection is known to be a replica of. */
  private readonly known = new WeakMap<PoolClient, string>();
  private identity: string | undefined;

  constructor(url: string, { primary, health, metrics }: { primary: Pool; health: ReplicaHealth; metrics: Metrics }) {
    this.primary = primary;
    this.health = health;
    const timeouts = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: READ_TIMEOUT_MS, statement_timeout: READ_TIMEOUT_MS };
    // The user of a broken connection gets its error.
    this.pool = openPool(url, { max: POOL_SIZE, ...timeouts }, () => undefined);
    routeToSessions(this.pool);
    this.reader = new Reader(this.pool);
    this.positions = new Batches('position', metrics, async (wanted) => {
      const position = await this.askPrimary();
      return wanted.map(() => position);
    });
    watchPool(metrics, 'replica', this.pool);
  }

  /** The result of `work`; `undefined` if the primary must be read. Throws the errors that `work` throws for the request. */
  async read<T>(work: (reader: Reader) => Promise<T>, order: wal.ReadOrder): Promise<{ readonly value: T } | undefined> {
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

  /** The primary may be another server from now on. */
  forgetPrimary(): void {
    this.identity = undefined;
  }

  close(): Promise<void> {
    return this.reader.close();
  }

  private async readOnce<T>(work: (reader: Reader) => Promise<T>, order: wal.ReadOrder): Promise<T> {
    const before = await this.positions.do(undefined);
    const session = new ReplicaSession(await this.pool.connect());
    let isGood = false;
    try {
      await this.assertReplica(session, before.timeline);
      await untilTrue(async () => wal.hasCaughtUp(await askReplica(session), before, order), 'it is behind the primary');
      const value = await session.run(() => work(this.reader));
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

  /** Another database would be taken for this one, and one that stayed with the former primary for one that follows. */
  private async assertReplica(session: ReplicaSession, timeline: number): Promise<void> {
    const identity = await this.identityOfPrimary();
    const expected = `${identity} ${timeline}`;
    if (this.known.get(session.client) === expected) return;
    const [own] = await rowsOf<{ identity: string }>(session, wal.IDENTITY);
    if (own?.identity !== identity) throw new Error('it is no replica of the database in DATABASE_URL');
    const [replayed] = await rowsOf<{ timeline: number }>(session, wal.REPLAYED_TIMELINE);
    if (replayed?.timeline !== timeline) throw new Error('it does not follow the primary, or does not tell so yet');
    this.known.set(session.client, expected);
  }

  /** Ensures that later reads of the primary show no less than was read. */
  private async assertShown(session: ReplicaSession, before: wal.Snapshot): Promise<void> {
    const { snapshot: shown } = await askReplica(session);
    const isShown = async (primary: wal.Snapshot): Promise<boolean> => {
      const doubtful = wal.doubtful(shown, primary);
      if (!doubtful?.length) return doubtful !== undefined;
      return (await rowsOf(session, { ...wal.OVER, values: [doubtful.map(String)] })).length === 0;
    };
    if (await isShown(before)) return;
    await untilTrue(async () => isShown((await this.positions.do(undefined)).snapshot), 'it shows what the primary does not show yet');
  }

  private async identityOfPrimary(): Promise<string> {
    if (this.identity === undefined) {
      const { rows } = await this.primary.query<{ identity: string }>(wal.IDENTITY);
      this.identity = rows[0]?.identity;
    }
    return this.identity ?? '';
  }

  private async askPrimary(): Promise<wal.PrimaryPosition> {
    const [row] = (await this.primary.query<wal.PositionRow & { readonly timeline: number }>(wal.PRIMARY_POSITION)).rows;
    if (!row) throw new Error('A statement that has one row had none');
    return { ...wal.positionOf(row), timeline: row.timeline };
  }
}

async function askReplica(session: ReplicaSession): Promise<wal.Position> {
  const [row] = await rowsOf<wal.PositionRow | { readonly lsn: null }>(session, wal.REPLICA_POSITION);
  if (!row || row.lsn === null) throw new Error('it is no replica, or none any more: it takes writes');
  return wal.positionOf(row);
}

async function rowsOf<Row extends object>(session: ReplicaSession, query: QueryConfig): Promise<Row[]> {
  const limited = { ...query, query_timeout: ASK_TIMEOUT_MS };
  return (await session.query<Row>(limited)).rows;
}

/** Looks again and again, but not for long. */
async function untilTrue(isTrue: () => Promise<boolean>, complaint: string): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new BehindError(complaint);
    await delay(PAUSE_MS);
  }
}
