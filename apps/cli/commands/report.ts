import type { Command } from 'commander';
import type { ReportView } from '#control/report/report.view.js';
import { asking, withCommon, type CommonOptions } from '../common.js';
import { EXIT, Failure } from '../failure.js';
import { painter, print, printJson } from '../output.js';
import {
  assertWritable,
  mergedReport,
  printReport,
  readReport,
  writeReport,
  type ReportOutput,
  type ReportQuery,
} from '../report/report.js';
import { sandboxNames } from '../sandbox-names.js';

interface ReportOptions extends CommonOptions, ReportOutput, ReportQuery {
  readonly all?: true;
}

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
      const names = options.all ? await sandboxNames(control) : [sandbox];
      const reports: ReportView[] = [];
      for (const name of names) reports.push(await readReport(control, name, options));
      const report = mergedReport(reports);
      if (options.json) printJson(report, 2);
      else printReport(report, print, painter(process.stdout));
      process.exitCode = await writeReport(report, options);
    });
}
