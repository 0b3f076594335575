// `npm start`: everything that is missing, then Tollgate in this very process, so that signals reach it.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { build, prepare, root } from './prepare.mjs';

prepare();
build();
await import(pathToFileURL(join(root, 'dist', 'apps', 'tollgate', 'main.js')).href);
