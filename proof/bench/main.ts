import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnPostgres } from '../rig/own-postgres.js';
import { measureControl } from './control.js';
import { Helper } from './helper.js';
import { describeRun } from './machine.js';
import { HELP, readOptions, type BenchOptions } from './options.js';
import { measureSearch } from './search/measure.js';
import { measureSplit } from './split.js';
import { measureStart } from './start.js';
import type { Tools } from './tools.js';
import { writeReport } from './written.js';

const MEASURES = { start: measureStart, split: measureSplit, control: measureControl, search: measureSearch };

const args = process.argv.slice(2);
const options = readOptions(args);
if (options) {
  await bench(options);
  process.exit();
}
console.log(HELP);

/**
 * Measures, prints and writes part by part. Throws if anything was not measured or not answered with a 2xx.
 */
async function bench(options: BenchOptions): Promise<void> {
  const say = (line: string): void => console.error(line);
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  say(`Logs of the processes: ${dir}`);
  // PostgreSQL may run as another user.
  chmodSync(dir, 0o755);
  const postgres = await OwnPostgres.open(dir);
  const tools: Tools = { dir, say, load: Helper.open('load/main'), receiver: Helper.open('receiver') };
  try {
    for (const part of options.parts) {
      const facts = await describeRun(
        postgres,
        dir,
        ['npm run bench --', ...args.map(withoutPaths)].join(' '),
      );
      const tables = await MEASURES[part](options, tools, postgres);
      const text = [tables, facts.map((fact) => `- ${fact}`).join('\n')].join('\n\n');
      console.log(`\n## ${part}\n\n${text}`);
      if (options.isWritten) writeReport(part, text);
    }
  } finally {
    await postgres.stop();
  }
  rmSync(dir, { recursive: true, force: true });
}

/** For docs, which show the versions of the binaries. */
function withoutPaths(arg: string): string {
  return arg.startsWith('--nodes=') ? '--nodes=...' : arg;
}
