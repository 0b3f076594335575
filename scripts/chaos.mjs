// `npm run chaos`: everything that is missing, then Tollgate under faults (proof/chaos). Arguments go to the
// program.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { build, prepare, root } from './prepare.mjs';

prepare();
build();
await import(pathToFileURL(join(root, 'dist', 'proof', 'chaos', 'main.js')).href);
