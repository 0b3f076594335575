import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const TEMPLATE = 'tollgate_template';

/** A fresh copy of the migrated template. */
export async function createDatabase(): Promise<string> {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const name = `spec_${randomBytes(6).toString('hex')}`;
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  await client.end();
  url.pathname = name;
  return url.href;
}
