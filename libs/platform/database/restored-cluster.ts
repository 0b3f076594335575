import type { Client } from 'pg';

/**
 * Sets `xid` to 0 in restored rows. Transaction numbers belong to a cluster: in another one they may exceed
 * every number so far, and lists in commit order would omit the rows. With 0 they come first, sorted by id.
 */
export async function adoptRestoredRows(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string; is_known: boolean }>(`
    SELECT system_identifier::text AS id, EXISTS (SELECT FROM cluster WHERE cluster.system_identifier = control.system_identifier::text) AS is_known
    FROM pg_control_system() control`);
  const [cluster] = rows;
  if (!cluster || cluster.is_known) return;
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
     WHERE table_schema IN (current_schema(), 'snapshot') AND column_name = 'xid'`,
  );
  await client.query('BEGIN');
  for (const { name } of tables) await client.query(`UPDATE ${name} SET xid = 0 WHERE xid <> 0`);
  await client.query('UPDATE account SET restored_xid = 0 WHERE restored_xid <> 0');
  await client.query('DELETE FROM cluster');
  await client.query('INSERT INTO cluster (system_identifier) VALUES ($1)', [cluster.id]);
  await client.query('COMMIT');
}
