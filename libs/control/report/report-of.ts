import type { AdviceView, ReportCountsView, ReportView, SituationView } from './report.view.js';
import type { Advice } from './rules/advice/advice.js';
import { ADVICE } from './rules/advice.js';
import type { History } from './rules/history.js';
import { commandOf, helperOf } from './rules/recipe.js';
import { isNoticed, type Situation } from './rules/situation.js';

export const SHOWN_FINDINGS = 5;
const PERCENT = 100;

/** The judgement of a history. */
export function reportOf(
  history: History,
  situations: readonly Situation[],
): Pick<ReportView, 'counts' | 'percent' | 'situations' | 'advice'> {
  const views = situations.map((situation) => situationView(situation, history));
  return {
    ...scoreOf(views),
    situations: views,
    advice: ADVICE.flatMap((advice) => adviceView(advice, history)),
  };
}

/** The counts of situations by state, and the share of the checked ones. */
export function scoreOf(situations: readonly SituationView[]): { counts: ReportCountsView; percent: number } {
  const count = (state: SituationView['state']): number =>
    situations.filter((one) => one.state === state).length;
  const counts = { checked: count('checked'), unchecked: count('unchecked'), never: count('never') };
  return { counts, percent: Math.floor((PERCENT * counts.checked) / Math.max(1, situations.length)) };
}

function situationView(situation: Situation, history: History): SituationView {
  const { name, group, title, steps, met, isChecked = isNoticed } = situation;
  const occasions = met(history);
  const checked = occasions.filter((one) => isChecked(history, one));
  const shown = checked.at(-1) ?? occasions[0];
  return {
    object: 'situation',
    name,
    group,
    title,
    state: checked.length > 0 ? 'checked' : shown ? 'unchecked' : 'never',
    count: occasions.length,
    object_id: shown?.object ?? null,
    at: shown ? new Date(shown.at).toISOString() : null,
    command: commandOf(steps),
    helper: helperOf(steps),
  };
}

function adviceView({ name, title, why, findings }: Advice, history: History): AdviceView[] {
  const found = findings(history);
  if (found.length === 0) return [];
  return [
    {
      object: 'advice',
      name,
      title,
      why,
      count: found.length,
      findings: found.slice(0, SHOWN_FINDINGS).map(({ text, entry, object, at }) => ({
        text,
        entry,
        object_id: object,
        at: new Date(at).toISOString(),
      })),
    },
  ];
}
