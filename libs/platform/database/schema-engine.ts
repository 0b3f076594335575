import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPg } from '@prisma/adapter-pg';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { openPool } from './pool.js';

const require = createRequire(import.meta.url);

/** The used part of a global that Node's types lack. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: object } }>;
};

/** Loaded once in a process: the bindings keep views of the memory of their first instance. */
let loaded: Promise<void> | undefined;

async function load(): Promise<void> {
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': withoutLastingTimers(bindings),
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
}

/**
 * The engine never clears the ten-second timer of its advisory lock, which would keep a finished process
 * alive.
 */
function withoutLastingTimers(imports: object): object {
  const unref = ([name, run]: [string, (...args: unknown[]) => unknown]): [string, unknown] =>
    name.startsWith('__wbg_setTimeout_')
      ? [name, (...args: unknown[]) => (run(...args) as NodeJS.Timeout).unref()]
      : [name, run];
  return Object.fromEntries(Object.entries(imports).map(unref));
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
  const pool = openPool(databaseUrl, { max: 2 }, () => undefined);
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
    return await work(engine);
  } finally {
    await pool.end();
  }
}
