import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Command } from 'commander';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import type { Control } from '../control.js';
import { environmentWith } from '../environment.js';
import { EXIT, Failure } from '../failure.js';
import { painter, say, sayPainted } from '../output.js';
import { SIGNALS, startUnlessFound } from '../own-tollgate.js';
import { inCause, isFailure, lineOf } from '../timeline.js';
import { untilWritten, type ReadTimeline } from '../timeline-written.js';

interface ExecOptions extends CommonOptions {
  readonly name?: string;
  readonly ttl: string;
  readonly webhookUri?: string;
  readonly keep?: true;
}

interface Sandbox {
  readonly name: string;
  readonly env: string;
  readonly console_url: string;
  readonly test: { readonly secret_key: string };
}

/** Signals that a terminal sends to every process in it. */
const KEYS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
/** Forwarded to the command. */
const PASSED = [...SIGNALS, 'SIGUSR1', 'SIGUSR2'] as const;
/** Timeline entries printed after a failed run. */
const SHOWN_ENTRIES = 100;

export function addExec(program: Command): void {
  withCommon(
    program
      .command('exec')
      .description('Runs a command with its own sandbox, and exits with its code: tollgate exec -- npm test'),
    { hasSandbox: false },
  )
    .argument(
      '<command...>',
      'Command to run; TOLLGATE_API_URL, TOLLGATE_SECRET_KEY and others are in its environment',
    )
    .option('--name <name>', 'Sandbox name (default: random)')
    .option('--ttl <duration>', 'Lifetime of the sandbox after its last use, if exec is killed', '1h')
    .option('--webhook-uri <url>', 'Webhook receiver of the sandbox')
    .option('--keep', 'Keep the sandbox after the command')
    .passThroughOptions()
    .action(async (words: string[], options: ExecOptions) => {
      process.exitCode = await exec(words, options).catch((error: unknown) => {
        if (error instanceof Failure && error.exitCode < EXIT.signal)
          throw new Failure(error.message, EXIT.exec);
        throw error;
      });
    });
}

/** The exit code. */
async function exec(words: readonly string[], options: ExecOptions): Promise<number> {
  const own = await startUnlessFound(options);
  const control = own?.control ?? asking(options).control;
  try {
    const { name = `exec-${randomBytes(6).toString('hex')}`, ttl, webhookUri } = options;
    const body = new URLSearchParams({
      name,
      ttl,
      ...(webhookUri !== undefined && { webhook_uri: webhookUri }),
    });
    const sandbox = await control.json<Sandbox>('POST', '/api/sandboxes', { body });
    own?.interrupted.throwIfAborted();
    const code = await run(words, { ...environmentWith(sandbox.env), ...own?.opening });
    // The exit code is the command's, even if it deleted the sandbox itself.
    // A key in the environment may be another sandbox's.
    const inside = control.of(sandbox);
    if (code !== 0) await printTimeline(inside, sandbox.name).catch(warn);
    if (!options.keep) await inside.ask('DELETE', inSandbox(sandbox.name)).catch(warn);
    else say(`Kept sandbox ${sandbox.name}: ${sandbox.console_url}`);
    return code;
  } finally {
    await own?.stop();
  }
}

function warn(error: unknown): void {
  say(`tollgate: ${(error as Error).message}`);
}

async function run([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // On Windows npm and its like are scripts, which only a shell finds.
  const child = spawn(program, args, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  const pass = (signal: NodeJS.Signals): void => {
    // Ctrl-C in a terminal reaches the command anyway.
    if (!KEYS.includes(signal) || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of PASSED) process.on(signal, pass);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? EXIT.signal + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    say(`tollgate: ${message}`);
    return code === 'ENOENT' ? EXIT.notFound : EXIT.notRun;
  } finally {
    for (const signal of PASSED) process.off(signal, pass);
  }
}

/** Prints the end of the timeline, to show why the command failed. */
async function printTimeline(control: Control, sandbox: string): Promise<void> {
  const read: ReadTimeline = (query, waitMs) => {
    const search = new URLSearchParams({ ...query, ...(waitMs > 0 && { wait: `${waitMs}ms` }) });
    return control.json('GET', inSandbox(sandbox, '/timeline'), { query: search });
  };
  await untilWritten(read);
  const { data } = await read({ before: 'end', limit: String(SHOWN_ENTRIES) }, 0);
  const paint = painter(process.stderr);
  const failures = data.filter(isFailure).length;
  say(
    data.length === 0
      ? '\nThe timeline of the sandbox is empty.'
      : `\nTimeline of the sandbox (entries: ${data.length}, failures: ${failures}):`,
  );
  for (const entry of inCause(data)) sayPainted(lineOf(entry, paint));
}
