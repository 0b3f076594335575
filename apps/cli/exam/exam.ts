import type { Verdict } from '#control/exams/rules/exam-case.js';
import type { ShopEntryView, ShopQuestionView } from '#control/shops/shop-run.view.js';

export interface JudgedCase {
  readonly name: string;
  readonly title: string;
  readonly why: string;
  /** Null before it was judged. */
  readonly verdict: Verdict | null;
  readonly findings: readonly { readonly verdict: Verdict; readonly text: string }[];
  readonly entries: readonly ShopEntryView[];
}

/** An exam, as the control API returns it. */
export interface Exam {
  readonly id: string;
  readonly status: 'running' | 'ended';
  readonly receiver: string;
  readonly probe: string | null;
  readonly checkout: string | null;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly problem: string | null;
  readonly machine_at: string;
  readonly question: ShopQuestionView | null;
  readonly cases: readonly JudgedCase[];
}

export function sayVerdict(verdict: Verdict | null): string {
  return verdict === null ? 'not run' : verdict.replace('_', ' ');
}

/** The counts as a sentence: `18 cases: 17 passed, 1 warning`. */
export function summaryOf({ counts, cases }: Exam): string {
  const parts = (['passed', 'failed', 'warning', 'not_judged'] as const)
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${sayVerdict(verdict)}`);
  const left = cases.filter(({ verdict }) => verdict === null).length;
  return `${cases.length} ${cases.length === 1 ? 'case' : 'cases'}: ${[...parts, ...(left > 0 ? [`${left} not run`] : [])].join(', ')}`;
}

/** The heading of a case in the documentation. */
export function docsOf({ name }: Pick<JudgedCase, 'name'>): string {
  return `docs/exam-cases.md#${name}`;
}
