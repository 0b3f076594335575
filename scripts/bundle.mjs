// Puts the program of the all-in-one image, with what it loads, into one file: Node spends most of a start on looking for thousands of them.
import { build } from 'esbuild';

// As deep below dist as the files that serve the console and the browser library, which look for these from where they are.
const OUTPUT = 'dist/libs/gateway/bundled/all-in-one.js';
/** What is loaded at run time from where it is, with its WebAssembly; and what dependencies use if it is there, which it is not. */
const LEFT_OUT = [
  '@prisma/client',
  '@prisma/schema-engine-wasm',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer',
  'cloudflare:sockets',
  'pg-native',
];
/** What modules of the older kind find in every file. */
const BANNER = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;`;

await build({
  entryPoints: ['dist/apps/all-in-one/main.js'],
  outfile: OUTPUT,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Nest and the log tell classes by their names.
  keepNames: true,
  external: LEFT_OUT,
  banner: { js: BANNER },
  logLevel: 'warning',
});
