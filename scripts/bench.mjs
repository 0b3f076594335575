// `npm run bench`: everything that is missing, then the benchmark (proof/bench). Arguments go to the program.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { build, prepare, root } from './prepare.mjs';

prepare();
build();
await import(pathToFileURL(join(root, 'dist', 'proof', 'bench', 'main.js')).href);
