import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { parseWholeNumber } from '#kernel/whole-number.js';
import { parseWait } from '#engine/long-poll/rules/long-poll.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Audit } from '#engine/audit/audit.js';
import { EXAM_CASES, REFERENCE_CASE } from './rules/exam-cases.js';
import { ExamRunner } from './exam-runner.js';
import { ShopRunStore } from '../shops/shop-run.store.js';
import { listOf, shopParametersOf, type AnswerQuestionDto } from '../shops/shop.dto.js';
import type { CreateExamDto } from './exam.dto.js';
import {
  examCaseView,
  examSummaryView,
  examView,
  type ExamCaseListView,
  type ExamListView,
  type ExamParameters,
  type ExamView,
} from './exam.view.js';

/** Exams of shops: whether they survive what webhooks do. */
@Injectable()
export class ExamsService {
  constructor(
    private readonly store: ShopRunStore,
    private readonly runner: ExamRunner,
    private readonly accounts: SandboxAccounts,
    private readonly watch: AccountWatch,
    private readonly audit: Audit,
  ) {}

  listCases(): ExamCaseListView {
    return { object: 'list', data: EXAM_CASES.map(examCaseView), next: null };
  }

  /** Throws `not_found`. */
  async list(sandbox: string): Promise<ExamListView> {
    const { id } = await this.accounts.get(sandbox);
    const data = (await this.store.list(id, 'exam')).map(examSummaryView);
    return { object: 'list', data, next: null };
  }

  /** Starts an exam, which goes on after the answer. Throws `not_found`, and `bad_request` while another runs. */
  async create(sandbox: string, body: CreateExamDto): Promise<ExamView> {
    const account = await this.accounts.get(sandbox);
    const exam = await this.store.add(account, 'exam', parametersOf(body));
    await this.audit.record(account, { action: 'start_exam', objectId: exam.id, livemode: false });
    this.runner.start(exam, sandbox, account);
    return examView(exam);
  }

  /** Waits until the exam has ended, asks the caller another question, or has judged `count` cases. Throws `not_found`. */
  async find(
    sandbox: string,
    id: string,
    { wait, count, question }: Readonly<Record<'wait' | 'count' | 'question', unknown>>,
    signal: AbortSignal,
  ): Promise<ExamView> {
    const waitMs = parseWait(wait);
    const minJudged =
      count === undefined || count === '' ? Infinity : parseWholeNumber(count, 1, EXAM_CASES.length);
    if (minJudged === undefined)
      fail('bad_request', `count must be a whole number from 1 to ${EXAM_CASES.length}`);
    const { id: accountId } = await this.accounts.get(sandbox);
    const look = async (): Promise<true | undefined> => {
      const { hasEnded, judged, question: currentQuestion } = await this.store.look(accountId, 'exam', id);
      const isAsking = currentQuestion !== null && currentQuestion !== question;
      return hasEnded || isAsking || judged >= minJudged ? true : undefined;
    };
    if (waitMs > 0) await this.watch.until(accountId, look, waitMs, signal);
    return examView(await this.store.load(accountId, 'exam', id));
  }

  /** Throws `not_found`, and `bad_request` if this was not asked. */
  async answer(sandbox: string, id: string, body: AnswerQuestionDto): Promise<ExamView> {
    const { id: accountId } = await this.accounts.get(sandbox);
    await this.store.look(accountId, 'exam', id);
    if (!(await this.store.answer({ id, accountId }, body)))
      fail('bad_request', `the exam does not ask question ${body.question}`);
    return examView(await this.store.load(accountId, 'exam', id));
  }

  /** Throws `not_found`. An exam that has ended stays as it is. */
  async stop(sandbox: string, id: string): Promise<ExamView> {
    const { id: accountId } = await this.accounts.get(sandbox);
    await this.store.stop({ id, accountId, kind: 'exam' });
    return examView(await this.store.load(accountId, 'exam', id));
  }
}

function parametersOf(body: CreateExamDto): ExamParameters {
  const names = EXAM_CASES.map(({ name }) => name);
  const only = body.only === undefined ? names : listOf(body.only);
  const skipped = body.skip === undefined ? [] : listOf(body.skip);
  return {
    ...shopParametersOf(body),
    cases: names.filter(
      (name) => name === REFERENCE_CASE || (only.includes(name) && !skipped.includes(name)),
    ),
  };
}
