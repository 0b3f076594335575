import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnPostgres } from '../rig/own-postgres.js';

/** A primary and the replica that its commits wait for, with an empty database. */
export interface PostgresPair {
  readonly primary: OwnPostgres;
  readonly replica: OwnPostgres;
  close(): Promise<void>;
}

export async function openPair(database: string): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-pair-'));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  const primary = await OwnPostgres.open(join(folder, 'one'));
  await primary.query('postgres', `CREATE DATABASE ${database}`);
  const replica = await primary.addReplica(join(folder, 'two'));
  return {
    primary,
    replica,
    close: async () => {
      await Promise.all([primary.stop(), replica.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
