import type { OwnPostgres } from '../../rig/own-postgres.js';

/** A row as it lies in the database: each value as PostgreSQL writes it. */
export interface StoredRow {
  readonly table: string;
  readonly columns: readonly StoredColumn[];
}

export interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly value: string | null;
}

/** The rows of one charge; referenced rows come first. */
export interface Trace {
  readonly id: string;
  readonly rows: readonly StoredRow[];
}

type Where = readonly [table: string, condition: string];

/** Reads the rows of a charge, from its card to the attempts of its deliveries. */
export async function traceOfCharge(postgres: OwnPostgres, database: string, id: string): Promise<Trace> {
  const events = `SELECT id FROM event WHERE object_id = $1`;
  const deliveries = `SELECT id FROM webhook_delivery WHERE event_id IN (${events})`;
  const wheres: Where[] = [
    ['card', 'id = (SELECT card_id FROM charge WHERE id = $1)'],
    ['source', 'id = (SELECT source_id FROM charge WHERE id = $1)'],
    ['charge', 'id = $1'],
    ['token', 'charge_id = $1'],
    ['event', 'object_id = $1'],
    ['webhook_delivery', `event_id IN (${events})`],
    ['webhook_attempt', `delivery_id IN (${deliveries})`],
    ['transaction', 'origin = $1'],
    ['journal_entry', 'posting_id IN (SELECT id FROM transaction WHERE origin = $1)'],
  ];
  const rows: StoredRow[] = [];
  for (const where of wheres) rows.push(...(await read(postgres, database, id, where)));
  return { id, rows };
}

async function read(
  postgres: OwnPostgres,
  database: string,
  id: string,
  [table, condition]: Where,
): Promise<StoredRow[]> {
  const columns = await postgres.query<{ name: string; type: string }>(
    database,
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  const texts = columns.map(({ name }) => `${name}::text`).join(', ');
  const found = await postgres.query<Record<string, string | null>>(
    database,
    `SELECT ${texts} FROM ${table} WHERE ${condition} ORDER BY 1, 2`,
    [id],
  );
  return found.map((row) => ({
    table,
    columns: columns.map((column) => ({ ...column, value: row[column.name] ?? null })),
  }));
}
