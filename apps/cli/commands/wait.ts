import type { Command } from 'commander';
import { parseDuration } from '#kernel/duration.js';
import { asking, withCommon, type CommonOptions } from '../common.js';
import { EXIT, Failure } from '../failure.js';
import { print, say } from '../output.js';
import { untilReady } from '../ready.js';

export function addWait(program: Command): void {
  withCommon(
    program
      .command('wait')
      .description('Waits until the API, the vault, the payment pages and the control host are ready.'),
    {
      hasSandbox: false,
    },
  )
    .option('--timeout <duration>', 'Time limit', '60s')
    .action(async ({ timeout, ...common }: CommonOptions & { timeout: string }) => {
      const { control } = asking(common);
      await untilReady(control, durationOf('--timeout', timeout));
      if (common.json) print(JSON.stringify({ ready: true, control_url: control.url }));
      else say(`Tollgate is ready at ${control.url}`);
    });
}

/** In milliseconds. */
export function durationOf(option: string, text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new Failure(`${option} must be a duration such as 90s or 15m`, EXIT.usage);
  return ms;
}
