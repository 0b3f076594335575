import { worstLateness, MAX_LATENESS_MS } from './checks/time.js';
import { countDuplicates } from './checks/deliveries.js';
import { removedByTtl } from './checks/remains.js';
import type { Breaches, Promised } from './checker.js';
import type { Evidence } from './evidence.js';
import { FAULT_KINDS, type Fault } from './faults.js';
import { outcomeOf, type Outcome } from './history.js';
import { advancesOf, doneSteps, isDone, type Step, type StepKind } from './sandbox-history.js';

export interface RunResult {
  readonly title: string;
  readonly faults: readonly Fault[];
  readonly evidence: Evidence;
  readonly breaches: Breaches;
  readonly seconds: number;
}

const SHOWN_BREACHES = 10;
/** Promises whose breach is a loss. */
const LOSSES: readonly Promised[] = ['keepsWhatItAnswered', 'deliversEveryEvent'];

/** The figures of all runs side by side. */
export function table(results: readonly RunResult[]): string {
  const columns = results.map((result) => new Map(figuresOf(result)));
  const names = [...new Set(columns.flatMap((column) => [...column.keys()]))];
  const rows = [
    ['', ...results.map(({ title }) => title)],
    ...names.map((name) => [name, ...columns.map((column) => column.get(name) ?? '-')]),
  ];
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('   '),
    )
    .join('\n');
}

export function breachLines({ breaches }: RunResult): string[] {
  return [...breaches].flatMap(([promise, found]) => [
    `BROKEN ${promise}: ${found.length}`,
    ...found.slice(0, SHOWN_BREACHES).map((line) => `  ${line}`),
    ...(found.length > SHOWN_BREACHES ? ['  …'] : []),
  ]);
}

/** Retries are counted separately; an interrupted advance may have a result without a response. */
function sandboxFigures(evidence: Evidence): [string, number][] {
  const { sandboxes, rows } = evidence;
  const steps = (kind: StepKind): Step[] =>
    sandboxes.flatMap((life) => life.steps.filter((step) => step.kind === kind));
  const advances = sandboxes.flatMap(advancesOf);
  const ended = (status: string): number => advances.filter(({ answer }) => answer.status === status).length;
  return [
    ['sandboxes made', sandboxes.filter((life) => doneSteps(life, 'make').length > 0).length],
    ['  removed by TTL', removedByTtl(evidence).length],
    ['resets', steps('reset').filter(isDone).length],
    ['snapshots', steps('save').filter(isDone).length],
    ['restores', steps('restore').filter(isDone).length],
    ['tries of advances', steps('advance').length],
    ['  done', ended('done')],
    ['  unfinished', ended('unfinished')],
    ['  interrupted', rows.clockMoves.filter(({ status }) => status === 'interrupted').length],
    ['  refused (503)', steps('advance').filter(({ status }) => status === 503).length],
    ['  tries without an answer', steps('advance').filter(({ status }) => status === null).length],
    ['charges of sandboxes', steps('charge').filter(isDone).length],
    ['transfers of sandboxes', rows.transfers.length],
    ['  sent', rows.transfers.filter(({ sentTransactionId }) => sentTransactionId !== null).length],
    ['days of schedules', rows.occurrences.length],
    ['webhooks of sandboxes', evidence.sandboxPosted.length],
  ];
}

function figuresOf({ faults, evidence, breaches, seconds }: RunResult): [string, string][] {
  const { calls, rows, posted } = evidence;
  const requests = calls.filter(({ kind }) => kind !== 'click');
  const outcomes = (outcome: Outcome): number =>
    requests.filter((call) => outcomeOf(call) === outcome).length;
  const tries = calls.flatMap((call) => call.tries);
  const ended = (status: string): number =>
    rows.deliveries.filter((delivery) => delivery.status === status).length;
  const { everMs, healedMs } = worstLateness(evidence);
  const count = (promises: readonly Promised[]): number =>
    promises.reduce((total, promise) => total + (breaches.get(promise)?.length ?? 0), 0);
  const table: [string, number | string][] = [
    ['faults injected', faults.length],
    ...FAULT_KINDS.map((kind): [string, number] => [
      `  ${kind}`,
      faults.filter((fault) => fault.kind === kind).length,
    ]),
    ['requests', calls.length],
    ['  done (200)', outcomes('done')],
    ['  refused (4xx)', outcomes('refused')],
    ['  never answered', outcomes('unknown')],
    ['  clicks on the page', calls.length - requests.length],
    ['tries of these', tries.length],
    ['  without an answer', tries.filter(({ status }) => status === null).length],
    ['  answered 503', tries.filter(({ status }) => status === 503).length],
    ['  answered 500', tries.filter(({ status }) => status === 500).length],
    ['charges', rows.charges.length],
    ['  expired', rows.charges.filter(({ status }) => status === 'expired').length],
    ['refunds', rows.refunds.length],
    ['disputes', rows.disputes.length],
    ['links', rows.links.length],
    ['  paid', rows.links.filter(({ isUsed }) => isUsed).length],
    ['events', rows.events.length],
    ['deliveries', rows.deliveries.length],
    ['  delivered', ended('delivered')],
    ['  given up', ended('exhausted')],
    ['webhooks received', posted.length],
    ...sandboxFigures(evidence),
    ['lost', count(LOSSES)],
    ['duplicated', countDuplicates(posted)],
    [`late by more than ${MAX_LATENESS_MS / 1_000} s`, count(['expiresInTime'])],
    ['  latest, once healed', `${(healedMs / 1_000).toFixed(1)} s`],
    ['  latest, under faults', `${(everMs / 1_000).toFixed(1)} s`],
    ['other breaches', [...breaches.values()].flat().length - count([...LOSSES, 'expiresInTime'])],
    ['took', `${seconds.toFixed(0)} s`],
  ];
  return table.map(([name, value]) => [name, String(value)]);
}
