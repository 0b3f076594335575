import type { Verdict } from '#control/exams/rules/exam-case.js';

/** A message of an exchange, as the control API returns it. */
export interface Message {
  readonly line: string | null;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[]>> | null;
  readonly body: string | null;
}

export interface Entry {
  readonly kind: string;
  readonly text: string;
  readonly at: string;
  readonly request: Message | null;
  readonly response: Message | null;
  readonly duration_ms: number | null;
}

export interface JudgedCase {
  readonly name: string;
  readonly title: string;
  readonly why: string;
  /** Null before it was judged. */
  readonly verdict: Verdict | null;
  readonly findings: readonly { readonly verdict: Verdict; readonly text: string }[];
  readonly entries: readonly Entry[];
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
  readonly question: {
    readonly id: string;
    readonly kind: 'probe' | 'checkout' | 'restart';
    readonly order: string;
  } | null;
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
