import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPg } from '@prisma/adapter-pg';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { openPool } from './pool.js';

const require = createRequire(import.meta.url);

/** The little that is used of a global that Node's types leave to browsers. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: object } }>;
};

/** Once in a process: the bindings keep views of the memory of the first instance that they are given. */
let loaded: Promise<void> | undefined;

async function load(): Promise<void> {
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': withoutLastingTimers(bindings) });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
}

/**
 * The engine waits for its advisory lock for ten seconds at most and never clears that timer, even once it has the lock: a process that is
 * done would be kept for them.
 */
function withoutLastingTimers(imports: object): object {
  const unref = ([name, run]: [string, (...args: unknown[]) => unknown]): [string, unknown] =>
    name.startsWith('__wbg_setTimeout_') ? [name, (...args: unknown[]) => (run(...args) as NodeJS.Timeout).unref()] : [name, run];
  return Object.fromEntries(Object.entries(imports).map(unref));
}

/**
 * Prisma's own schema engine, in its WebAssembly form: the native one would have to be downloaded.
 * The package is written for bundlers, so its module is put together by hand here.
 */
export async function withSchemaEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loaded ??= load();
  await loaded;
  // The engine does not close what it opens, so it gets a pool that is closed here.
  const pool = openPool(databaseUrl, { max: 2 }, () => undefined);
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
    return await work(engine);
  } finally {
    await pool.end();
  }
}
