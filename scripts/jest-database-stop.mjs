// After the specs: what runs in Jest's own process is closed, each temporary PostgreSQL is stopped and its folder removed.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

export default async function teardown() {
  const { closeWorkerGateway } = await import(pathToFileURL(join(root, 'dist', 'apps', 'rig', 'worker-gateway.js')).href);
  await closeWorkerGateway();
  await globalThis.stopTestDatabases?.();
}
