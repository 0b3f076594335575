import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPg } from '@prisma/adapter-pg';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { Pool } from 'pg';

const require = createRequire(import.meta.url);

export const NO_FILTER = { externalTables: [], externalEnums: [] };

/** The used part of a global that Node's types lack. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: object } }>;
};

/** Loaded once in a process: the bindings keep views of the memory of their first instance. */
let loaded: Promise<void> | undefined;

async function load(): Promise<void> {
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': bindings,
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
}

/**
 * Prisma's schema engine as WebAssembly: the native one would be a download. The package is written for
 * bundlers, so its module is assembled here.
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= load();
  await loaded;
  // The engine does not close its connections, so it gets a pool that is closed here.
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
    return await work(engine);
  } finally {
    await pool.end();
  }
}
