// `npm start`: everything that is missing, then Tollgate in this very process, so that signals reach it.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { build, prepare, root } from './prepare.mjs';

const USAGE = `npm start                starts Tollgate: its own PostgreSQL, the API, the vault, the payment pages and the worker
npm start -- --help      prints this, and starts nothing

There are no other arguments. Settings come from the environment or from a file .env in this folder; .env.example has
them all. Such as: API_PORT=8400 DATA_DIR=/srv/tollgate npm start`;

const [argument] = process.argv.slice(2);
if (argument === '--help' || argument === '-h') {
  console.log(USAGE);
  process.exit(0);
}
if (argument !== undefined) {
  console.error(`tollgate: npm start takes no argument ${JSON.stringify(argument)}; npm start -- --help says what there is`);
  process.exit(1);
}
prepare();
build();
await import(pathToFileURL(join(root, 'dist', 'apps', 'tollgate', 'main.js')).href);
