/**
 * Codes that say the server is away, shutting down, out of connections, or not migrated yet: Prisma's, PostgreSQL's, the system's, and
 * the kinds by which Prisma's adapter replaces the system's.
 */
const AWAY =
  /^(P1001|P1002|P1008|P1017|P2021|P2024|P2037|42P01|57P0[123]|53300|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/;
const AWAY_MESSAGE = /timeout exceeded when trying to connect|Connection terminated|is not queryable|Can't reach database server/;
/** Those of them that say no connection could be had at all. */
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
/** Codes that say the server has no room: on its disk, in its memory, or for its configuration. Too many connections is away. */
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

/** Whether an error only says that the database cannot serve right now. */
export function isDatabaseAway(error: unknown): boolean {
  return says(error, AWAY, AWAY_MESSAGE);
}

/** Whether the database is away so that whoever asks next would fare no better. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return says(error, UNREACHABLE, UNREACHABLE_MESSAGE);
}

/** Whether an error only says that what it needed was held by others for too long; nothing was written. */
export function isDatabaseBusy(error: unknown): boolean {
  return says(error, BUSY);
}

/** Whether an error says that another transaction was met, so that the same may go better from the beginning. */
export function isConflict(error: unknown): boolean {
  return says(error, CONFLICT);
}

/** Whether an error says that a value cannot be stored where it was to be. */
export function isUnstorable(error: unknown): boolean {
  return says(error, UNSTORABLE);
}

/** Whether an error says that what a new row refers to has gone meanwhile; nothing was written. */
export function isMissingReference(error: unknown): boolean {
  return says(error, MISSING_REFERENCE);
}

/** Whether an error only says that the database has no room for what was to be done; nothing was written. */
export function isDatabaseFull(error: unknown): boolean {
  return says(error, FULL);
}

/** Whether an error only says that the database takes no writes, such as a replica; nothing was written. */
export function isDatabaseReadOnly(error: unknown): boolean {
  return says(error, ONLY_READS);
}

/** Whether an error says that the database would refuse the writes of others too. */
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
