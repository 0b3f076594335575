import { formatDuration } from '#kernel/duration.js';
import type { ShopRun } from '#platform/database/generated/client.js';
import type { Moment } from '../timeline/list.view.js';
import type {
  ShopEntryView,
  ShopParameters,
  ShopQuestionView,
  ShopRunSummary,
} from '../shops/shop-run.view.js';
import { EXAM_CASES } from './rules/exam-cases.js';
import type { ExamCase, Finding, Verdict } from './rules/exam-case.js';

/** A case of the exam. */
export interface ExamCaseView {
  object: 'exam_case';
  /** @example "same-event-twice" */
  name: string;
  /** @example "Fulfils an order once if its event arrives twice" */
  title: string;
  /**
   * Why it matters.
   * @example "Webhooks are delivered at least once."
   */
  why: string;
}

export interface ExamCaseListView {
  object: 'list';
  data: ExamCaseView[];
  /** Always null: the list has one page. */
  next: null;
}

/** A judgement with its reason. */
export interface FindingView {
  verdict: Verdict;
  /** @example "The endpoint returned 200 to an event that was signed an hour ago." */
  text: string;
}

/** A case with its verdict. */
export interface ExamResultView extends ExamCaseView {
  /** The worst of the findings. Null before the case was judged. */
  verdict: Verdict | null;
  findings: FindingView[];
  entries: ShopEntryView[];
}

/** Number of cases by verdict. */
export interface ExamCountsView {
  /** @example 17 */
  passed: number;
  /** @example 1 */
  failed: number;
  /** @example 0 */
  warning: number;
  /** @example 0 */
  not_judged: number;
}

/** An exam, without its cases. */
export interface ExamSummaryView {
  object: 'exam';
  /** @example "exam_60aaaaaaaaaaaaaaab1" */
  id: string;
  status: 'running' | 'ended';
  /** @example "http://127.0.0.1:3000/webhooks" */
  receiver: string;
  /** @example "http://127.0.0.1:3000/orders/{order}" */
  probe: string | null;
  /** @example "http://127.0.0.1:3000/orders/{order}" */
  checkout: string | null;
  /** @example "order" */
  order_key: string;
  /** @example ["status", "count"] */
  expect: string[];
  /** @example "1s" */
  settle: string;
  /** @example "1m" */
  start: string;
  counts: ExamCountsView;
  /**
   * Why it ended early. Null otherwise.
   * @example null
   */
  problem: string | null;
  /** Start, in real time. */
  machine_at: Moment;
  /** End, in real time. Null while it runs. */
  ended_at: Moment | null;
}

export interface ExamListView {
  object: 'list';
  /** The latest 20, newest first. */
  data: ExamSummaryView[];
  /** Always null: the list has one page. */
  next: null;
}

/** An exam with its cases. */
export interface ExamView extends ExamSummaryView {
  /** Null if nothing is asked. */
  question: ShopQuestionView | null;
  cases: ExamResultView[];
}

/** The parameters of an exam, as stored. */
export interface ExamParameters extends ShopParameters {
  readonly cases: string[];
}

/** A judged case, as stored. */
export interface ExamResult {
  readonly name: string;
  readonly verdict: Verdict;
  readonly findings: Finding[];
  readonly entries: ShopEntryView[];
}

export function examCaseView({ name, title, why }: ExamCase): ExamCaseView {
  return { object: 'exam_case', name, title, why };
}

export function parametersOf({ parameters }: ShopRunSummary): ExamParameters {
  return parameters as unknown as ExamParameters;
}

export function examSummaryView(exam: ShopRunSummary): ExamSummaryView {
  const { receiver, probe, checkout, orderKey, expect, settleMs, startMs } = parametersOf(exam);
  const count = (kind: Verdict): number => exam.verdicts.filter((verdict) => verdict === kind).length;
  return {
    object: 'exam',
    id: exam.id,
    status: exam.endedAt === null ? 'running' : 'ended',
    receiver,
    probe,
    checkout,
    order_key: orderKey,
    expect,
    settle: formatDuration(settleMs),
    start: formatDuration(startMs),
    counts: {
      passed: count('passed'),
      failed: count('failed'),
      warning: count('warning'),
      not_judged: count('not_judged'),
    },
    problem: exam.problem,
    machine_at: exam.createdAt.toISOString(),
    ended_at: exam.endedAt?.toISOString() ?? null,
  };
}

export function examView(exam: ShopRun): ExamView {
  const { cases } = parametersOf(exam);
  const results = exam.results as unknown as ExamResult[];
  return {
    ...examSummaryView(exam),
    question: exam.question as unknown as ShopQuestionView | null,
    cases: EXAM_CASES.filter(({ name }) => cases.includes(name)).map((one) => {
      const {
        verdict = null,
        findings = [],
        entries = [],
      } = results.find(({ name }) => name === one.name) ?? {};
      return { ...examCaseView(one), verdict, findings, entries };
    }),
  };
}
