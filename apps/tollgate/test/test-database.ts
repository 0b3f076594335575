import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const TEMPLATE = 'tollgate_template';

/** The PostgreSQL server of this worker of Jest. */
export function testServer(): string {
  const servers = (process.env['TEST_DATABASE_URL'] ?? '').split(' ');
  return servers[(Number(process.env['JEST_WORKER_ID']) - 1) % servers.length] ?? '';
}

/** A fresh copy of the migrated template, or of another. */
export async function createDatabase(template = TEMPLATE): Promise<string> {
  const url = new URL(testServer());
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const name = `spec_${randomBytes(6).toString('hex')}`;
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  await client.end();
  url.pathname = name;
  return url.href;
}
