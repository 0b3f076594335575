// After the specs: each temporary PostgreSQL is stopped and its folder removed.
export default async function teardown() {
  await globalThis.stopTestDatabases?.();
}
