import { join } from 'node:path';
import { loadEnvironment } from '#platform/config/environment.js';
import { die } from '#platform/process/run-process.js';
import { runTollgate } from '../tollgate/run.js';
import { keepSecrets } from './kept-secrets.js';

/** `node dist/apps/all-in-one/main.js [prepared]`: all of Tollgate in one container, with its data, keys and secrets in one folder. */
const { DATA_DIR } = loadEnvironment();
const file = join(DATA_DIR?.trim() || '/data', 'secrets.env');
const made = await keepSecrets(file).catch(die);
if (made !== '') console.log(`# Made for this Tollgate, kept in ${file}, and not printed again:\n${made}`);
await runTollgate(file, process.argv[2]);
