import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const TEMPLATE = 'tollgate_template';

declare global {
  /** What the environment drops after the spec file (scripts/jest-environment.mjs). */
  var madeDatabases: string[];
}

/** A fresh copy of the migrated template, for the specs of this file. */
export async function createDatabase(): Promise<string> {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const name = `spec_${randomBytes(6).toString('hex')}`;
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  madeDatabases.push(name);
  await client.end();
  url.pathname = name;
  return url.href;
}
