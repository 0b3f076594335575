/** The transactions visible to a statement: those below `xmax`, except those in progress. */
export interface Snapshot {
  readonly xmin: bigint;
  readonly xmax: bigint;
  /** Empty on a replica, which does not report them. */
  readonly underWay: readonly bigint[];
}

/** The position of a server in the write-ahead log, and its visible transactions. */
export interface Position {
  readonly lsn: bigint;
  readonly snapshot: Snapshot;
}

/** The primary's position. A new `timeline` starts when another server becomes the primary. */
export interface PrimaryPosition extends Position {
  readonly timeline: number;
}

export type ReadOrder = 'commits' | 'any';

/** As PostgreSQL writes them. */
export interface PositionRow {
  readonly lsn: string;
  readonly snapshot: string;
}

const XID_COLUMN = 'pg_current_snapshot()::text AS snapshot';

/**
 * Acknowledged commits are on the disk, from where replicas read them, or in memory if commits do not wait
 * for the disk.
 */
export const PRIMARY_POSITION = {
  name: 'primary_position',
  text: `SELECT (lsn - '0/0')::text AS lsn, ('x' || substr(pg_walfile_name(lsn), 1, 8))::bit(32)::int AS timeline, ${XID_COLUMN}
  FROM (SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS lsn) at`,
};

/** The position is null on a server that replays nothing: a primary, though it may have been a replica. */
export const REPLICA_POSITION = {
  name: 'replica_position',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS lsn, ${XID_COLUMN}`,
};

/** The cluster and the database. A replica that is one block by block has the same. */
export const IDENTITY = {
  name: 'identity',
  text: `SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`,
};

/**
 * The latest timeline that a replica surely replays. What it receives, not everybody may see
 * (`pg_read_all_stats`); the rest is noted when it writes to the disk, minutes later at most.
 */
export const REPLAYED_TIMELINE = {
  name: 'replayed_timeline',
  text: `SELECT greatest((SELECT timeline_id FROM pg_control_checkpoint()), (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
    (SELECT received_tli FROM pg_stat_wal_receiver)) AS timeline`,
};

/** The ended ones of these transactions. */
export const OVER = {
  name: 'over',
  text: `SELECT xid::text FROM unnest($1::text[]::xid8[]) xid WHERE pg_xact_status(xid) <> 'in progress'`,
};

export function positionOf({ lsn, snapshot }: PositionRow): Position {
  const [xmin = '', xmax = '', underWay = ''] = snapshot.split(':');
  const listed = underWay === '' ? [] : underWay.split(',').map(BigInt);
  return { lsn: BigInt(lsn), snapshot: { xmin: BigInt(xmin), xmax: BigInt(xmax), underWay: listed } };
}

/**
 * True if the replica shows everything acknowledged at the primary's position. Reads in commit order
 * (`readCommitted`) end before the oldest transaction that the replica considers in progress. It learns last
 * of the end of transactions without a waiting client.
 */
export function hasCaughtUp(replica: Position, primary: Position, order: ReadOrder): boolean {
  return replica.lsn >= primary.lsn && (order === 'any' || replica.snapshot.xmin >= primary.snapshot.xmin);
}

/**
 * The transactions that a replica may show before the primary does: a replica can apply a commit while the
 * primary waits for other replicas. `undefined` if the primary has fewer.
 */
export function doubtful(replica: Snapshot, primary: Snapshot): readonly bigint[] | undefined {
  return primary.xmax < replica.xmax ? undefined : primary.underWay.filter((xid) => xid < replica.xmax);
}
