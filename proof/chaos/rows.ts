import { OWNED_TABLES } from '../../libs/control/sandboxes/closed-accounts.sweeper.js';
import { SAVED_TABLES } from '../../libs/control/snapshots/saved-tables.js';
import type { OwnPostgres } from '../rig/own-postgres.js';

/**
 * The rows that the promises are about, after the run: of the merchants' accounts, and of the other sandboxes.
 * Times are milliseconds since 1970.
 */
export interface Rows {
  readonly charges: readonly ChargeRow[];
  readonly sources: readonly { readonly id: string; readonly name: string | null }[];
  readonly tokens: readonly TokenRow[];
  /** Cards without a token. */
  readonly strayCards: readonly { readonly id: string }[];
  readonly refunds: readonly RefundRow[];
  readonly disputes: readonly DisputeRow[];
  readonly links: readonly LinkRow[];
  readonly transactions: readonly TransactionRow[];
  readonly entries: readonly EntryRow[];
  readonly events: readonly EventRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly attempts: readonly AttemptRow[];
  /** Of existing sandboxes. */
  readonly sandboxEntries: readonly EntryRow[];
  readonly sandboxTransactions: readonly SandboxTransactionRow[];
  readonly transfers: readonly TransferRow[];
  readonly occurrences: readonly OccurrenceRow[];
  /** The charges and transfers of schedules. */
  readonly scheduled: readonly { readonly id: string; readonly scheduleId: string }[];
  /** Existing sandboxes. */
  readonly sandboxes: readonly { readonly name: string }[];
  /** Of open accounts. */
  readonly clockMoves: readonly { readonly id: string; readonly status: string }[];
  /** Tables with rows of closed or deleted accounts. */
  readonly remains: readonly { readonly table: string; readonly count: number }[];
}

export interface ChargeRow {
  readonly id: string;
  readonly accountId: string;
  readonly version: number;
  readonly status: string;
  readonly isAuthorized: boolean;
  readonly amount: number;
  readonly capturedAmount: number;
  readonly refundedAmount: number;
  readonly fundingAmount: number;
  readonly sourceId: string | null;
  readonly cardId: string | null;
  readonly linkId: string | null;
  readonly transactionId: string | null;
  readonly expiresAt: number;
  readonly wrongPasswordCount: number;
  readonly settlesAs: string | null;
}

interface TokenRow {
  readonly id: string;
  readonly cardId: string;
  /** Of its card. */
  readonly name: string;
  readonly chargeId: string | null;
}

interface RefundRow {
  readonly id: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly fundingAmount: number;
  readonly transactionId: string;
  /** The tag of the request that made it. */
  readonly request: string | null;
}

interface DisputeRow {
  readonly id: string;
  readonly chargeId: string;
  readonly status: string;
  readonly fundingAmount: number;
  readonly startedTransactionId: string;
  readonly wonTransactionId: string | null;
}

interface LinkRow {
  readonly id: string;
  /** The tag of the request that made it. */
  readonly description: string;
  readonly multiple: boolean;
  readonly isUsed: boolean;
}

interface TransactionRow {
  readonly id: string;
  readonly origin: string;
  readonly direction: string;
  readonly amount: number;
}

interface SandboxTransactionRow extends TransactionRow {
  readonly accountId: string;
}

interface TransferRow {
  readonly id: string;
  readonly state: string;
  readonly amount: number;
  readonly sentTransactionId: string | null;
  readonly failedTransactionId: string | null;
}

interface OccurrenceRow {
  readonly scheduleId: string;
  /** A day, as text. */
  readonly scheduledOn: string;
  readonly status: string;
  readonly resultId: string | null;
}

interface EntryRow {
  readonly postingId: string;
  readonly ledger: string;
  readonly amount: number;
}

export interface EventRow {
  readonly id: string;
  readonly accountId: string;
  readonly key: string;
  readonly objectId: string;
  /** The bytes that every delivery sends. */
  readonly body: string;
  readonly createdAt: number;
}

export interface DeliveryRow {
  readonly id: string;
  readonly eventId: string;
  readonly uri: string;
  readonly status: string;
  readonly attemptCount: number;
}

interface AttemptRow {
  readonly deliveryId: string;
  readonly number: number;
  readonly status: number | null;
}

const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** Condition for rows of the merchants' accounts. */
export const OF_MERCHANT = 'account_id NOT IN (SELECT account_id FROM sandbox)';
/** Condition for rows of existing sandboxes. */
const OF_SANDBOX = 'account_id IN (SELECT account_id FROM sandbox)';
/** Rows without an account, such as requests without a valid key, have null or an empty text. */
const REMAINS = OWNED_TABLES.map(
  (table) => `SELECT '${table}' AS table, count(*)::int FROM ${table}
    WHERE ${table}.account_id <> '' AND NOT EXISTS (SELECT FROM account WHERE account.id = ${table}.account_id AND closed_at IS NULL) HAVING count(*) > 0`,
);

/** Of deleted snapshots, and of snapshots of deleted sandboxes. */
const REMAINS_OF_SNAPSHOTS = SAVED_TABLES.map(({ name }) => `snapshot.${name}`).map(
  (table) => `SELECT '${table}' AS table, count(*)::int FROM ${table}
    WHERE NOT EXISTS (SELECT FROM snapshot WHERE id = snapshot_id AND sandbox_name IS NOT NULL) HAVING count(*) > 0`,
);

const QUERIES: Readonly<Record<keyof Rows, string>> = {
  charges: `SELECT id, account_id AS "accountId", version, status, authorized_at IS NOT NULL AS "isAuthorized", amount::float8,
      captured_amount::float8 AS "capturedAmount", refunded_amount::float8 AS "refundedAmount", funding_amount::float8 AS "fundingAmount",
      source_id AS "sourceId", card_id AS "cardId", link_id AS "linkId", transaction_id AS "transactionId", ${ms('expires_at')} AS "expiresAt",
      wrong_password_count AS "wrongPasswordCount", settles_as AS "settlesAs" FROM charge
      WHERE ${OF_MERCHANT} ORDER BY id`,
  sources: `SELECT id, details->>'name' AS name FROM source WHERE ${OF_MERCHANT} ORDER BY id`,
  tokens: `SELECT token.id, card_id AS "cardId", card.name, charge_id AS "chargeId" FROM token JOIN card ON card.id = card_id
      WHERE token.${OF_MERCHANT} ORDER BY 1`,
  strayCards: `SELECT id FROM card WHERE ${OF_MERCHANT} AND NOT EXISTS (SELECT FROM token WHERE card_id = card.id) ORDER BY id`,
  refunds: `SELECT id, charge_id AS "chargeId", amount::float8, funding_amount::float8 AS "fundingAmount",
      transaction_id AS "transactionId", metadata->>'request' AS request FROM refund WHERE ${OF_MERCHANT} ORDER BY id`,
  disputes: `SELECT id, charge_id AS "chargeId", status, funding_amount::float8 AS "fundingAmount",
      started_transaction_id AS "startedTransactionId", won_transaction_id AS "wonTransactionId" FROM dispute
      WHERE ${OF_MERCHANT} ORDER BY id`,
  links: `SELECT id, description, multiple, used_at IS NOT NULL AS "isUsed" FROM link WHERE ${OF_MERCHANT} ORDER BY id`,
  transactions: `SELECT id, origin, direction, amount::float8 FROM transaction WHERE ${OF_MERCHANT} ORDER BY id`,
  entries: `SELECT posting_id AS "postingId", ledger, amount::float8 FROM journal_entry WHERE ${OF_MERCHANT} ORDER BY 1, 2`,
  events: `SELECT id, account_id AS "accountId", key, object_id AS "objectId", body, ${ms('created_at')} AS "createdAt"
      FROM event WHERE ${OF_MERCHANT} ORDER BY created_at, id`,
  deliveries: `SELECT id, event_id AS "eventId", uri, status, attempt_count AS "attemptCount" FROM webhook_delivery WHERE ${OF_MERCHANT} ORDER BY id`,
  attempts: `SELECT delivery_id AS "deliveryId", number, attempt.status FROM webhook_attempt attempt
      JOIN webhook_delivery ON webhook_delivery.id = delivery_id WHERE webhook_delivery.${OF_MERCHANT} ORDER BY 1, 2`,
  sandboxEntries: `SELECT posting_id AS "postingId", ledger, amount::float8 FROM journal_entry WHERE ${OF_SANDBOX} ORDER BY 1, 2`,
  sandboxTransactions: `SELECT id, account_id AS "accountId", origin, direction, amount::float8 FROM transaction WHERE ${OF_SANDBOX} ORDER BY id`,
  transfers: `SELECT id, state, amount::float8, sent_transaction_id AS "sentTransactionId", failed_transaction_id AS "failedTransactionId"
      FROM transfer WHERE ${OF_SANDBOX} ORDER BY id`,
  occurrences: `SELECT schedule_id AS "scheduleId", scheduled_on AS "scheduledOn", status, result_id AS "resultId" FROM occurrence
      WHERE ${OF_SANDBOX} ORDER BY 1, 2`,
  scheduled: `SELECT id, schedule_id AS "scheduleId" FROM charge WHERE schedule_id IS NOT NULL AND ${OF_SANDBOX}
      UNION ALL SELECT id, schedule_id FROM transfer WHERE schedule_id IS NOT NULL AND ${OF_SANDBOX} ORDER BY id`,
  sandboxes: 'SELECT name FROM sandbox ORDER BY number',
  clockMoves: 'SELECT id, status FROM clock_move ORDER BY id',
  remains: [
    ...REMAINS,
    ...REMAINS_OF_SNAPSHOTS,
    "SELECT 'account', count(*)::int FROM account WHERE closed_at IS NOT NULL HAVING count(*) > 0",
    "SELECT 'snapshot', count(*)::int FROM snapshot WHERE sandbox_name IS NULL HAVING count(*) > 0",
  ].join(' UNION ALL '),
};

export async function readRows(postgres: OwnPostgres, database: string): Promise<Rows> {
  const tables = Object.entries(QUERIES).map(
    async ([name, sql]) => [name, await postgres.query(database, sql)] as const,
  );
  return Object.fromEntries(await Promise.all(tables)) as unknown as Rows;
}
