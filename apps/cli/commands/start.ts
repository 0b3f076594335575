import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { EXIT, Failure } from '../failure.js';

/** `npm start`, from the package. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('Starts Tollgate: its own PostgreSQL, the API, the vault, the payment pages, the control host and the worker.')
    .option('--env-file <file>', 'where its settings are, besides the environment; .env in this folder otherwise')
    .option('--no-env-file', 'settings are those of the environment alone')
    .action(async ({ envFile }: { envFile: string | boolean }) => {
      if (typeof envFile === 'string' && !existsSync(envFile)) throw new Failure(`there is no file ${envFile}`, EXIT.usage);
      const { runTollgate } = await import('../../tollgate/run.js');
      await runTollgate(envFile === false ? '' : envFile === true ? undefined : envFile);
    });
}
