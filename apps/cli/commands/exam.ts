import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { SECOND_MS } from '#kernel/time.js';
import { withoutControls } from '#kernel/without-controls.js';
import { docsOf, sayVerdict, summaryOf, type Exam, type JudgedCase } from '../exam/exam.js';
import { suiteOf } from '../exam/suite.js';
import { junitOf } from '../junit.js';
import { reportOf } from '../exam/report.js';
import { EXIT, type Failure } from '../failure.js';
import { painter, print, printJson, say, type Colour } from '../output.js';
import { startShop } from '../shop-command.js';
import {
  assertWritable,
  checkedOptions,
  commandFor,
  duringRun,
  followed,
  withoutSecrets,
  withShop,
  writeReport,
  type Restart,
  type ShopRunOptions,
} from '../shop-run.js';

interface ExamOptions extends ShopRunOptions {
  readonly only?: string;
  readonly skip?: string;
  readonly junit?: string;
  readonly html?: string;
}

const COLOURS: Readonly<Record<string, Colour>> = {
  passed: 'green',
  failed: 'red',
  warning: 'yellow',
};
/** A shop that refuses to start ends within this time. */
const EARLY_END_MS = 2 * SECOND_MS;

/** Examines a shop. The calls of exams are its subcommands. */
export function addExam(program: Command): void {
  const command = program
    .command('exam')
    .description(
      'Examines a shop: sends it forged, repeated, late and reordered webhooks, and judges what it does.',
    );
  withShop(command, 'exam')
    .option('--only <cases>', 'Cases to run, comma-separated')
    .option('--skip <cases>', 'Cases to leave out, comma-separated')
    .action(async (words: string[], options: Partial<ExamOptions>) => {
      process.exitCode = await examine(checkedOptions<ExamOptions>(options, words));
    });
}

/** The exit code. */
async function examine(options: ExamOptions): Promise<number> {
  const { only, skip } = options;
  await assertWritable(options.junit, options.html);
  return duringRun<Exam, number>('exam', options, { only, skip }, restartFor(options), async (begun) => {
    const printed = new Set<string>();
    const { run: exam, failure } = await followed(begun, (one) => {
      printCases(one, printed, options);
      return { count: String(Math.min(printed.size + 1, one.cases.length)) };
    });
    await report(exam, options);
    const { counts, problem } = exam;
    const isGood = counts.failed === 0 && counts.passed > 0 && problem === null;
    return failure?.exitCode ?? (isGood ? EXIT.done : EXIT.unfinished);
  });
}

/** Starts the shop again, without its webhook secret. A shop that then ends is right. */
function restartFor({ words }: ExamOptions): Restart {
  return async ({ shop, sandbox }) => {
    const early = new AbortController();
    await shop?.stop();
    const started = startShop(words, sandbox, 'it answered', early, { isWithoutSecret: true });
    await Promise.race([once(early.signal, 'abort'), delay(EARLY_END_MS)]);
    const answer = early.signal.aborted
      ? { problem: (early.signal.reason as Failure).message }
      : { answer: '' };
    return { shop: started, answer };
  };
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
  const exam = withoutSecrets(examined);
  if (options.json) printJson(exam, 2);
  else print(`\n${summaryOf(exam)}`);
  if (exam.problem !== null) say(`tollgate: ${exam.problem}`);
  if (options.junit !== undefined) await writeReport(options.junit, junitOf(suiteOf(exam, again(options))));
  if (options.html !== undefined) await writeReport(options.html, reportOf(exam, again(options)));
}

/** The command that repeats one case, without secrets and tokens. */
function again(options: ExamOptions): (name: string) => string {
  return (only) => commandFor('exam', options, { only });
}
