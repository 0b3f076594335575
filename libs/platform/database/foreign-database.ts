import { SettingError } from '../config/setting-error.js';
import { storedMigrations, type RunQuery } from './migrations.js';

/** The table of migrations, which other programs have too. */
const MIGRATIONS = '_prisma_migrations';
/** Where PostgreSQL and extensions keep their own tables. */
const NOT_A_PROGRAMS = `
  nspname IN ('pg_catalog', 'information_schema') OR nspname LIKE 'pg\\_%'
  OR EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')`;
/** Tables in all schemas, and views and sequences where Tollgate's tables would be. */
const SELECT_TABLES = `
  SELECT current_database() AS database, relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE (relkind IN ('r', 'p', 'f') OR nspname = current_schema() AND relkind IN ('v', 'm', 'S')) AND NOT (${NOT_A_PROGRAMS})
  ORDER BY relname = '${MIGRATIONS}', relkind IN ('r', 'p', 'f') DESC, nspname, relname LIMIT 1`;
const SELECT_RIGHTS = `
  SELECT current_database() AS database, current_user AS "user",
    has_database_privilege(current_database(), 'CREATE') AND coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate"`;

/**
 * Throws {@link SettingError} if the database has tables of another program. `known` are the names of this
 * release's migrations, in order: a database of Tollgate's has the first.
 */
export async function rejectForeignDatabase(runQuery: RunQuery, known: readonly string[]): Promise<void> {
  // A start of an earlier release may have ended after it created its table of migrations.
  const [table] = await runQuery<{ database: string; name: string }>(SELECT_TABLES);
  if (!table) return;
  const stored = await storedMigrations(runQuery);
  const isFirstStart = stored.length === 0 && table.name === MIGRATIONS;
  if (isFirstStart || stored.some(({ name }) => name === known[0])) return;
  throw new SettingError(
    'DATABASE_URL',
    `the database ${JSON.stringify(table.database)} has tables of another program, such as ${table.name}; Tollgate needs an empty database`,
  );
}

/** Throws {@link SettingError} if the user cannot create Tollgate's tables and schemas. */
export async function assertMayCreate(runQuery: RunQuery): Promise<void> {
  const [rights] = await runQuery<{ database: string; user: string; mayCreate: boolean }>(SELECT_RIGHTS);
  if (!rights || rights.mayCreate) return;
  throw new SettingError(
    'DATABASE_URL',
    `the user ${JSON.stringify(rights.user)} may not create tables and schemas in the database ${JSON.stringify(rights.database)}; use its owner`,
  );
}
