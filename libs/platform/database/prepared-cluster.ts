import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from './migrate.js';
import { clusterUrl, createCluster, runInitdb } from './postgres-cluster.js';
import { postgresHome } from './postgres-home.js';
import { installPostgres } from './postgres-program.js';
import { logOf, shutDown } from './postgres-server.js';
import { bringUp, DATABASE } from './postgres-start.js';

const PASSWORD_FOR_EVERYONE = 'host all all 127.0.0.1/32 scram-sha-256\n';

/**
 * Creates a folder to copy new data from: the binaries, and a migrated database without accounts. It has no
 * secret: its role has no password, so connections are rejected, and each copy gets its own password.
 */
export async function prepareCluster(dir: string): Promise<void> {
  const home = await postgresHome(dir);
  await installPostgres(home);
  // A password created here would leave traces in the write-ahead log.
  await createCluster(home, (draft) => runInitdb(home, ['-D', draft, '-A', 'trust']));
  const server = await bringUp(home, '');
  try {
    await migrate(clusterUrl(server.port, '', DATABASE));
  } finally {
    await shutDown(home, server.pid);
  }
  await writeFile(join(home.data, 'pg_hba.conf'), PASSWORD_FOR_EVERYONE);
  await rm(logOf(home));
}
