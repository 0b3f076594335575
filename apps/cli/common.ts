import { Command, Option } from 'commander';
import { Control } from './control.js';
import { readSurroundings, type Surroundings } from './surroundings.js';

/** Options of every command that calls the control host. */
export interface CommonOptions {
  readonly url?: string;
  readonly sandbox?: string;
  readonly json?: true;
}

export interface Asking {
  readonly control: Control;
  readonly surroundings: Surroundings;
  /** Name of the sandbox, or `self`. */
  readonly sandbox: string;
}

export function withCommon(command: Command, { hasSandbox = true } = {}): Command {
  command.option(
    '--url <url>',
    'Address of the control host (default: TOLLGATE_CONTROL_URL, or http://127.0.0.1:7403)',
  );
  if (hasSandbox)
    command.option(
      '-s, --sandbox <name>',
      'Sandbox name (default: TOLLGATE_SANDBOX, or the owner of TOLLGATE_SECRET_KEY, or "default")',
    );
  return command.addOption(new Option('--json', 'Print the result as JSON'));
}

export function asking({ url, sandbox }: CommonOptions): Asking {
  const found = readSurroundings();
  const surroundings =
    url === undefined ? found : { ...found, controlUrl: url.replace(/\/+$/, ''), isUrlGiven: true };
  const isOwn = surroundings.token === undefined && surroundings.key !== undefined;
  return {
    control: new Control(surroundings),
    surroundings,
    sandbox: sandbox ?? surroundings.sandbox ?? (isOwn ? 'self' : 'default'),
  };
}

export function inSandbox(name: string, rest = ''): string {
  return `/api/sandboxes/${encodeURIComponent(name)}${rest}`;
}
