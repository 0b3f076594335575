import { join } from 'node:path';
import { loadEnvironment } from '#platform/config/environment.js';
import { answerHelp, die } from '#platform/process/run-process.js';
import { runTollgate } from '../tollgate/run.js';
import { keepSecrets } from './kept-secrets.js';

/**
 * `node dist/apps/all-in-one/main.js [prepared]`: all of Tollgate in one container, with its data, keys and
 * secrets in one folder.
 */
answerHelp();
const { DATA_DIR } = loadEnvironment();
const file = join(DATA_DIR?.trim() || '/data', 'secrets.env');
const made = await keepSecrets(file).catch(die);
if (made !== '') console.log(`# New keys and secrets, stored in ${file} and printed only once:\n${made}`);
await runTollgate(file, process.argv[2]);
