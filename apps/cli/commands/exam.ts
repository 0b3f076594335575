import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { SECOND_MS } from '#kernel/time.js';
import { withoutControls } from '#kernel/without-controls.js';
import { BY_CALLER } from '#control/shops/rules/shop-terms.js';
import { withoutTokens } from '#control/shops/rules/without-tokens.js';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import type { Control } from '../control.js';
import { docsOf, sayVerdict, summaryOf, type Exam, type JudgedCase } from '../exam/exam.js';
import { junitOf } from '../exam/junit.js';
import { reportOf } from '../exam/report.js';
import { EXIT, Failure } from '../failure.js';
import { painter, print, printJson, say, type Colour } from '../output.js';
import { catchSignals, startUnlessFound } from '../own-tollgate.js';
import { makeSandbox, quoted, startShop, type Sandbox, type ShopCommand } from '../shop-command.js';
import { runForOrder } from '../shop-orders.js';
import { isUrl, shown, shownWords } from '../shown.js';

interface ExamOptions extends CommonOptions {
  /** The command that starts the shop. */
  readonly words: readonly string[];
  readonly receiver: string;
  readonly secret?: string;
  readonly threeDSecure?: true | string;
  readonly probe?: string;
  readonly checkout?: string;
  readonly orderKey?: string;
  readonly expect?: string;
  readonly only?: string;
  readonly skip?: string;
  readonly settle?: string;
  readonly start?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly keep?: true;
}

const COLOURS: Readonly<Record<string, Colour>> = {
  passed: 'green',
  failed: 'red',
  warning: 'yellow',
};
const WAIT = '30s';
const JSON_TYPE = { 'content-type': 'application/json' };
/** A shop that refuses to start ends within this time. */
const EARLY_END_MS = 2 * SECOND_MS;

/** Answers a question of the exam. */
type Answering = (question: NonNullable<Exam['question']>) => Promise<Answer>;
type Answer = { readonly answer: string } | { readonly problem: string };

/** Examines a shop. The calls of exams are its subcommands. */
export function addExam(program: Command): void {
  withCommon(
    program
      .command('exam')
      .description(
        'Examines a shop: sends it forged, repeated, late and reordered webhooks, and judges what it does.',
      ),
    { hasSandbox: false },
  )
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
    .option('--only <cases>', 'Cases to run, comma-separated')
    .option('--skip <cases>', 'Cases to leave out, comma-separated')
    .option('--settle <duration>', 'Time that the shop may take after its response (default: 1s)')
    .option('--start <duration>', 'Time that the shop may take to start (default: 1m)')
    .option('--junit <file>', 'Write a JUnit report')
    .option('--html <file>', 'Write a report as HTML')
    .option('--keep', 'Keep the sandbox after the exam')
    .passThroughOptions()
    .action(async (words: string[], { receiver, ...options }: Partial<ExamOptions>) => {
      if (receiver === undefined)
        throw new Failure('--receiver is required: the webhook endpoint of the shop', EXIT.usage);
      process.exitCode = await examine({ ...options, receiver, words });
    });
}

/** A shop's command may have the name of a subcommand. Its options show that an exam is meant. */
function rejectOptions(exam: Command, subcommand: Command): void {
  const name = subcommand.name();
  if (Object.keys(exam.opts()).length > 0)
    throw new Failure(
      `exam ${name} takes its options after "${name}"; if "${name}" starts the shop, write sh -c ${name}`,
      EXIT.usage,
    );
}

/** The exit code. */
async function examine(options: ExamOptions): Promise<number> {
  const { words, secret, threeDSecure, keep } = options;
  if (options.sandbox !== undefined && words.length > 0)
    throw new Failure(
      '--sandbox excludes a command: start the shop with the keys of that sandbox',
      EXIT.usage,
    );
  if (options.sandbox !== undefined && threeDSecure !== undefined)
    throw new Failure(
      `--sandbox excludes --three-d-secure: run tollgate sandbox update ${quoted(options.sandbox)} --three-d-secure`,
      EXIT.usage,
    );
  for (const file of [options.junit, options.html])
    if (file !== undefined) await appendFile(file, '').catch(refuseReport);
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
    made = options.sandbox === undefined ? await makeSandbox(control, 'exam', parameters) : undefined;
    const inside = made ? control.of(made) : control;
    const path = inSandbox(made?.name ?? asking(options).sandbox, '/exams');
    const body = new URLSearchParams({
      ...parametersOf(options),
      ...(words.length > 0 && { restarts: 'true' }),
    });
    const begun = await inside.json<Exam>('POST', path, { body });
    if (made && words.length === 0) say(`The environment of the sandbox:\n\n${made.env}`);
    if (made && words.length > 0) shop = startShop(words, made, 'the exam', ended);
    const signal = AbortSignal.any([interrupted, ended.signal]);
    const restart = async (): Promise<Answer> => {
      const early = new AbortController();
      await shop?.stop();
      if (made) shop = startShop(words, made, 'it answered', early, { isWithoutSecret: true });
      await Promise.race([once(early.signal, 'abort'), delay(EARLY_END_MS)]);
      return early.signal.aborted ? { problem: (early.signal.reason as Failure).message } : { answer: '' };
    };
    const answer = ({ kind, order }: NonNullable<Exam['question']>): Promise<Answer> =>
      kind === 'restart' ? restart() : answerTo(options[kind] ?? '', order, signal);
    const { exam, exitCode } = await run(inside, `${path}/${begun.id}`, begun, options, signal, answer);
    await report(exam, options);
    if (made && keep) say(`Kept sandbox ${made.name}: ${made.console_url}`);
    return exitCode;
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

/** Runs the exam. If it cannot go on, stops it, and returns what was judged with the reason. */
async function run(
  control: Control,
  path: string,
  begun: Exam,
  options: ExamOptions,
  signal: AbortSignal,
  answer: Answering,
): Promise<{ readonly exam: Exam; readonly exitCode: number }> {
  const printed = new Set<string>();
  try {
    const exam = await follow(control, path, begun, printed, options, signal, answer);
    const { counts, problem } = exam;
    const isGood = counts.failed === 0 && counts.passed > 0 && problem === null;
    return { exam, exitCode: isGood ? EXIT.done : EXIT.unfinished };
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    // Without Tollgate there is nothing to report but the reason.
    const exam = await control.json<Exam>('POST', `${path}/stop`).catch(() => undefined);
    if (!exam || !(reason instanceof Failure)) throw reason;
    printCases(exam, printed, options);
    return { exam: { ...exam, problem: reason.message }, exitCode: reason.exitCode };
  }
}

/** Prints each case when it is judged, and answers the questions of the exam. */
async function follow(
  control: Control,
  path: string,
  begun: Exam,
  printed: Set<string>,
  options: ExamOptions,
  signal: AbortSignal,
  answer: Answering,
): Promise<Exam> {
  let exam = begun;
  for (;;) {
    printCases(exam, printed, options);
    if (exam.status !== 'running') return exam;
    if (exam.question) {
      const body = JSON.stringify({ question: exam.question.id, ...(await answer(exam.question)) });
      await control.json('PUT', `${path}/answer`, { body, headers: JSON_TYPE });
    }
    const count = String(Math.min(printed.size + 1, exam.cases.length));
    exam = await control.json<Exam>('GET', path, {
      query: new URLSearchParams({ wait: WAIT, count }),
      signal,
    });
  }
}

function parametersOf(options: ExamOptions): Record<string, string> {
  const { receiver, probe, checkout, orderKey, expect, only, skip, settle, start } = options;
  const parameters = {
    receiver,
    probe: probe === undefined || isUrl(probe) ? probe : BY_CALLER,
    checkout: checkout === undefined || isUrl(checkout) ? checkout : BY_CALLER,
    order_key: orderKey,
    expect,
    only,
    skip,
    settle,
    start,
  };
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Runs the command of a probe or checkout. Throws if `signal` aborts. */
async function answerTo(command: string, order: string, signal: AbortSignal): Promise<Answer> {
  try {
    const output = await runForOrder(command, order, signal);
    // Tollgate refuses NUL, and this is no JSON either.
    return { answer: output.replaceAll('\0', '\ufffd') };
  } catch (error) {
    if (!(error instanceof Failure) || signal.aborted) throw error;
    return { problem: withoutControls(error.message) };
  }
}

/** Prints the judged cases that are not in `printed`, unless JSON is wanted, and adds them. */
function printCases({ cases }: Exam, printed: Set<string>, options: ExamOptions): void {
  for (const one of cases) {
    if (one.verdict === null || printed.has(one.name)) continue;
    printed.add(one.name);
    if (!options.json) printCase(one, options);
  }
}

function printCase(one: JudgedCase, options: ExamOptions): void {
  const { name, title, why, verdict, findings } = one;
  const paint = painter(process.stdout);
  const word = sayVerdict(verdict);
  const colour = COLOURS[verdict ?? ''] ?? 'dim';
  print(`${paint(colour, word.padEnd(10))}  ${name.padEnd(24)}  ${title}`);
  if (verdict === 'passed') return;
  for (const { text, verdict: one } of findings)
    if (one !== 'passed') print(withoutControls(`            ${text}`));
  if (verdict === 'not_judged') return;
  print(paint('dim', `            ${why} ${docsOf({ name })}`));
  print(paint('dim', `            ${again(options)(name)}`));
}

async function report(examined: Exam, options: ExamOptions): Promise<void> {
  const exam = {
    ...examined,
    receiver: withoutTokens(examined.receiver),
    probe: examined.probe && withoutTokens(examined.probe),
    checkout: examined.checkout && withoutTokens(examined.checkout),
  };
  if (options.json) printJson(exam, 2);
  else print(`\n${summaryOf(exam)}`);
  if (exam.problem !== null) say(`tollgate: ${exam.problem}`);
  if (options.junit !== undefined) await write(options.junit, junitOf(exam, again(options)));
  if (options.html !== undefined) await write(options.html, reportOf(exam, again(options)));
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch(refuseReport);
}

function refuseReport({ message }: Error): never {
  throw new Failure(`cannot write the report: ${message}`, EXIT.usage);
}

/** The command that repeats one case, without secrets and tokens. */
function again(options: ExamOptions): (name: string) => string {
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
  };
  const named = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([option, value]) => ` --${option} ${quoted(String(value))}`);
  const command = words.length > 0 ? ` -- ${shownWords(words).map(quoted).join(' ')}` : '';
  return (name) => `tollgate exam${named.join('')} --only ${name}${command}`;
}
