import { Injectable } from '@nestjs/common';
import { Batches } from '#platform/database/batches.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { LongTransaction } from '#platform/database/long-transactions.js';
import { hasWordsSql } from '#platform/listing/pattern-sql.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { epochStatement, type AccountRow, type ClosedEpoch } from './epoch-statement.js';

/** The key of an advisory lock. It is arbitrary, but the same in every process. */
const CREATION_LOCK = 7_400_740_076;
/** Sandboxes that one sweep removes. */
const EXPIRY_LIMIT = 500;
/** Charges of one sandbox that are counted at most. */
const COUNTED_CHARGES = 1_000;

const ACCOUNT = {
  include: { account: { include: { webhookEndpoints: true } } },
} as const satisfies Prisma.SandboxDefaultArgs;

/** A sandbox and its account of the present epoch. */
export type StoredSandbox = Prisma.SandboxGetPayload<typeof ACCOUNT>;

export interface SandboxUse {
  readonly lastUsedAt: Date | null;
  readonly charges: number;
}

export interface NewSandbox {
  readonly name: string;
  readonly key_nonce: string;
  readonly ttl_ms: number | null;
  readonly expires_at: Date | null;
  readonly account: AccountRow;
  readonly keys: readonly {
    readonly sha256: string;
    readonly livemode: boolean;
    readonly kind: string;
    readonly public_key: string | null;
  }[];
  /** The webhook endpoint of both modes. */
  readonly webhook_uri: string | null;
}

export type BeginningClock = Pick<AccountRow, 'clock_offset_ms' | 'frozen_at'>;

export const REAL_TIME: BeginningClock = { clock_offset_ms: 0, frozen_at: null };

/** The rows of sandboxes. Each operation is one statement, whatever the size of the sandbox. */
@Injectable()
export class SandboxStore {
  private readonly creations: Batches<NewSandbox, boolean>;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    this.creations = new Batches('sandbox', metrics, (sandboxes) => this.insertAll(sandboxes));
  }

  async find(name: string): Promise<StoredSandbox | null> {
    return this.database.sandbox.findFirst({ where: { name }, ...ACCOUNT });
  }

  /** Sandboxes with these words in their names, created after the number `after`, oldest first. */
  async list(words: readonly string[], after: bigint, limit: number): Promise<StoredSandbox[]> {
    const found = words.length === 0 ? { gt: after } : { in: await this.numbersOf(words, after, limit) };
    return this.database.sandbox.findMany({
      where: { number: found },
      orderBy: { number: 'asc' },
      take: limit,
      ...ACCOUNT,
    });
  }

  /** Sandboxes with these words in their names, sorted by their last use, without the first `offset`. */
  async listByUse(words: readonly string[], offset: bigint, limit: number): Promise<StoredSandbox[]> {
    const rows = await this.database.$queryRaw<{ number: bigint }[]>`
      SELECT number FROM sandbox, LATERAL (SELECT ${lastUseSql(Prisma.sql`sandbox.account_id`)} AS used_at) use
      WHERE ${words.length === 0 ? Prisma.sql`true` : hasWordsSql(Prisma.sql`lower(name)`, words)}
      ORDER BY used_at DESC NULLS LAST, number DESC OFFSET ${offset} LIMIT ${limit}`;
    const numbers = rows.map(({ number }) => number);
    const found = await this.database.sandbox.findMany({ where: { number: { in: numbers } }, ...ACCOUNT });
    return numbers.flatMap((number) => found.filter((sandbox) => sandbox.number === number));
  }

  /**
   * The use of each of these accounts, by its id. The order of an index keeps a small account beside a large
   * one from a scan of all charges.
   */
  async usesOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, SandboxUse>> {
    const rows = await this.database.$queryRaw<(SandboxUse & { id: string })[]>`
      SELECT id, ${lastUseSql(Prisma.sql`account.id`)} AS "lastUsedAt",
        (SELECT count(*)::int4 FROM (
          SELECT FROM charge WHERE account_id = account.id ORDER BY account_id, livemode, created_at, id LIMIT ${COUNTED_CHARGES}) counted) AS charges
      FROM unnest(${[...accountIds]}::text[]) account (id)`;
    return new Map(rows.map(({ id, ...use }) => [id, use]));
  }

  private async numbersOf(words: readonly string[], after: bigint, limit: number): Promise<bigint[]> {
    const rows = await this.database.$queryRaw<{ number: bigint }[]>`
      SELECT number FROM sandbox WHERE number > ${after} AND ${hasWordsSql(Prisma.sql`lower(name)`, words)} ORDER BY number LIMIT ${limit}`;
    return rows.map(({ number }) => number);
  }

  /** Answers `false` when the name is taken. */
  insert(sandbox: NewSandbox): Promise<boolean> {
    return this.creations.do(sandbox);
  }

  /** The same within a transaction. Other insertions wait until it ends. */
  async insertWithin(transaction: LongTransaction, sandbox: NewSandbox): Promise<boolean> {
    return (await transaction.query(insertionOf([sandbox]))).length > 0;
  }

  /**
   * Begins a new epoch: an account with the id `accountId` and the settings of the last one, which is closed.
   * `undefined`: there is no such sandbox.
   */
  async reset(
    name: string,
    accountId: string,
    { clock_offset_ms, frozen_at }: BeginningClock,
    now: Date,
  ): Promise<ClosedEpoch | undefined> {
    // Of two concurrent resets, the second waits for the row, finds it changed, and writes nothing: it tries
    // again.
    for (;;) {
      const [closed] = await this.query<ClosedEpoch>(
        epochStatement(name, accountId, { clock_offset_ms, frozen_at }, now),
      );
      if (closed || !(await this.find(name))) return closed;
    }
  }

  /** Removes a sandbox and closes its account. `undefined`: there is no such sandbox. */
  async remove(name: string, now: Date): Promise<ClosedEpoch | undefined> {
    const [closed] = await this.removeAll(Prisma.sql`SELECT name FROM sandbox WHERE name = ${name}`, now);
    return closed;
  }

  /** Removes some of the sandboxes that expired before `expiredBy`. */
  removeExpired(expiredBy: Date, now: Date): Promise<ClosedEpoch[]> {
    return this.removeAll(
      Prisma.sql`SELECT name FROM sandbox WHERE expires_at <= ${expiredBy}::timestamptz
        ORDER BY expires_at LIMIT ${EXPIRY_LIMIT} FOR UPDATE SKIP LOCKED`,
      now,
    );
  }

  private removeAll(names: Prisma.Sql, now: Date): Promise<ClosedEpoch[]> {
    return this.query<ClosedEpoch>(Prisma.sql`
      WITH gone AS (
        DELETE FROM sandbox WHERE name IN (${names}) RETURNING account_id
      ), closed AS (
        UPDATE account SET closed_at = ${now}::timestamptz FROM gone WHERE account.id = gone.account_id
      ), key AS (
        DELETE FROM api_key USING gone WHERE api_key.account_id = gone.account_id RETURNING sha256, api_key.account_id
      )
      SELECT account_id AS "accountId", array(SELECT sha256 FROM key WHERE key.account_id = gone.account_id) AS keys FROM gone`);
  }

  /**
   * Insertions of all processes run one at a time, so that numbers are in commit order and no list skips one.
   */
  private async insertAll(sandboxes: readonly NewSandbox[]): Promise<boolean[]> {
    const made = await this.query<{ account_id: string }>(insertionOf(sandboxes));
    const ids = new Set(made.map(({ account_id: id }) => id));
    return sandboxes.map(({ account }) => ids.has(account.id));
  }

  /** Straight to the driver, like all frequent writes. */
  private query<Found extends object>(statement: Prisma.Sql): Promise<Found[]> {
    return this.database.inSavepoint<Found>(statement);
  }
}

/** The time of the last request of an account. */
function lastUseSql(accountId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT machine_at FROM request_log WHERE account_id = ${accountId} ORDER BY xid DESC, id DESC LIMIT 1)`;
}

/**
 * Inserts the sandboxes whose names are free. Returns the ids of their accounts. Columns are named: those of a newer
 * release get their defaults.
 */
function insertionOf(sandboxes: readonly NewSandbox[]): Prisma.Sql {
  const rows = sandboxes.map(({ name, key_nonce, ttl_ms, expires_at, account }) => ({
    name,
    key_nonce,
    ttl_ms,
    expires_at,
    account_id: account.id,
  }));
  const keys = sandboxes.flatMap(({ account, keys: own }) =>
    own.map((key) => ({ ...key, account_id: account.id })),
  );
  const endpoints = sandboxes.flatMap(({ account: { id: account_id }, webhook_uri: uri }) =>
    uri === null ? [] : [false, true].map((livemode) => ({ account_id, livemode, uri })),
  );
  const accounts = sandboxes.map(({ account }) => account);
  const columns = Prisma.raw(Object.keys(accounts[0] ?? {}).join(', '));
  return Prisma.sql`
    WITH turn AS MATERIALIZED (
      SELECT pg_advisory_xact_lock(${CREATION_LOCK})
    ), made AS (
      INSERT INTO sandbox (name, account_id, key_nonce, ttl_ms, expires_at)
      SELECT name, account_id, key_nonce, ttl_ms, expires_at
      FROM turn, json_populate_recordset(NULL::sandbox, ${JSON.stringify(rows)}::json)
      ON CONFLICT (name) DO NOTHING RETURNING account_id
    ), new_account AS (
      INSERT INTO account (${columns}) SELECT ${columns}
      FROM made JOIN json_populate_recordset(NULL::account, ${JSON.stringify(accounts)}::json) AS account ON id = account_id
    ), new_key AS (
      INSERT INTO api_key (sha256, account_id, livemode, kind, public_key)
      SELECT sha256, account_id, livemode, kind, public_key
      FROM made JOIN json_populate_recordset(NULL::api_key, ${JSON.stringify(keys)}::json) AS key USING (account_id)
    ), new_endpoint AS (
      INSERT INTO webhook_endpoint (account_id, livemode, uri) SELECT account_id, livemode, uri
      FROM made JOIN json_populate_recordset(NULL::webhook_endpoint, ${JSON.stringify(endpoints)}::json) AS endpoint USING (account_id)
    )
    SELECT account_id FROM made`;
}
