import { SettingError } from '../config/setting-error.js';

/** A setting that means nothing to PostgreSQL, with which connections are begun. */
const NAME = 'tollgate.session';
/** For `options` of a connection. */
export const SESSION_OPTION = `-c ${NAME}=kept`;
/** Finds a {@link SessionRow}. */
export const SELECT_SESSION = `SELECT current_setting('${NAME}', true) AS session`;
const REFUSED_OPTION = 'unsupported startup parameter';
const PROBLEM = 'this pooler, such as PgBouncer, does not keep session settings; use the address of PostgreSQL itself (docs/operations.md)';

export interface SessionRow {
  readonly session: string | null;
}

/**
 * Throws {@link SettingError} where what a session is begun with does not arrive: then neither do time zone and limits, and what is listened to, locked and
 * prepared would be another's.
 */
export function assertOwnSession([row]: readonly SessionRow[]): void {
  if (!row?.session) throw new SettingError('DATABASE_URL', PROBLEM);
}

/** Throws {@link SettingError} where the error is a pooler's, that takes no such connection. */
export function rejectPooler(error: unknown): void {
  if (error instanceof Error && error.message.includes(REFUSED_OPTION)) throw new SettingError('DATABASE_URL', PROBLEM);
}
