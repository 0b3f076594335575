import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { ReportView } from '#control/report/report.view.js';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import type { Control } from '../control.js';
import { environmentWith } from '../environment.js';
import { EXIT, Failure } from '../failure.js';
import { printTimelines, sandboxesOfTests } from '../exec-timelines.js';
import { painter, say, sayPainted } from '../output.js';
import { SIGNALS, startUnlessFound } from '../own-tollgate.js';
import { endTree } from '../process-tree.js';
import {
  assertWritable,
  mergedReport,
  printReport,
  readReport,
  writeReport,
  type ReportOutput,
} from '../report/report.js';

interface ExecOptions extends CommonOptions, ReportOutput {
  readonly report?: true;
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
const ENDING: readonly NodeJS.Signals[] = SIGNALS;
const IS_WINDOWS = process.platform === 'win32';
/** Forwarded to the command. */
const PASSED = [...SIGNALS, 'SIGUSR1', 'SIGUSR2'] as const;

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
    .option('--report', 'Report the situations that the command has met and not met, on stderr')
    .option('--html <file>', 'Write the report as HTML')
    .option('--junit <file>', 'Write a JUnit report of the situations')
    .option('--fail-under <percent>', 'Exit with 5 if fewer situations are checked')
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
  await assertWritable(options);
  const folder = isReported(options) ? await mkdtemp(join(tmpdir(), 'tollgate-report-')) : undefined;
  const own = await startUnlessFound(options);
  const control = own?.control ?? asking(options).control;
  try {
    const run = randomBytes(6).toString('hex');
    const { name = `exec-${run}`, ttl, webhookUri } = options;
    const body = new URLSearchParams({
      name,
      ttl,
      ...(webhookUri !== undefined && { webhook_uri: webhookUri }),
    });
    const sandbox = await control.json<Sandbox>('POST', '/api/sandboxes', { body });
    own?.interrupted.throwIfAborted();
    const environment = {
      ...environmentWith(sandbox.env),
      ...own?.opening,
      TOLLGATE_RUN: run,
      ...(folder && { TOLLGATE_REPORT: folder }),
    };
    const code = await runCommand(words, environment);
    // The exit code is the command's, even if it deleted the sandbox itself.
    // A key in the environment may be another sandbox's.
    const inside = control.of(sandbox);
    const tests = await sandboxesOfTests(control, { run, isOwn: own !== undefined }, sandbox.name);
    if (code !== 0) await printTimelines({ control: inside, name: sandbox.name }, control, tests).catch(warn);
    const reportCode = folder
      ? await reportRun(folder, { control: inside, name: sandbox.name }, control, tests, options).catch(
          failedReport,
        )
      : EXIT.done;
    if (!options.keep) await inside.ask('DELETE', inSandbox(sandbox.name)).catch(warn);
    else say(`Kept sandbox ${sandbox.name}: ${sandbox.console_url}`);
    const areKept = options.keep || asking(options).surroundings.values['TOLLGATE_KEEP'];
    for (const test of areKept ? [] : tests) await control.ask('DELETE', inSandbox(test)).catch(warn);
    return code === 0 ? reportCode : code;
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
    await own?.stop();
  }
}

function isReported({ report, html, junit, failUnder }: ExecOptions): boolean {
  return [report, html, junit, failUnder].some((option) => option !== undefined);
}

/** Reports the sandbox of the command, and those of its tests. The exit code by the bar. */
async function reportRun(
  folder: string,
  own: { readonly control: Control; readonly name: string },
  control: Control,
  tests: readonly string[],
  options: ReportOutput,
): Promise<number> {
  const written = await readdir(folder);
  const reports = await Promise.all(
    written.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as ReportView),
  );
  reports.push(await readReport(own.control, own.name));
  for (const test of tests)
    if (!written.includes(`${test}.json`)) reports.push(await readReport(control, test));
  const report = mergedReport(reports);
  printReport(report, sayPainted, painter(process.stderr));
  return writeReport(report, options);
}

/** The sandboxes are deleted all the same. */
function failedReport(error: unknown): number {
  warn(error);
  return EXIT.exec;
}

function warn(error: unknown): void {
  say(`tollgate: ${(error as Error).message}`);
}

async function runCommand(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  // On Windows npm and its like are scripts, which only a shell finds.
  const child = spawn(program, args, { stdio: 'inherit', env, shell: IS_WINDOWS });
  const ends: Promise<void>[] = [];
  const pass = (signal: NodeJS.Signals): void => {
    // Ctrl-C in a terminal reaches the command anyway.
    if (KEYS.includes(signal) && process.stdin.isTTY) return;
    if (ENDING.includes(signal) && child.pid !== undefined && !IS_WINDOWS)
      ends.push(endTree(child.pid, signal));
    else child.kill(signal);
  };
  for (const signal of PASSED) process.on(signal, pass);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    await Promise.all(ends);
    return code ?? EXIT.signal + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    say(`tollgate: ${message}`);
    return code === 'ENOENT' ? EXIT.notFound : EXIT.notRun;
  } finally {
    for (const signal of PASSED) process.off(signal, pass);
  }
}
