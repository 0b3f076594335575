import type { Schemas } from '../../api/client';
import { counted, labelOf } from '../../ui/words';
import { SHOP_DEFAULTS, type ShopParameters } from '../shops/shop-words';

export type Exam = Schemas['Exam'];
type Summary = Schemas['ExamSummary'];

/** The case that is in every exam. */
export const FIRST_CASE = 'genuine-event';
export const VERDICTS = ['passed', 'failed', 'warning', 'not_judged'] as const;

/** The parameters of an exam, as the API takes them; `only` names the cases. */
export interface ExamParameters extends ShopParameters {
  readonly only: string;
}

/** The API's defaults. */
export const DEFAULTS: ExamParameters = { ...SHOP_DEFAULTS, only: '' };

/** The state of an exam in one word, which has a label and a colour. */
export function outcomeOf({ status, problem, counts }: Summary): string {
  if (status === 'running') return 'running';
  if (problem !== null) return 'incomplete';
  return (['failed', 'warning', 'passed'] as const).find((verdict) => counts[verdict] > 0) ?? 'not_judged';
}

/** The number of cases that have a verdict. */
export function judgedOf({ cases }: Exam): number {
  return cases.filter(({ verdict }) => verdict !== null).length;
}

/** `17 passed · 2 warnings`. */
export function resultsOf({ counts }: Summary): string {
  return VERDICTS.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => {
      const word = labelOf(verdict).toLowerCase();
      return verdict === 'warning' ? counted(counts[verdict], word) : `${counts[verdict]} ${word}`;
    })
    .join(' · ');
}
