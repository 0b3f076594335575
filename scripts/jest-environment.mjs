// Where end-to-end specs run: Jest's sandbox, with a door to what was built (jest-built.mjs), and databases that are dropped after the file. Dropped at
// once they take a twentieth of the time: what was written has not reached the disk yet.
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';
import pg from 'pg';

export default class EndToEndEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.requireBuilt = createRequire(import.meta.url);
    this.global.madeDatabases = [];
  }

  async teardown() {
    try {
      await dropAll(this.global.madeDatabases);
    } finally {
      await super.teardown();
    }
  }
}

/** @param {readonly string[]} names */
async function dropAll(names) {
  if (names.length === 0) return;
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    for (const name of names) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
