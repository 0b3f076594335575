import { appendFile, writeFile } from 'node:fs/promises';
import { withoutControls } from '#kernel/without-controls.js';
import type { ReportView, SituationState } from '#control/report/report.view.js';
import { merged } from '#control/report/merged.js';
import { inSandbox } from '../common.js';
import type { Control } from '../control.js';
import { EXIT, Failure } from '../failure.js';
import type { Colour, Paint } from '../output.js';
import { timelineReader } from '../timeline-reader.js';
import { untilWritten } from '../timeline-written.js';
import { junitOf } from '../junit.js';
import { suiteOf } from './suite.js';
import { reportOf } from './report-page.js';
import { sayState, summaryOf } from './summary.js';

/** The files and the bar of a report. */
export interface ReportOutput {
  readonly html?: string;
  readonly junit?: string;
  readonly failUnder?: string;
}

/** The parameters of a report. */
export interface ReportQuery {
  readonly since?: string;
  readonly orderKey?: string;
}

const COLOURS: Readonly<Record<SituationState, Colour>> = {
  checked: 'green',
  unchecked: 'yellow',
  never: 'dim',
};
const MAX_PERCENT = 100;
const MARGIN = ' '.repeat(13);

/** The report of a sandbox, once everything that has happened is written. */
export async function readReport(
  control: Control,
  name: string,
  { since, orderKey }: ReportQuery = {},
): Promise<ReportView> {
  await untilWritten(timelineReader(control, name));
  const query = new URLSearchParams({
    ...(since !== undefined && { since }),
    ...(orderKey !== undefined && { order_key: orderKey }),
  });
  return control.json<ReportView>('GET', inSandbox(name, '/report'), { query });
}

/** One report for all. */
export function mergedReport([first, ...others]: readonly ReportView[]): ReportView {
  if (!first) throw new Failure('there is no sandbox to report');
  return merged([first, ...others], `${others.length + 1} sandboxes`);
}

/** Prints situations that are not checked with their commands, advice, and the counts last. */
export function printReport(report: ReportView, print: (line: string) => void, paint: Paint): void {
  let group = '';
  for (const one of report.situations) {
    if (one.group !== group) print(`\n${paint('bold', one.group)}`);
    group = one.group;
    print(`${paint(COLOURS[one.state], sayState(one.state).padEnd(12))} ${one.name.padEnd(32)} ${one.title}`);
    if (one.state === 'unchecked' && one.object_id !== null) print(paint('dim', `${MARGIN}${one.object_id}`));
    if (one.state === 'never')
      for (const line of one.command.split('\n')) print(paint('dim', `${MARGIN}${line}`));
  }
  if (report.advice.length > 0) print(`\n${paint('bold', 'Advice')}`);
  for (const { title, why, count, findings } of report.advice) {
    print(`${paint('yellow', title)}. ${why}`);
    for (const { text, entry } of findings) print(withoutControls(`${MARGIN}${text} (${entry})`));
    if (count > findings.length) print(`${MARGIN}${count - findings.length} more`);
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
  if (html !== undefined) await writeFile(html, reportOf(report)).catch(refuse);
  if (junit !== undefined) await writeFile(junit, junitOf(suiteOf(report))).catch(refuse);
  return report.percent < Number(failUnder ?? 0) ? EXIT.unfinished : EXIT.done;
}

function refuse({ message }: Error): never {
  throw new Failure(`cannot write the report: ${message}`, EXIT.usage);
}
