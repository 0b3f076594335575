import { appendFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { withoutControls } from '#kernel/without-controls.js';
import { BY_CALLER } from '#control/shops/rules/shop-terms.js';
import { withoutTokens } from '#control/shops/rules/without-tokens.js';
import type { ShopQuestionView } from '#control/shops/shop-run.view.js';
import { asking, inSandbox, withCommon, type CommonOptions } from './common.js';
import type { Control } from './control.js';
import { EXIT, Failure } from './failure.js';
import { say } from './output.js';
import { catchSignals, startUnlessFound } from './own-tollgate.js';
import { makeSandbox, quoted, startShop, type Sandbox, type ShopCommand } from './shop-command.js';
import { runForOrder } from './shop-orders.js';
import { isUrl, shown, shownWords } from './shown.js';

/** Options of commands that run Tollgate against a shop. */
export interface ShopRunOptions extends CommonOptions {
  /** The command that starts the shop. */
  readonly words: readonly string[];
  readonly receiver: string;
  readonly secret?: string;
  readonly threeDSecure?: true | string;
  readonly probe?: string;
  readonly checkout?: string;
  readonly orderKey?: string;
  readonly expect?: string;
  readonly settle?: string;
  readonly start?: string;
  readonly keep?: true;
}

/** A run, as the control API returns it. */
interface Run {
  readonly id: string;
  readonly status: 'running' | 'ended';
  readonly question: ShopQuestionView | null;
  readonly problem: string | null;
}

/** A run in progress. */
export interface BegunRun<One extends Run> {
  readonly control: Control;
  /** Its path at the control API. */
  readonly path: string;
  readonly sandbox: string;
  readonly begun: One;
  /** Aborted if the command is interrupted, or if the shop has ended. */
  readonly signal: AbortSignal;
  readonly answer: (question: ShopQuestionView) => Promise<Answer>;
}

export type Answer = { readonly answer: string } | { readonly problem: string };

/** Kills or stops the shop and starts it again, for `restart`. */
export type Restart = (again: {
  readonly shop: ShopCommand | undefined;
  readonly sandbox: Sandbox;
  readonly ended: AbortController;
}) => Promise<{ readonly shop: ShopCommand; readonly answer: Answer }>;

const WAIT = '30s';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The options that all these commands have. `noun`: exam. */
export function withShop(command: Command, noun: string): Command {
  return withCommon(command, { hasSandbox: false })
    .usage('[options] [command...]')
    .hook('preSubcommand', rejectOptions)
    .option('-s, --sandbox <name>', 'Sandbox whose keys the shop has (default: a new one, which is deleted)')
    .argument('[command...]', 'Command that starts the shop, in the environment of the sandbox')
    .option('--receiver <url>', 'Webhook endpoint of the shop (required)')
    .option('--secret <base64>', 'Webhook secret of the shop (default: a new one, which is printed)')
    .option('--three-d-secure [true|false]', 'Turn on 3-D Secure for cards, in the new sandbox')
    .option('--probe <url|command>', 'Returns an order as JSON: a URL with {order}, or a command')
    .option('--checkout <url|command>', 'Begins an order, so that the shop creates its charge')
    .option('--order-key <name>', 'Name of the order in the metadata of charges (default: order)')
    .option(
      '--expect <fields>',
      'Fields of the probe that tell what became of an order (default: status,count)',
    )
    .option('--settle <duration>', 'Time that the shop may take after its response (default: 1s)')
    .option('--start <duration>', 'Time that the shop may take to start (default: 1m)')
    .option('--junit <file>', 'Write a JUnit report')
    .option('--html <file>', 'Write a report as HTML')
    .option('--keep', `Keep the sandbox after the ${noun}`)
    .passThroughOptions();
}

/** A shop's command may have the name of a subcommand. Its options show that the command itself is meant. */
function rejectOptions(command: Command, subcommand: Command): void {
  const name = subcommand.name();
  if (Object.keys(command.opts()).length > 0)
    throw new Failure(
      `${command.name()} ${name} takes its options after "${name}"; if "${name}" starts the shop, write sh -c ${name}`,
      EXIT.usage,
    );
}

/** The options with a receiver. Throws a {@link Failure} without one, and for options that exclude each other. */
export function checkedOptions<Options extends ShopRunOptions>(
  options: Partial<Options>,
  words: string[],
): Options {
  const { receiver, sandbox, threeDSecure } = options;
  if (receiver === undefined)
    throw new Failure('--receiver is required: the webhook endpoint of the shop', EXIT.usage);
  if (sandbox !== undefined && words.length > 0)
    throw new Failure(
      '--sandbox excludes a command: start the shop with the keys of that sandbox',
      EXIT.usage,
    );
  if (sandbox !== undefined && threeDSecure !== undefined)
    throw new Failure(
      `--sandbox excludes --three-d-secure: run tollgate sandbox update ${quoted(sandbox)} --three-d-secure`,
      EXIT.usage,
    );
  return { ...options, words } as unknown as Options;
}

/**
 * Makes a sandbox, starts the shop and the run, and does `work` with it; then stops and removes what it made.
 * `more`: parameters of this kind of run alone.
 */
export async function duringRun<One extends Run, Result>(
  kind: 'exam' | 'soak',
  options: ShopRunOptions,
  more: Readonly<Record<string, string | undefined>>,
  restart: Restart,
  work: (run: BegunRun<One>) => Promise<Result>,
): Promise<Result> {
  const { words, secret, threeDSecure, keep } = options;
  const own = await startUnlessFound(options);
  const control = own?.control ?? asking(options).control;
  const { interrupted, release } = catchSignals();
  const ended = new AbortController();
  let shop: ShopCommand | undefined;
  let made: Sandbox | undefined;
  try {
    const parameters = {
      ...(!keep && { ttl: '1h' }),
      ...(secret !== undefined && { webhook_secret: secret }),
      ...(threeDSecure !== undefined && { three_d_secure: String(threeDSecure) }),
    };
    made = options.sandbox === undefined ? await makeSandbox(control, kind, parameters) : undefined;
    const inside = made ? control.of(made) : control;
    const sandbox = made?.name ?? asking(options).sandbox;
    const path = inSandbox(sandbox, `/${kind}s`);
    const body = new URLSearchParams(parametersOf(options, more));
    const begun = await inside.json<One>('POST', path, { body });
    if (made && words.length === 0) say(`The environment of the sandbox:\n\n${made.env}`);
    if (made && words.length > 0)
      shop = startShop(words, made, `the ${kind}`, ended, { besideProgress: kind === 'soak' });
    const signal = AbortSignal.any([interrupted, ended.signal]);
    const answer = async ({ kind: asked, order, json }: ShopQuestionView): Promise<Answer> => {
      if (asked !== 'restart') return answerTo(options[asked] ?? '', order, json, signal);
      if (!made) return { problem: 'the shop was not started by this command' };
      const again = await restart({ shop, sandbox: made, ended });
      ({ shop } = again);
      return again.answer;
    };
    const run = { control: inside, path: `${path}/${begun.id}`, sandbox, begun, signal, answer };
    const result = await work(run);
    if (made && keep) say(`Kept sandbox ${made.name}: ${made.console_url}`);
    return result;
  } finally {
    const stopped = shop?.stop();
    if (made && !keep)
      await control
        .ask('DELETE', inSandbox(made.name))
        .catch((error: Error) => say(`tollgate: ${error.message}`));
    await stopped;
    release();
    await own?.stop();
  }
}

/** Answers the questions of a run until its end. `onChange` sees each state, and says what to wait for next. */
export async function follow<One extends Run>(
  { control, path, begun, signal, answer }: BegunRun<One>,
  onChange: (run: One) => Readonly<Record<string, string>>,
): Promise<One> {
  let run = begun;
  for (;;) {
    const query = onChange(run);
    if (run.status !== 'running') return run;
    if (run.question) {
      const body = JSON.stringify({ question: run.question.id, ...(await answer(run.question)) });
      await control.json('PUT', `${path}/answer`, { body, headers: JSON_TYPE });
    }
    run = await control.json<One>('GET', path, {
      query: new URLSearchParams({ wait: WAIT, ...query }),
      signal,
    });
  }
}

/** Follows a run. If it cannot go on, stops it, and returns what was found until then with the reason. */
export async function followed<One extends Run>(
  run: BegunRun<One>,
  onChange: (run: One) => Readonly<Record<string, string>>,
): Promise<{ readonly run: One; readonly failure: Failure | undefined }> {
  try {
    return { run: await follow(run, onChange), failure: undefined };
  } catch (error) {
    const reason: unknown = run.signal.aborted ? run.signal.reason : error;
    // Without Tollgate there is nothing to report but the reason.
    const stopped = await run.control.json<One>('POST', `${run.path}/stop`).catch(() => undefined);
    if (!stopped || !(reason instanceof Failure)) throw reason;
    onChange(stopped);
    return { run: { ...stopped, problem: reason.message }, failure: reason };
  }
}

function parametersOf(
  options: ShopRunOptions,
  more: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const { words, receiver, probe, checkout, orderKey, expect, settle, start } = options;
  const parameters = {
    receiver,
    probe: probe === undefined || isUrl(probe) ? probe : BY_CALLER,
    checkout: checkout === undefined || isUrl(checkout) ? checkout : BY_CALLER,
    order_key: orderKey,
    expect,
    settle,
    start,
    restarts: words.length > 0 ? 'true' : undefined,
    ...more,
  };
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Runs the command of a probe or checkout. Throws if `signal` aborts. */
async function answerTo(
  command: string,
  order: string,
  json: string | null,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const output = await runForOrder(command, order, signal, json);
    // Tollgate refuses NUL, and this is no JSON either.
    return { answer: output.replaceAll('\0', '\ufffd') };
  } catch (error) {
    if (!(error instanceof Failure) || signal.aborted) throw error;
    return { problem: withoutControls(error.message) };
  }
}

/** A run without the tokens of its URLs, for reports. */
export function withoutSecrets<
  One extends { readonly receiver: string; readonly probe: string | null; readonly checkout: string | null },
>(run: One): One {
  return {
    ...run,
    receiver: withoutTokens(run.receiver),
    probe: run.probe && withoutTokens(run.probe),
    checkout: run.checkout && withoutTokens(run.checkout),
  };
}

/** Throws a {@link Failure} for a file that cannot be written, before anything is run. */
export async function assertWritable(...files: (string | undefined)[]): Promise<void> {
  for (const file of files) if (file !== undefined) await appendFile(file, '').catch(refuseReport);
}

export async function writeReport(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch(refuseReport);
}

function refuseReport({ message }: Error): never {
  throw new Failure(`cannot write the report: ${message}`, EXIT.usage);
}

/** The command of such a run, without secrets and tokens. `more`: options of this one. */
export function commandFor(
  kind: 'exam' | 'soak',
  options: ShopRunOptions,
  more: Readonly<Record<string, string | undefined>>,
): string {
  const { words, sandbox, threeDSecure, receiver, probe, checkout, orderKey, expect, settle, start } =
    options;
  const given = {
    sandbox,
    receiver: withoutTokens(receiver),
    'three-d-secure': threeDSecure,
    probe: probe && shown(probe),
    checkout: checkout && shown(checkout),
    'order-key': orderKey,
    expect,
    settle,
    start,
    ...more,
  };
  const named = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([option, value]) => ` --${option} ${quoted(String(value))}`);
  const command = words.length > 0 ? ` -- ${shownWords(words).map(quoted).join(' ')}` : '';
  return `tollgate ${kind}${named.join('')}${command}`;
}
