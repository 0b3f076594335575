import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { settingsHelp } from '#platform/config/settings-help.js';
import { EXIT, Failure } from '../failure.js';

/** `npm start`, from the package. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('Starts Tollgate: embedded PostgreSQL, API, vault, payment pages, control host and worker.')
    .option('--env-file <file>', 'File with settings (default: .env in this folder)')
    .option('--no-env-file', 'Read settings from the environment only')
    .addHelpText('after', `\n${settingsHelp()}`)
    .action(async ({ envFile }: { envFile: string | boolean }) => {
      if (typeof envFile === 'string' && !existsSync(envFile))
        throw new Failure(`--env-file: ${envFile} does not exist`, EXIT.usage);
      const { runTollgate } = await import('../../tollgate/run.js');
      await runTollgate(envFile === false ? '' : envFile === true ? undefined : envFile);
    });
}
