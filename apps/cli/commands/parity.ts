import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { withoutControls } from '#kernel/without-controls.js';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import type { Control } from '../control.js';
import { EXIT, Failure } from '../failure.js';
import { painter, print, printJson, progress, say } from '../output.js';
import { catchSignals, startUnlessFound } from '../own-tollgate.js';
import { LiveSide, type Made } from '../parity/live-side.js';
import { EARNED, EARNED_AFTER, flowsAbout } from '../parity/catalogue.js';
import { otherOf, type OtherOptions } from '../parity/other.js';
import { Recorder, type Profile } from '../parity/recording.js';
import { linesOf, reportOf } from '../parity/report.js';
import { run, type Compared } from '../parity/run.js';
import { durationOf } from './wait.js';

interface ParityOptions extends CommonOptions, OtherOptions {
  readonly only?: string;
  readonly record?: string;
  readonly known?: string;
  readonly pause?: string;
  readonly list?: true;
}

interface Sandbox {
  readonly name: string;
  readonly env: string;
  readonly test: { readonly public_key: string; readonly secret_key: string };
}

/** Between two requests to another machine. */
const REMOTE_PAUSE = '500ms';

export function addParity(program: Command): void {
  withCommon(
    program
      .command('parity')
      .description('Compares Tollgate with the real service in test mode, a recording, or another Tollgate.'),
    { hasSandbox: false },
  )
    .option('--against <place>', 'Address of the other API, or the folder of a recording')
    .option('--vault <url>', 'Address of the other vault')
    .option('--pay <url>', 'Address of the other payment pages, for checkout sessions')
    .option('--public-key <key>', 'Public test key there (default: TOLLGATE_PARITY_PUBLIC_KEY)')
    .option('--secret-key <key>', 'Secret test key there (default: TOLLGATE_PARITY_SECRET_KEY)')
    .option('--only <resources>', 'Resources, comma-separated, with everything that they need')
    .option('--known <rows>', 'Fidelity rows, comma-separated, whose differences do not fail the run')
    .option('--record <folder>', 'Write the other side’s answers, redacted, to this folder')
    .option('--pause <duration>', `Time between requests (default: ${REMOTE_PAUSE}, none on this machine)`)
    .option('--list', 'List the exchanges and send nothing')
    .action(parity);
}

async function parity(options: ParityOptions): Promise<void> {
  const flows = flowsAbout(wordsOf(options.only));
  if (options.list) {
    for (const flow of flows)
      for (const { resource = flow.resource, name, request, row } of flow.exchanges)
        print(`${resource} · ${name} · ${request} · fidelity ${row}`);
    return;
  }
  const { surroundings } = asking(options);
  const { values } = surroundings;
  const other = otherOf({
    ...options,
    publicKey: options.publicKey ?? values['TOLLGATE_PARITY_PUBLIC_KEY'],
    secretKey: options.secretKey ?? values['TOLLGATE_PARITY_SECRET_KEY'],
  });
  if (options.record !== undefined && other.isRecorded)
    throw new Failure('--record needs an address: a recording cannot be recorded', EXIT.usage);
  const pauseMs =
    options.pause === undefined && !other.isRemote ? 0 : durationOf('--pause', options.pause ?? REMOTE_PAUSE);
  const { interrupted, release } = catchSignals();
  const compared: Compared[] = [];
  const total = flows.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const compareAll = async (): Promise<void> => {
    const profile = await other.profile();
    const recorder = options.record === undefined ? undefined : new Recorder(options.record);
    recorder?.begin({ against: other.name, recorded_at: now(), ...profile });
    await inFreshSandbox(options, profile, async (here) => {
      for await (const each of run(flows, { here, there: other.side, recorder, pauseMs, interrupted }))
        progress.show(`${compared.push(each)} of ${total} exchanges: ${each.resource}`);
    });
    interrupted.throwIfAborted();
  };
  const failure = await compareAll().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  release();
  progress.show('');
  sayMade(other.name, other.side.made);
  if (failure && compared.length === 0) throw failure.error;
  const report = reportOf(compared, wordsOf(options.known) ?? [], {
    against: other.name,
    complete: !failure,
    made: other.side.made,
  });
  if (options.json) printJson(report, 2);
  else for (const line of linesOf(report, painter(process.stdout))) print(line);
  if (failure) throw failure.error;
  if (report.differences.some(({ known }) => !known)) process.exitCode = EXIT.refused;
}

/** In a new sandbox for an account like the other one. */
async function inFreshSandbox(
  options: CommonOptions,
  { country, currency }: Profile,
  use: (side: LiveSide) => Promise<void>,
): Promise<void> {
  const own = await startUnlessFound(options);
  try {
    const control: Control = own?.control ?? asking(options).control;
    const name = `parity-${randomBytes(6).toString('hex')}`;
    const body = new URLSearchParams({ name, ttl: '1h', country, currency });
    const sandbox = await control.json<Sandbox>('POST', '/api/sandboxes', { body });
    try {
      const env = parseEnv(sandbox.env);
      const side = new LiveSide({
        api: env['TOLLGATE_API_URL'] ?? '',
        vault: env['TOLLGATE_VAULT_URL'] ?? '',
        pay: env['TOLLGATE_PAY_URL'],
        publicKey: sandbox.test.public_key,
        secretKey: sandbox.test.secret_key,
      });
      for (const exchange of EARNED) await side.ask(exchange);
      const by = new URLSearchParams({ by: EARNED_AFTER });
      await control.of(sandbox).ask('POST', inSandbox(name, '/clock/advance'), { body: by });
      await use(side);
    } finally {
      await control
        .of(sandbox)
        .ask('DELETE', inSandbox(name))
        .catch((error: Error) => say(`tollgate: ${error.message}`));
    }
  } finally {
    await own?.stop();
  }
}

function sayMade(place: string, made: readonly Made[]): void {
  if (made.length === 0) return;
  say(`Made at ${place}:`);
  for (const object of new Set(made.map((each) => each.object)))
    say(
      withoutControls(
        `  ${object}: ${made
          .filter((each) => each.object === object)
          .map(({ id, deleted }) => (deleted ? `${id} (deleted)` : id))
          .join(', ')}`,
      ),
    );
}

function wordsOf(text: string | undefined): string[] | undefined {
  return text?.split(',').map((word) => word.trim());
}

function now(): string {
  return new Date(performance.timeOrigin + performance.now()).toISOString();
}
