// After the specs: the temporary PostgreSQL is stopped and its folder removed.
export default async function teardown() {
  await globalThis.stopTestDatabase?.();
}
