/**
 * Codes of a server that is unreachable, shutting down, out of connections, or not migrated: Prisma's, PostgreSQL's, the system's, and
 * the kinds by which Prisma's adapter replaces the system's.
 */
const AWAY =
  /^(P1001|P1002|P1008|P1017|P2021|P2024|P2037|42P01|57P0[123]|53300|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/;
const AWAY_MESSAGE = /timeout exceeded when trying to connect|Connection terminated|is not queryable|Can't reach database server/;
/** Codes of failed connections. */
const UNREACHABLE = /^(53300|57P03|ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const UNREACHABLE_MESSAGE = /timeout exceeded when trying to connect/;
/** Codes that say others were in the way: waits for a lock, deadlocks, updates of the same, statements and transactions that ran out of time. */
const BUSY = /^(P2028|P2034|55P03|40P01|40001|25P03|57014)$/;
/** Codes that say another transaction was met: a deadlock, an update of the same, a row that came or went while another referred to it. */
const CONFLICT = /^(40P01|40001|23503|23001|23514)$/;
/** Codes that say that a value is of no use where it was to be stored, or to the constraints there. */
const UNSTORABLE = /^(22\w{3}|23502|23514|54000)$/;
/** Codes that say that a row refers to one that is gone. */
const MISSING_REFERENCE = /^23503$/;
/** Codes of a server without room: on its disk, in its memory, or by its configuration. Too many connections counts as unavailable. */
const FULL = /^53(?!300)\d{3}$/;
/** The code of a server that only reads. */
export const READ_ONLY = '25006';
const ONLY_READS = new RegExp(`^${READ_ONLY}$`);
/** Codes that say the server takes no writes: its disk is full, or it only reads. */
const REFUSES_WRITES = new RegExp(`^(53100|${READ_ONLY})$`);
/** Errors are wrapped in errors: by Prisma, by its adapter, by us. */
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

/** True if a row that a new one refers to was removed meanwhile. Nothing was written. */
export function isMissingReference(error: unknown): boolean {
  return says(error, MISSING_REFERENCE);
}

/** True if the database has no room. Nothing was written. */
export function isDatabaseFull(error: unknown): boolean {
  return says(error, FULL);
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

/** The constraint that a write broke by inserting what is there already, if that is what the error says. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  // The driver's own error names it, in whatever language its message is.
  if (code === '23505' && typeof constraint === 'string') return constraint;
  const text = error instanceof Error ? `${error.message} ${JSON.stringify((error as { meta?: unknown }).meta ?? {})}` : '';
  return text.includes('23505') || /unique constraint/i.test(text) ? text : undefined;
}
