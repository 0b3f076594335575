/**
 * Codes of a server that is unreachable, shutting down, out of connections, or not migrated, that lacks the
 * database, or refuses Tollgate's role. They are of Prisma, PostgreSQL and the system; Prisma's adapter
 * replaces the system's codes by its own kinds.
 */
const AWAY =
  /^(P1001|P1002|P1008|P1017|P2021|P2024|P2037|42P01|57P0[1-5]|53300|08\w{3}|28000|28P01|3D000|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/;
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Can't reach database server/;
/** Codes of failed connections. */
const UNREACHABLE =
  /^(53300|57P03|28000|28P01|3D000|ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const UNREACHABLE_MESSAGE = /timeout exceeded when trying to connect/;
/** Codes of lock timeouts, deadlocks, serialization failures, and timed-out statements and transactions. */
const BUSY = /^(P2034|55P03|40P01|40001|25P03|25P04|57014)$/;
/**
 * Codes of conflicts with other transactions: deadlocks, serialization failures, and rows that were added or
 * removed while another row referred to them.
 */
const CONFLICT = /^(40P01|40001|23503|23001|23514)$/;
/**
 * Codes of a server that cannot use its files: system errors, and missing permissions, by which PostgreSQL
 * also names those of its own files. Internal errors and damaged data (XX) are no such codes: a retry would
 * hide them.
 */
const UNUSABLE_FILES = /^(58\w{3}|42501)$/;
/** Codes of values that a column or its constraints reject. */
const UNSTORABLE = /^(22\w{3}|23502|23514|54000)$/;
const MISSING_REFERENCE = /^23503$/;
/**
 * Codes of a server out of disk space, memory or another configured resource. Too many connections count as
 * unavailable.
 */
const FULL = /^53(?!300)\d{3}$/;
export const READ_ONLY = '25006';
const ONLY_READS = new RegExp(`^${READ_ONLY}$`);
/** Codes of a server that rejects writes: its disk is full, or it is read-only. */
const REFUSES_WRITES = new RegExp(`^(53100|${READ_ONLY})$`);
/** Prisma, its adapter and Tollgate wrap errors. */
const MAX_DEPTH = 6;

interface WrappedError {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly kind?: unknown;
  readonly cause?: unknown;
  readonly meta?: unknown;
  readonly driverAdapterError?: unknown;
}

/** True if the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  return says(error, AWAY, AWAY_MESSAGE);
}

/** True if the next query would fail too. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return says(error, UNREACHABLE, UNREACHABLE_MESSAGE);
}

/** True for a timeout while waiting for others. Nothing was written. */
export function isDatabaseBusy(error: unknown): boolean {
  return says(error, BUSY);
}

/** True for a conflict with another transaction. A retry from the beginning may succeed. */
export function isConflict(error: unknown): boolean {
  return says(error, CONFLICT);
}

/** True for a value that its column cannot store. */
export function isUnstorable(error: unknown): boolean {
  return says(error, UNSTORABLE);
}

/** True if a new row refers to a removed row. Nothing was written. */
export function isMissingReference(error: unknown): boolean {
  return says(error, MISSING_REFERENCE);
}

/** True if the database is out of resources. Nothing was written. */
export function isDatabaseFull(error: unknown): boolean {
  return says(error, FULL);
}

/** True if the database's server cannot use its files. Nothing was written. */
export function isDatabaseBroken(error: unknown): boolean {
  return says(error, UNUSABLE_FILES);
}

/** True if the database is read-only, as a replica is. Nothing was written. */
export function isDatabaseReadOnly(error: unknown): boolean {
  return says(error, ONLY_READS);
}

/** True if the database would reject every write. */
export function isWriteRefused(error: unknown): boolean {
  return says(error, REFUSES_WRITES);
}

function says(error: unknown, codes: RegExp, messages?: RegExp, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const { code, originalCode, kind, cause, meta, driverAdapterError } = error as WrappedError;
  if ([code, originalCode, kind].some((value) => typeof value === 'string' && codes.test(value))) return true;
  if (error instanceof Error && messages?.test(error.message)) return true;
  return [cause, meta, driverAdapterError].some((inner) => says(inner, codes, messages, depth + 1));
}

/** The name of the unique constraint that a write violated, or a text that contains it. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  // The driver's error names it, whatever the language of its message.
  if (code === '23505' && typeof constraint === 'string') return constraint;
  const text =
    error instanceof Error
      ? `${error.message} ${JSON.stringify((error as { meta?: unknown }).meta ?? {})}`
      : '';
  return text.includes('23505') || /unique constraint/i.test(text) ? text : undefined;
}
