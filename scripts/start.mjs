// `npm start`: prepares the clone, then runs Tollgate in this process, so that it gets the signals.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { build, prepare, root } from './prepare.mjs';

const USAGE = `npm start             Starts Tollgate: embedded PostgreSQL, API, vault, payment pages, control host and worker
npm start -- --help   Shows this help

Example: API_PORT=8400 DATA_DIR=/srv/tollgate npm start
`;
const dist = (...path) => pathToFileURL(join(root, 'dist', ...path));

const [argument] = process.argv.slice(2);
if (argument === '--help' || argument === '-h') {
  console.log(USAGE);
  const help = dist('libs', 'platform', 'config', 'settings-help.js');
  if (existsSync(help)) console.log((await import(help.href)).settingsHelp());
  else console.log('Settings, from the environment or .env in this folder: see docs/settings.md.');
  process.exit(0);
}
if (argument !== undefined) {
  console.error(
    `tollgate: npm start takes no argument ${JSON.stringify(argument)}; run "npm start -- --help" for usage`,
  );
  process.exit(1);
}
prepare();
build();
await import(dist('apps', 'tollgate', 'main.js').href);
