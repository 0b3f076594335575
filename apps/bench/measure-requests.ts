import { openEnvironment, type EnvironmentPlan } from './environment.js';
import { compareInTurn } from './comparison.js';
import { loadsOf, type BenchOptions } from './options.js';
import { costTable, sizeTable, speedTable, type CellResult } from './request-tables.js';
import { REQUEST_ROWS } from './requests.js';
import type { Section } from './section.js';
import { subjectsOf, type Cell } from './subjects.js';

/** Measures every kind of request that is asked for, from every number of clients, to every number of processes. */
export async function measureRequests(plan: EnvironmentPlan, say: (line: string) => void): Promise<Section[]> {
  const { options } = plan;
  const cells = cellsOf(options);
  if (cells.length === 0) return [];
  const results: CellResult[] = [];
  const problems: string[] = [];
  const environment = await openEnvironment(plan, say);
  try {
    for (const cell of cells) {
      const name = `${cell.row}, ${cell.connections} clients, ${cell.processes} processes`;
      const { samples, problems: found } = await compareInTurn(subjectsOf(environment, cell), options);
      results.push({ cell, samples });
      problems.push(...found.map((problem) => `${name}, ${problem}`));
      say(`${name}: ${samples.tollgate?.map(({ perSecond }) => perSecond.toFixed(0)).join(' ')} a second`);
    }
  } finally {
    await environment.close().catch((error: unknown) => problems.push((error as Error).message));
  }
  const speed: Section = { title: `Requests, with ${options.small} charges in the database`, body: speedTable(results), problems };
  const cost: Section = { title: 'Processor time of a request', body: costTable(results), problems: [] };
  if (options.large === undefined) return [speed, cost];
  const title = `Requests, with ${options.small} (few) and ${options.large} (many) charges in the database`;
  return [speed, cost, { title, body: sizeTable(results), problems: [] }];
}

function cellsOf(options: BenchOptions): Cell[] {
  return REQUEST_ROWS.filter((row) => options.rows.includes(row)).flatMap((row) => loadsOf(options).map((load) => ({ row, ...load })));
}
