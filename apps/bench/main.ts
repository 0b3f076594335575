import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnPostgres } from '../rig/own-postgres.js';
import { measureFootprint } from './footprint.js';
import { Helper } from './helper.js';
import { describeRun } from './machine.js';
import { measureRequests } from './measure-requests.js';
import { HELP, readOptions, type BenchOptions } from './options.js';
import { freshFixtures, sharedFixtures } from './fixtures.js';
import { measureControl } from './control/measure.js';
import { measureSearch } from './search/measure.js';
import type { Section } from './section.js';
import { measureWebhooks, trackCommits } from './webhooks/measure.js';
import type { ReceiverQuestion, ReceiverReply } from './webhooks/receiver.js';
import { writeReport, type Part } from './written.js';

const args = process.argv.slice(2);
const options = readOptions(args);
if (options) process.exit((await bench(options)) ? 0 : 1);
console.log(HELP);

/** Measures and prints; answers whether every row was measured and every request answered with a 2xx. */
async function bench(options: BenchOptions): Promise<boolean> {
  const say = (line: string): void => console.error(line);
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  // PostgreSQL may run as another user.
  chmodSync(dir, 0o755);
  const postgres = await OwnPostgres.open(dir);
  let isWhole = false;
  try {
    const facts = await describeRun(postgres, dir, ['npm run bench --', ...args].join(' '));
    const measured = await measure(postgres, options, dir, say);
    const problems = Object.values(measured).flatMap((sections) => sections.flatMap((section) => section.problems));
    isWhole = problems.length === 0;
    for (const [part, sections] of Object.entries(measured) as [Part, Section[]][]) {
      if (sections.length === 0) continue;
      const text = report(facts, sections);
      console.log(`\n${text}`);
      if (isWhole && options.isWritten) writeReport(part, text);
    }
    if (!isWhole) say(`NOT MEASURED\n${problems.join('\n')}\nLogs of the processes: ${dir}`);
  } finally {
    await postgres.stop();
    if (isWhole) rmSync(dir, { recursive: true, force: true });
  }
  return isWhole;
}

async function measure(
  postgres: OwnPostgres,
  options: BenchOptions,
  dir: string,
  say: (line: string) => void,
): Promise<Record<Part, Section[]>> {
  const receiver = Helper.open<ReceiverQuestion, ReceiverReply>('webhooks/receiver');
  const fixtures = options.isShort ? sharedFixtures(postgres, say) : freshFixtures(postgres, say);
  try {
    // Before fixtures that are shared are opened: they would lose their connections.
    if (options.isShort) await trackCommits(postgres);
    const { url: webhookUri } = await receiver.ask({ atLeast: 0 });
    const requests = await measureRequests({ options, fixtures, dir, webhookUri }, say);
    const webhooks: Section[] = [];
    if (options.rows.includes('webhooks')) {
      if (!options.isShort) await trackCommits(postgres);
      webhooks.push(...(await measureWebhooks(postgres, { options, fixtures, dir, receiver }, say)));
    }
    if (options.rows.includes('footprint')) webhooks.push(...(await measureFootprint({ options, fixtures, dir, receiver }, say)));
    const control = options.rows.includes('control') ? await measureControl(postgres, { options, dir, receiver }, say) : [];
    const search = options.rows.includes('search') ? await measureSearch(postgres, { options, dir }, say) : [];
    await fixtures.close();
    return { requests, webhooks, control, search };
  } finally {
    await receiver.end();
  }
}

function report(facts: readonly string[], sections: readonly Section[]): string {
  const list = facts.map((fact) => `- ${fact}`).join('\n');
  return [list, ...sections.map(({ title, body }) => `## ${title}\n\n${body}`)].join('\n\n');
}
