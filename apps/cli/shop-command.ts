import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { parseEnv } from 'node:util';
import type { Control } from './control.js';
import { environmentWith } from './environment.js';
import { EXIT, Failure } from './failure.js';
import { progress } from './output.js';
import { ProcessGroup } from './process-group.js';

/** A new sandbox, with the `.env` text for a shop. */
export interface Sandbox {
  readonly name: string;
  readonly env: string;
  readonly console_url: string;
  readonly test: { readonly secret_key: string };
}

export interface ShopCommand {
  /** Resolves once the shop and its children have ended. */
  stop(): Promise<void>;
  /** Ends them at once, without a chance to save anything. */
  kill(): Promise<void>;
}

const WEBHOOK_SECRET = 'TOLLGATE_WEBHOOK_SECRET';

/** Creates a sandbox with a random name: `exam-1f6a…` for the prefix `exam`. */
export async function makeSandbox(
  control: Control,
  prefix: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Sandbox> {
  const name = `${prefix}-${randomBytes(6).toString('hex')}`;
  const body = new URLSearchParams({ ...parameters, name });
  return control.json<Sandbox>('POST', '/api/sandboxes', { body });
}

/**
 * Starts a shop in the environment of a sandbox; its output goes to stderr. Aborts `ended`, with a
 * {@link Failure} for its reason, if the shop does not start, or ends before `work`: `the exam`. With
 * `isWithoutSecret`, no variable has the webhook secret; with `besideProgress`, lines do not mix with the
 * progress in a terminal.
 */
export function startShop(
  [program = '', ...args]: readonly string[],
  { env }: Pick<Sandbox, 'env'>,
  work: string,
  ended: AbortController,
  { isWithoutSecret = false, besideProgress = false } = {},
): ShopCommand {
  const secret = isWithoutSecret ? parseEnv(env)[WEBHOOK_SECRET] : undefined;
  const variables = Object.entries(environmentWith(env)).filter(([, value]) => value !== secret);
  const group = new ProcessGroup(program, args, {
    stdio: besideProgress && process.stderr.isTTY ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
    env: Object.fromEntries(variables),
    shell: process.platform === 'win32',
  });
  const { stdout, stderr } = group.leader;
  for (const stream of [stdout, stderr])
    if (stream instanceof Socket) {
      progress.printFrom(stream);
      // A process that outlives the shop may keep it open.
      stream.unref();
    }
  const fail = (text: string): void => ended.abort(new Failure(text, EXIT.unfinished));
  const onExit = (code: number | null, signal: string | null): void =>
    fail(`the shop ended before ${work} (${signal ?? `exit code ${code}`})`);
  group.leader.on('error', ({ message }) => fail(`cannot start the shop: ${message}`));
  group.leader.on('exit', onExit);
  const stop = (): Promise<void> => {
    group.leader.off('exit', onExit);
    return group.stop();
  };
  return {
    stop,
    kill: () => {
      group.leader.off('exit', onExit);
      group.kill();
      return stop();
    },
  };
}

/** One word of a command line, for a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w./:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
