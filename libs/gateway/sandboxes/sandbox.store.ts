import { Injectable } from '@nestjs/common';
import { Batches } from '#platform/database/batches.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { LongTransaction } from '#platform/database/long-transactions.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { epochStatement, type AccountRow, type Closed } from './epoch-statement.js';

/** Any number will do, as long as every Tollgate uses the same. */
const CREATION_LOCK = 7_400_740_076;
/** Sandboxes that one sweep removes. */
const EXPIRY_LIMIT = 500;

const ACCOUNT = { include: { account: true } } as const satisfies Prisma.SandboxDefaultArgs;

/** A sandbox and its account of the present epoch. */
export type StoredSandbox = Prisma.SandboxGetPayload<typeof ACCOUNT>;

/** All that a new sandbox consists of, as rows. */
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
  /** Where the events of both modes go. */
  readonly webhook_uri: string | null;
}

/** The clock of a new epoch. */
export type BeginningClock = Pick<AccountRow, 'clock_offset_ms' | 'frozen_at'>;

export const REAL_TIME: BeginningClock = { clock_offset_ms: 0, frozen_at: null };

/** The rows of sandboxes. Each operation is one statement: all of it or nothing, however much there is in the sandbox. */
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
    return this.database.sandbox.findUnique({ where: { name }, ...ACCOUNT });
  }

  /** Those that were made after the one with the number `after`, oldest first. */
  async list(after: bigint, limit: number): Promise<StoredSandbox[]> {
    return this.database.sandbox.findMany({ where: { number: { gt: after } }, orderBy: { number: 'asc' }, take: limit, ...ACCOUNT });
  }

  /** Answers `false` when there is one of this name. */
  insert(sandbox: NewSandbox): Promise<boolean> {
    return this.creations.do(sandbox);
  }

  /** The same within a transaction. Others that are made wait for its end. */
  async insertWithin(transaction: LongTransaction, sandbox: NewSandbox): Promise<boolean> {
    return (await transaction.query(insertionOf([sandbox]))).length > 0;
  }

  /**
   * Begins a new epoch: an account with the id `accountId` and the settings of the last one, which is closed. `undefined`: there is no such
   * sandbox.
   */
  async reset(name: string, accountId: string, { clock_offset_ms, frozen_at }: BeginningClock, now: Date): Promise<Closed | undefined> {
    // Of two at once, the second finds the row that it waited for to be another's by now, and nothing else.
    for (;;) {
      const [closed] = await this.query<Closed>(epochStatement(name, accountId, { clock_offset_ms, frozen_at }, now));
      if (closed || !(await this.find(name))) return closed;
    }
  }

  /** Removes a sandbox and closes its account. `undefined`: there is no such sandbox. */
  async remove(name: string, now: Date): Promise<Closed | undefined> {
    const [closed] = await this.removeAll(Prisma.sql`SELECT name FROM sandbox WHERE name = ${name}`, now);
    return closed;
  }

  /** Removes those, some of them, that nobody has used since they expired before `expiredBy`. */
  removeExpired(expiredBy: Date, now: Date): Promise<Closed[]> {
    return this.removeAll(
      Prisma.sql`SELECT name FROM sandbox WHERE expires_at <= ${expiredBy}::timestamptz
        ORDER BY expires_at LIMIT ${EXPIRY_LIMIT} FOR UPDATE SKIP LOCKED`,
      now,
    );
  }

  private removeAll(names: Prisma.Sql, now: Date): Promise<Closed[]> {
    return this.query<Closed>(Prisma.sql`
      WITH gone AS (
        DELETE FROM sandbox WHERE name IN (${names}) RETURNING account_id
      ), closed AS (
        UPDATE account SET closed_at = ${now}::timestamptz FROM gone WHERE account.id = gone.account_id
      ), key AS (
        DELETE FROM api_key USING gone WHERE api_key.account_id = gone.account_id RETURNING sha256, api_key.account_id
      )
      SELECT account_id AS "accountId", array(SELECT sha256 FROM key WHERE key.account_id = gone.account_id) AS keys FROM gone`);
  }

  /** One after the other, also of several processes, so that numbers come in the order of commits: no list passes over one that comes late. */
  private async insertAll(sandboxes: readonly NewSandbox[]): Promise<boolean[]> {
    const made = await this.query<{ account_id: string }>(insertionOf(sandboxes));
    const ids = new Set(made.map(({ account_id: id }) => id));
    return sandboxes.map(({ account }) => ids.has(account.id));
  }

  /** Straight to the driver, as all hot writes. */
  private query<Found extends object>(statement: Prisma.Sql): Promise<Found[]> {
    return this.database.attempt<Found>(statement);
  }
}

/** Makes all that have no name of another. Its rows are the ids of their accounts. */
function insertionOf(sandboxes: readonly NewSandbox[]): Prisma.Sql {
  const rows = sandboxes.map(({ name, key_nonce, ttl_ms, expires_at, account }) => ({
    name,
    key_nonce,
    ttl_ms,
    expires_at,
    account_id: account.id,
  }));
  const keys = sandboxes.flatMap(({ account, keys: own }) => own.map((key) => ({ ...key, account_id: account.id })));
  const endpoints = sandboxes.flatMap(({ account: { id: account_id }, webhook_uri: uri }) =>
    uri === null ? [] : [false, true].map((livemode) => ({ account_id, livemode, uri })),
  );
  return Prisma.sql`
    WITH turn AS MATERIALIZED (
      SELECT pg_advisory_xact_lock(${CREATION_LOCK})
    ), made AS (
      INSERT INTO sandbox (name, account_id, key_nonce, ttl_ms, expires_at)
      SELECT name, account_id, key_nonce, ttl_ms, expires_at
      FROM turn, json_populate_recordset(NULL::sandbox, ${JSON.stringify(rows)}::json)
      ON CONFLICT (name) DO NOTHING RETURNING account_id
    ), new_account AS (
      INSERT INTO account SELECT account.* FROM made JOIN
        json_populate_recordset(NULL::account, ${JSON.stringify(sandboxes.map(({ account }) => account))}::json) AS account ON id = account_id
    ), new_key AS (
      INSERT INTO api_key SELECT key.* FROM made JOIN json_populate_recordset(NULL::api_key, ${JSON.stringify(keys)}::json) AS key USING (account_id)
    ), new_endpoint AS (
      INSERT INTO webhook_endpoint SELECT endpoint.*
      FROM made JOIN json_populate_recordset(NULL::webhook_endpoint, ${JSON.stringify(endpoints)}::json) AS endpoint USING (account_id)
    )
    SELECT account_id FROM made`;
}
