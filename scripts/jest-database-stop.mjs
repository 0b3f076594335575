// After the specs: what Jest's own process keeps is closed, each temporary PostgreSQL is stopped and its
// folder removed.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

export default async function teardown() {
  const { closeKept } = await import(pathToFileURL(join(root, 'dist', 'proof', 'rig', 'kept.js')).href);
  try {
    await closeKept();
  } finally {
    await globalThis.stopTestDatabases?.();
  }
}
