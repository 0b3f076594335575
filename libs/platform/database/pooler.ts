import { SettingError } from '../config/setting-error.js';

/** A startup setting that PostgreSQL ignores. */
const NAME = 'tollgate.session';
export const SESSION_OPTION = `-c ${NAME}=kept`;
/** Finds a {@link SessionRow}. */
export const SELECT_SESSION = `SELECT current_setting('${NAME}', true) AS session`;
const REFUSED_OPTION = 'unsupported startup parameter';
const PROBLEM =
  'this pooler, such as PgBouncer, does not keep session settings; use the address of PostgreSQL itself (docs/operations.md)';

export interface SessionRow {
  readonly session: string | null;
}

/**
 * Throws {@link SettingError} if startup settings do not reach the session: a pooler then drops time zone and
 * limits too, and shares locks, listeners and prepared statements between clients.
 */
export function assertOwnSession([row]: readonly SessionRow[]): void {
  if (!row?.session) throw new SettingError('DATABASE_URL', PROBLEM);
}

/** Throws {@link SettingError} for a pooler that rejects startup settings. */
export function rejectPooler(error: unknown): void {
  if (error instanceof Error && error.message.includes(REFUSED_OPTION))
    throw new SettingError('DATABASE_URL', PROBLEM);
}
