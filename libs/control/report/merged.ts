import type { AdviceView, ReportView, SituationView } from './report.view.js';
import { scoreOf, SHOWN_FINDINGS } from './report-of.js';

/** From the best state to the worst. */
const STATES = ['checked', 'unchecked', 'never'] as const;

/** The report of several sandboxes: a situation that was checked in one of them is checked. */
export function merged(reports: readonly [ReportView, ...ReportView[]], name: string): ReportView {
  const [first, ...others] = reports;
  if (others.length === 0) return first;
  const situations = byName(reports.flatMap((one) => one.situations)).map(best);
  return {
    ...first,
    sandbox: name,
    since: null,
    ...scoreOf(situations),
    situations,
    advice: byName(reports.flatMap(({ advice }) => advice)).map(joined),
    gap: reports.some(({ gap }) => gap),
  };
}

function byName<Item extends { readonly name: string }>(items: readonly Item[]): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(item.name);
    if (group) group.push(item);
    else groups.set(item.name, [item]);
  }
  return [...groups.values()];
}

function best(all: [SituationView, ...SituationView[]]): SituationView {
  const [first] = all.toSorted((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state));
  return { ...(first ?? all[0]), count: all.reduce((sum, { count }) => sum + count, 0) };
}

function joined(all: [AdviceView, ...AdviceView[]]): AdviceView {
  return {
    ...all[0],
    count: all.reduce((sum, { count }) => sum + count, 0),
    findings: all.flatMap(({ findings }) => findings).slice(0, SHOWN_FINDINGS),
  };
}
