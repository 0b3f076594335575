// The installed form of Tollgate, by npm or in an image: bundled programs (scripts/bundle.mjs), and the
// packages that they load at run time.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By their files in dist. */
export const PROGRAMS = [
  ...[
    'all-in-one',
    'api',
    'certificates',
    'cli',
    'control',
    'health',
    'pay',
    'tollgate',
    'vault',
    'worker',
  ].map((app) => join('apps', app, 'main.js')),
  join('apps', 'all-in-one', 'prepare.js'),
  join('prisma', 'migrate.js'),
];
/** The module that `tollgate exec` preloads into Node, by its file in dist. */
export const PRELOAD = join('apps', 'node-names', 'preload.cjs');
/** Folder of the shared chunks in dist. */
export const SHARED = 'shared';
/** Start of every bundle: the globals of CommonJS modules. */
export const BANNER = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;`;

/** @param {string} program by its file in dist */
export function isBundled(program) {
  const file = join('dist', program);
  return existsSync(file) && readFileSync(file, 'utf8').includes(BANNER);
}

/**
 * Prisma loads WebAssembly from where it is. All modules of Nest must find `reflect-metadata` when they run,
 * which in a bundle would wait for its turn. passport-http asks for what Node warns of outside of packages.
 */
export const LOADED = [
  '@prisma/client',
  '@prisma/client-runtime-utils',
  'passport-http',
  'passport-strategy',
  'reflect-metadata',
];
