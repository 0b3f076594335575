import { appendFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { withoutControls } from '#kernel/without-controls.js';
import type { ReportView, SituationState } from '#control/report/report.view.js';
import { merged } from '#control/report/rules/merged.js';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import type { Control } from '../control.js';
import { EXIT, Failure } from '../failure.js';
import { painter, print, printJson, type Colour } from '../output.js';
import { junitOf } from '../report/junit.js';
import { pageOf } from '../report/report-page.js';
import { sayState, summaryOf } from '../report/summary.js';

/** The files and the bar of a report. */
export interface ReportOutput {
  readonly html?: string;
  readonly junit?: string;
  readonly failUnder?: string;
}

interface ReportOptions extends CommonOptions, ReportOutput {
  readonly all?: true;
  readonly since?: string;
  readonly orderKey?: string;
}

interface Sandboxes {
  readonly data: readonly { readonly name: string }[];
  readonly next: string | null;
}

const COLOURS: Readonly<Record<SituationState, Colour>> = {
  checked: 'green',
  unchecked: 'yellow',
  never: 'dim',
};
const PAGE = '100';
const MAX_PERCENT = 100;

export function addReport(program: Command): void {
  withCommon(
    program
      .command('report')
      .description('Reports the situations that your tests have met and not met, with advice.'),
  )
    .option('--all', 'Report all sandboxes together')
    .option('--since <time>', 'Start in the time of the sandbox: 2027-01-31T08:15:00Z, or 1h ago as 1h')
    .option('--order-key <name>', 'Name of the order in the metadata of charges')
    .option('--html <file>', 'Write a report as HTML')
    .option('--junit <file>', 'Write a JUnit report')
    .option('--fail-under <percent>', 'Exit with 5 if fewer situations are checked')
    .action(async (options: ReportOptions) => {
      const { control, sandbox } = asking(options);
      if (options.all && options.sandbox !== undefined)
        throw new Failure('--all excludes --sandbox', EXIT.usage);
      await assertWritable(options);
      const names = options.all ? await allSandboxes(control) : [sandbox];
      const report = await reportOn(names, (name) => readReport(control, name, options));
      if (options.json) printJson(report, 2);
      else printReport(report);
      process.exitCode = await writeReport(report, options);
    });
}

/** One report for these sandboxes. */
export async function reportOn(
  names: readonly string[],
  read: (name: string) => Promise<ReportView>,
): Promise<ReportView> {
  const reports: ReportView[] = [];
  for (const name of names) reports.push(await read(name));
  const [first, ...others] = reports;
  if (!first) throw new Failure('there is no sandbox to report');
  return merged([first, ...others], `${reports.length} sandboxes`);
}

export function readReport(
  control: Control,
  name: string,
  { since, orderKey }: Pick<ReportOptions, 'since' | 'orderKey'> = {},
): Promise<ReportView> {
  const query = new URLSearchParams({
    ...(since !== undefined && { since }),
    ...(orderKey !== undefined && { order_key: orderKey }),
  });
  return control.json<ReportView>('GET', inSandbox(name, '/report'), { query });
}

async function allSandboxes(control: Control): Promise<string[]> {
  const names: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams({ limit: PAGE, ...(after !== '' && { after }) });
    const page: Sandboxes = await control.json<Sandboxes>('GET', '/api/sandboxes', { query });
    names.push(...page.data.map(({ name }) => name));
    after = page.next;
  }
  return names;
}

/** Prints situations that are not checked with their commands, advice, and the counts last. */
export function printReport(report: ReportView): void {
  const paint = painter(process.stdout);
  let group = '';
  for (const one of report.situations) {
    if (one.group !== group) print(`\n${paint('bold', one.group)}`);
    group = one.group;
    print(`${paint(COLOURS[one.state], sayState(one.state).padEnd(12))} ${one.name.padEnd(32)} ${one.title}`);
    if (one.state === 'checked') continue;
    if (one.object_id !== null) print(paint('dim', `             ${one.object_id}`));
    for (const line of one.command.split('\n')) print(paint('dim', `             ${line}`));
  }
  if (report.advice.length > 0) print(`\n${paint('bold', 'Advice')}`);
  for (const { title, why, count, findings } of report.advice) {
    print(`${paint('yellow', title)}. ${why}`);
    for (const { text, entry } of findings) print(withoutControls(`             ${text} (${entry})`));
    if (count > findings.length) print(`             ${count - findings.length} more`);
  }
  print(`\n${summaryOf(report)}`);
}

/** Fails before any work if a file cannot be written, or if the bar is not a percentage. */
export async function assertWritable({ html, junit, failUnder }: ReportOutput): Promise<void> {
  for (const file of [html, junit]) if (file !== undefined) await appendFile(file, '').catch(refuse);
  const isPercent = failUnder === undefined || (/^\d+$/.test(failUnder) && Number(failUnder) <= MAX_PERCENT);
  if (!isPercent) throw new Failure('--fail-under must be a whole number from 0 to 100', EXIT.usage);
}

/** Writes the files. The exit code by the bar. */
export async function writeReport(
  report: ReportView,
  { html, junit, failUnder }: ReportOutput,
): Promise<number> {
  if (html !== undefined) await writeFile(html, pageOf(report)).catch(refuse);
  if (junit !== undefined) await writeFile(junit, junitOf(report)).catch(refuse);
  return report.percent < Number(failUnder ?? 0) ? EXIT.unfinished : EXIT.done;
}

function refuse({ message }: Error): never {
  throw new Failure(`cannot write the report: ${message}`, EXIT.usage);
}
