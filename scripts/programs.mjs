// What is installed of Tollgate, by npm or in an image: bundled programs (scripts/bundle.mjs), and the packages that they load from where these are.
import { join } from 'node:path';

/** By their files in dist. */
export const PROGRAMS = [
  ...['all-in-one', 'api', 'certificates', 'cli', 'control', 'health', 'pay', 'tollgate', 'vault', 'worker'].map((app) =>
    join('apps', app, 'main.js'),
  ),
  join('apps', 'all-in-one', 'prepare.js'),
  join('prisma', 'migrate.js'),
];
/** The folder in dist of what they share. */
export const SHARED = 'shared';
/**
 * Prisma loads WebAssembly from where it is. All modules of Nest must find `reflect-metadata` when they run, which in a bundle would wait for its turn. The
 * files of the last are served.
 */
export const LOADED = [
  '@prisma/client',
  '@prisma/client-runtime-utils',
  '@prisma/schema-engine-wasm',
  'reflect-metadata',
  'swagger-ui-dist',
];
