import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import { print } from '../output.js';

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

export function addOpen(program: Command): void {
  withCommon(
    program
      .command('open')
      .description('Opens the console of a sandbox in a browser, and prints its address.'),
  )
    .argument('[id]', 'Id of a charge, delivery or request to show')
    .option('--no-browser', 'Only print the address')
    .action(async (id: string | undefined, { browser, ...common }: CommonOptions & { browser: boolean }) => {
      const { control, sandbox } = asking(common);
      const { console_url: home } = await control.json<{ console_url: string }>('GET', inSandbox(sandbox));
      const url = id === undefined ? home : placeOf(home, id);
      print(common.json ? JSON.stringify({ url }) : url);
      const [opener = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
      // Without a browser, as in CI, the address is enough.
      if (browser)
        spawn(opener, [...args, url], { stdio: 'ignore', detached: true })
          .on('error', () => undefined)
          .unref();
    });
}

function placeOf(home: string, id: string): string {
  const mode = id.includes('_test_') ? 'test' : 'live';
  const page = id.startsWith('whdl_') ? 'webhooks' : id.startsWith('req_') ? 'requests' : 'payments';
  return `${home.replace(/\/(test|live)$/, `/${mode}`)}/${page}/${encodeURIComponent(id)}`;
}
