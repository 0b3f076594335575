import type { Command } from 'commander';
import { withoutControls } from '#kernel/without-controls.js';
import { asking, withCommon, type CommonOptions } from '../common.js';
import { diagnose, type Finding } from '../doctor/diagnosis.js';
import { gatherFacts } from '../doctor/facts.js';
import { EXIT } from '../failure.js';
import { painter, print, printJson, type Colour } from '../output.js';
import { VERSION } from '#platform/process/version.js';

const MARKS: Readonly<Record<Finding['level'], readonly [mark: string, colour: Colour]>> = {
  ok: ['ok', 'green'],
  warning: ['warn', 'yellow'],
  mistake: ['fail', 'red'],
};

export function addDoctor(program: Command): void {
  withCommon(
    program
      .command('doctor')
      .description('Checks for common mistakes in addresses, keys, secrets, clocks, webhooks and faults.'),
  ).action(async (options: CommonOptions) => {
    const findings = diagnose(await gatherFacts(asking(options), VERSION));
    if (findings.some(({ level }) => level === 'mistake')) process.exitCode = EXIT.unfinished;
    if (options.json) return printJson({ findings }, 2);
    const paint = painter(process.stdout);
    for (const { check, level, text, remedy } of findings) {
      const [mark, colour] = MARKS[level];
      print(withoutControls(`${mark.padEnd(4)} ${check}: ${text}`).replace(mark, paint(colour, mark)));
      if (remedy !== undefined) print(`     ${remedy}`);
    }
  });
}
