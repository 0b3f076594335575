import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { isObject } from '#kernel/values.js';
import { withoutControls } from '#kernel/without-controls.js';
import type { SoakFindingView, SoakView } from '#control/soaks/soak.view.js';
import { readBundle } from '../bundle/bundle-file.js';
import { inSandbox } from '../common.js';
import { EXIT, Failure } from '../failure.js';
import { junitOf } from '../junit.js';
import { painter, print, printJson, progress, say } from '../output.js';
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
  type BegunRun,
  type Restart,
  type ShopRunOptions,
} from '../shop-run.js';
import { progressOf, reportOf, suiteOf, summaryOf } from '../soak/report.js';

interface SoakOptions extends ShopRunOptions {
  readonly orders?: string;
  readonly seed?: string;
  readonly for?: string;
  readonly behaviours?: string;
  readonly replay?: string;
  readonly save?: string;
  readonly junit?: string;
  readonly html?: string;
}

/** Soaks a shop. The calls of soaks are its subcommands. */
export function addSoak(program: Command): void {
  const command = program
    .command('soak')
    .description(
      'Soaks a shop: plays random customers and random trouble, and shrinks what breaks an order to a few steps.',
    );
  withShop(command, 'soak')
    .option('--orders <number>', 'Number of orders (default: 200)')
    .option('--seed <number>', 'Seed of the random orders (default: random)')
    .option('--for <duration>', 'Time after which no more orders are begun')
    .option(
      '--behaviours <names>',
      'Behaviours and troubles, comma-separated; "soak list-behaviours" has all',
    )
    .option('--replay <file>', 'Repeat the finding in this bundle instead of random orders')
    .option('--save <file>', 'Bundle to write a finding to (default: tollgate-soak-<seed>.tollgate)')
    .action(async (words: string[], options: Partial<SoakOptions>) => {
      process.exitCode = await soak(checkedOptions<SoakOptions>(options, words));
    });
}

/** The exit code. */
async function soak(options: SoakOptions): Promise<number> {
  const { orders, seed, for: time, behaviours, replay } = options;
  await assertWritable(options.junit, options.html, options.save);
  const found = replay === undefined ? undefined : await findingIn(replay);
  const more = { orders, seed: seed ?? found?.seed, for: time, behaviours, plan: found?.plan };
  return duringRun<SoakView, number>('soak', options, more, restartFor(options), async (begun) => {
    if (!options.json && !found) say(`Seed ${begun.begun.seed}`);
    const { run, failure } = await followed(begun, (one) => follow(one, options));
    const isNew = run.finding !== null && !found;
    // A report without a bundle is better than none.
    const file = isNew
      ? await save(begun, run, options).catch(({ message }: Error) => {
          say(`tollgate: ${message}`);
          return undefined;
        })
      : undefined;
    await report(run, file ?? replay, options);
    if (failure) return failure.exitCode;
    return run.verdict === 'passed' ? EXIT.done : EXIT.unfinished;
  });
}

/** Shows the progress. Answers the parameters of the next wait. */
function follow(soak: SoakView, { json }: SoakOptions): Record<string, string> {
  if (!json) progress.show(soak.status === 'running' ? progressOf(soak) : '');
  return process.stderr.isTTY ? { wait: '1s' } : {};
}

/** Kills the shop, which may lose what it has not stored, and starts it. */
function restartFor({ words }: SoakOptions): Restart {
  return async ({ shop, sandbox, ended }) => {
    await shop?.kill();
    return {
      shop: startShop(words, sandbox, 'the soak', ended, { besideProgress: true }),
      answer: { answer: '' },
    };
  };
}

/** The seed and plan in a bundle that a soak has written. */
async function findingIn(file: string): Promise<{ readonly seed: string; readonly plan: string }> {
  const { soak } = await readBundle(file);
  if (!isObject(soak) || !Number.isSafeInteger(soak['seed']) || !isObject(soak['plan']))
    throw new Failure(`${file} has no finding of a soak`, EXIT.usage);
  return { seed: String(soak['seed']), plan: JSON.stringify(soak['plan']) };
}

/** Writes the bundle of the finding, and returns its file. `undefined` for a finding without a charge. */
async function save(
  { control, sandbox }: BegunRun<SoakView>,
  { id, seed, finding, order_key: orderKey }: SoakView,
  options: SoakOptions,
): Promise<string | undefined> {
  if (!finding?.charge) return undefined;
  const query = new URLSearchParams({ object: finding.charge, soak: id, order_key: orderKey });
  const response = await control.ask('GET', inSandbox(sandbox, '/bundle'), { query });
  const file = options.save ?? `tollgate-soak-${seed}.tollgate`;
  await writeFile(file, await response.text()).catch(({ message }: Error) => {
    throw new Failure(`cannot write the bundle: ${message}`, EXIT.usage);
  });
  return file;
}

async function report(found: SoakView, file: string | undefined, options: SoakOptions): Promise<void> {
  const soak = withoutSecrets(found);
  const { orders, behaviours, for: time } = options;
  const drawn = { orders, seed: String(soak.seed), for: time, behaviours };
  const again = commandFor('soak', options, file === undefined ? drawn : { replay: file });
  if (options.json) printJson(soak, 2);
  else {
    if (soak.finding) printFinding(soak.finding, again);
    for (const { name, why } of soak.unused) say(withoutControls(`Not used: ${name}. ${why}`));
    print(summaryOf(soak));
  }
  if (soak.problem !== null) say(`tollgate: ${soak.problem}`);
  if (options.junit !== undefined) await writeReport(options.junit, junitOf(suiteOf(soak, again)));
  if (options.html !== undefined) await writeReport(options.html, reportOf(soak, again));
}

function printFinding({ law, story }: SoakFindingView, again: string): void {
  const paint = painter(process.stdout);
  print(`${paint('red', law)}\n`);
  for (const line of story) print(withoutControls(`  ${line}`));
  print(paint('dim', `\n  ${again}\n`));
}
