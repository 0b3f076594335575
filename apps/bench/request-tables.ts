import type { Sample, Samples, SubjectName } from './comparison.js';
import { REQUESTS } from './requests.js';
import { median, ratios, summarise } from './statistics.js';
import type { Cell } from './subjects.js';
import { markdownTable, NOTHING, shown } from './table.js';

/** What was measured of one kind of request. */
export interface CellResult {
  readonly cell: Cell;
  readonly samples: Samples;
}

type Column = readonly [title: string, cell: (result: CellResult) => string];

const WHAT: readonly Column[] = [
  ['request', ({ cell }) => REQUESTS[cell.row].title],
  ['clients', ({ cell }) => String(cell.connections)],
  ['processes', ({ cell }) => String(cell.processes)],
];

/** Requests a second, and beside them what they are compared with. */
export function speedTable(results: readonly CellResult[]): string {
  return tableOf(results, [
    ...WHAT,
    ['Tollgate /s', rate('tollgate')],
    ['p50 ms', latency('tollgate', 'p50Ms')],
    ['p99 ms', latency('tollgate', 'p99Ms')],
    ['bare framework /s', rate('bare')],
    ['× bare', ratio('tollgate', 'bare')],
    ['database alone /s', rate('database')],
    ['× database', ratio('tollgate', 'database')],
    ['stripe-stateful-mock /s', rate('stripe')],
    ['× mock', ratio('tollgate', 'stripe')],
  ]);
}

/** The processor time that a request takes, in milliseconds, without that of whoever sends it. It is the same when the machine has other work to do. */
export function costTable(results: readonly CellResult[]): string {
  return tableOf(results, [...WHAT, ['Tollgate, ms', cost('processMs')], ['PostgreSQL, ms', cost('databaseMs')]]);
}

/** Requests a second with many charges in the database. "× slower" is the rate with few, divided by that with many. */
export function sizeTable(results: readonly CellResult[]): string {
  return tableOf(results, [
    ...WHAT,
    ['few /s', rate('tollgate')],
    ['many /s', rate('tollgateMillion')],
    ['× slower', ratio('tollgate', 'tollgateMillion')],
    ['p99 ms, many', latency('tollgateMillion', 'p99Ms')],
    ['database alone, few /s', rate('database')],
    ['many /s', rate('databaseMillion')],
    ['× slower', ratio('database', 'databaseMillion')],
  ]);
}

function tableOf(results: readonly CellResult[], columns: readonly Column[]): string {
  return markdownTable(
    columns.map(([title]) => title),
    results.map((result) => columns.map(([, cell]) => cell(result))),
  );
}

function rate(name: SubjectName): Column[1] {
  return ({ samples }) => {
    const found = valid(samples, name);
    return found ? shown(summarise(found.map(({ perSecond }) => perSecond))) : NOTHING;
  };
}

function latency(name: SubjectName, percentile: 'p50Ms' | 'p99Ms'): Column[1] {
  return ({ samples }) => {
    const found = valid(samples, name);
    return found ? median(found.map((sample) => sample[percentile] ?? Number.NaN)).toFixed(1) : NOTHING;
  };
}

function cost(whose: 'processMs' | 'databaseMs'): Column[1] {
  return ({ samples }) => {
    const costs = valid(samples, 'tollgate')?.map((sample) => sample[whose]);
    return costs?.every((each) => each !== undefined) ? shown(summarise(costs), 2) : NOTHING;
  };
}

function ratio(name: SubjectName, other: SubjectName): Column[1] {
  return ({ samples }) => {
    const [found, others] = [valid(samples, name), valid(samples, other)];
    if (!found || !others) return NOTHING;
    const rates = [found, others].map((side) => side.map(({ perSecond }) => perSecond));
    return shown(ratios(rates[0] ?? [], rates[1] ?? []), 2);
  };
}

/** The rounds of a subject; none when one of them is no measurement, for then there is no figure. */
function valid(samples: Samples, name: SubjectName): readonly Sample[] | undefined {
  const found = samples[name];
  return found?.every(({ problem }) => problem === null) ? found : undefined;
}
