/** Which of the numbered transactions a statement can see the work of: none from `xmax` on, and none of those that were under way. */
export interface Snapshot {
  readonly xmin: bigint;
  readonly xmax: bigint;
  /** A replica does not tell which were. */
  readonly underWay: readonly bigint[];
}

/** Where a server is in the log of changes, and what can be seen there. */
export interface Position {
  readonly lsn: bigint;
  readonly snapshot: Snapshot;
}

/** The primary's. Changes are numbered anew on each `timeline`, which begins when another server becomes the primary. */
export interface PrimaryPosition extends Position {
  readonly timeline: number;
}

/** Whether rows are read in the order of commits, or in another. */
export type ReadOrder = 'commits' | 'any';

/** As PostgreSQL writes them. */
export interface PositionRow {
  readonly lsn: string;
  readonly snapshot: string;
}

const XID_COLUMN = 'pg_current_snapshot()::text AS snapshot';

/** All that was acknowledged before is on the disk, from where replicas get it; where nothing waits for that, it is in memory. */
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
 * The latest timeline that a replica surely replays. What it receives, not everybody may see (`pg_read_all_stats`); the rest is noted when it writes
 * to the disk, minutes later at most.
 */
export const REPLAYED_TIMELINE = {
  name: 'replayed_timeline',
  text: `SELECT greatest((SELECT timeline_id FROM pg_control_checkpoint()), (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
    (SELECT received_tli FROM pg_stat_wal_receiver)) AS timeline`,
};

/** Of these transactions, those that are over. */
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
 * Whether what is read of the replica shows all that was acknowledged when the primary was there. In the order of commits (`readCommitted`) nothing is shown from the oldest
 * transaction on that the replica takes to be under way: it learns last of the end of those that nobody waits for.
 */
export function hasCaughtUp(replica: Position, primary: Position, order: ReadOrder): boolean {
  return replica.lsn >= primary.lsn && (order === 'any' || replica.snapshot.xmin >= primary.snapshot.xmin);
}

/**
 * The transactions whose work a replica might show, and the primary does not show yet: a replica may be told of a commit before it is over, which
 * takes until other replicas have it. `undefined` where the primary counts fewer.
 */
export function doubtful(replica: Snapshot, primary: Snapshot): readonly bigint[] | undefined {
  return primary.xmax < replica.xmax ? undefined : primary.underWay.filter((xid) => xid < replica.xmax);
}
