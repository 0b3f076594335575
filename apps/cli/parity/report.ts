import { withoutControls } from '#kernel/without-controls.js';
import type { Paint } from '../output.js';
import type { Made } from './live-side.js';
import { HTTP_STATUS, type Difference } from './compare.js';
import type { Compared } from './run.js';

export interface Counts {
  readonly resource: string;
  asked: number;
  equal: number;
  different: number;
  not_compared: number;
}

export interface ReportedDifference extends Difference {
  readonly resource: string;
  readonly exchange: string;
  readonly request: string;
  /** True if `--known` has its row. */
  readonly known: boolean;
}

/** The result, as `--json` prints it. */
export interface Report {
  readonly object: 'parity';
  readonly against: string;
  /** False if a signal or a failure ended it. */
  readonly complete: boolean;
  readonly resources: readonly Counts[];
  readonly differences: readonly ReportedDifference[];
  readonly not_compared: readonly { resource: string; exchange: string; reason: string }[];
  /** Objects that the exchanges made at the other side. */
  readonly made: readonly Made[];
}

const MAX_SHOWN = 120;

export function reportOf(
  compared: readonly Compared[],
  known: readonly string[],
  rest: Pick<Report, 'against' | 'complete' | 'made'>,
): Report {
  const byResource = new Map<string, Counts>();
  for (const { resource, differences, missing } of compared) {
    const counts = byResource.get(resource) ?? {
      resource,
      asked: 0,
      equal: 0,
      different: 0,
      not_compared: 0,
    };
    byResource.set(resource, counts);
    counts.asked++;
    if (missing !== undefined) counts.not_compared++;
    else if (differences.length > 0) counts.different++;
    else counts.equal++;
  }
  const { against, complete, made } = rest;
  const inOrder = compared.toSorted((a, b) => a.resource.localeCompare(b.resource));
  return {
    object: 'parity',
    against,
    complete,
    resources: [...byResource.values()].toSorted((a, b) => a.resource.localeCompare(b.resource)),
    differences: inOrder.flatMap(({ resource, exchange: { name, request }, differences }) =>
      differences.map((difference) => ({
        resource,
        exchange: name,
        request,
        ...difference,
        known: known.includes(difference.row),
      })),
    ),
    not_compared: inOrder.flatMap(({ resource, exchange: { name }, missing }) =>
      missing === undefined ? [] : [{ resource, exchange: name, reason: missing }],
    ),
    made,
  };
}

/** Lines for a terminal. */
export function linesOf(report: Report, paint: Paint): string[] {
  const { resources, differences, not_compared: skipped } = report;
  const total = sumOf(resources);
  return [
    ...differences.map((difference) => {
      const mark = difference.known ? ' (known)' : '';
      const line = `${difference.resource} · ${difference.exchange} · ${textOf(difference)} · fidelity ${difference.row}${mark}`;
      return paint(difference.known ? 'dim' : 'red', withoutControls(line));
    }),
    ...skipped.map(({ resource, exchange, reason }) =>
      paint('yellow', withoutControls(`${resource} · ${exchange} · not compared: ${reason}`)),
    ),
    ...(differences.length + skipped.length > 0 ? [''] : []),
    ...tableOf([...resources, total]),
  ];
}

function sumOf(resources: readonly Counts[]): Counts {
  const sum = (name: 'asked' | 'equal' | 'different' | 'not_compared'): number =>
    resources.reduce((total, counts) => total + counts[name], 0);
  return {
    resource: 'total',
    asked: sum('asked'),
    equal: sum('equal'),
    different: sum('different'),
    not_compared: sum('not_compared'),
  };
}

function tableOf(rows: readonly Counts[]): string[] {
  const width = Math.max(...rows.map(({ resource }) => resource.length));
  const line = (name: string, ...cells: (string | number)[]): string =>
    `${name.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(14)).join('')}`;
  return [
    line('resource', 'asked', 'equal', 'different', 'not compared'),
    ...rows.map((row) => line(row.resource, row.asked, row.equal, row.different, row.not_compared)),
  ];
}

function textOf({ kind, path, there, here }: Difference): string {
  const list = (items: unknown): string => shortened((items as string[]).join(', ') || 'none');
  if (kind === 'members') return `${path}: only there: ${list(there)}; only here: ${list(here)}`;
  if (kind === 'order') return `${path}: order ${list(there)} there, ${list(here)} here`;
  if (path === HTTP_STATUS) return `${path}: ${String(there)} there, ${String(here)} here`;
  return `${path}: ${valueOf(there)} there, ${valueOf(here)} here`;
}

function valueOf(value: unknown): string {
  return value === undefined ? 'missing' : shortened(JSON.stringify(value));
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
