import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import type { ShopRun } from '#platform/database/generated/client.js';
import { NotPossible, type OrderState } from '../shops/order-run.js';
import { ShopRunStore } from '../shops/shop-run.store.js';
import { newScenario, type RunningShop } from '../shops/shop-runner.js';
import { EXAM_CASES, REFERENCE_CASE } from './rules/exam-cases.js';
import { isExpectation, verdictOf, type ExamCase, type Finding, type Verdict } from './rules/exam-case.js';
import { CaseRun } from './case-run.js';
import { ExamActions } from './exam-actions.js';
import { ExamJudge } from './exam-judge.js';
import { parametersOf, type ExamResult } from './exam.view.js';
import { ShopCalls } from './shop-calls.js';

/** Nothing can be judged in a shop that accepts no event. */
const REFUSAL: Finding = {
  verdict: 'not_judged',
  text: 'The shop did not accept a genuine event: see genuine-event, and check its secret key and webhook secret, and that it verifies the body as it arrived.',
};

function unsent({ findings }: CaseRun): Finding {
  return { verdict: 'not_judged', text: `genuine-event sent no event: ${findings.at(-1)?.text}` };
}

function isGood(verdict: Verdict): boolean {
  return verdict === 'passed' || verdict === 'warning';
}

/** Runs the cases of exams. */
@Injectable()
export class ExamRunner {
  constructor(
    private readonly actions: ExamActions,
    private readonly judge: ExamJudge,
    private readonly calls: ShopCalls,
    private readonly store: ShopRunStore,
    private readonly clock: Clock,
  ) {}

  async run(running: RunningShop): Promise<void> {
    const { row: exam, signal } = running;
    const { cases } = parametersOf(exam);
    const results: ExamResult[] = [];
    let paid: OrderState | undefined;
    let refusal: Finding | undefined;
    for (const examCase of EXAM_CASES.filter(({ name }) => cases.includes(name))) {
      if (refusal) {
        results.push({ name: examCase.name, verdict: 'not_judged', findings: [refusal], entries: [] });
        continue;
      }
      const run = this.newRun(running, examCase, paid);
      await this.runCase(run);
      if (signal.aborted) return;
      if (examCase.name === REFERENCE_CASE && isGood(verdictOf(run.findings))) paid = run.state;
      if (examCase.name === REFERENCE_CASE && !run.findings.some(({ verdict }) => verdict === 'passed'))
        refusal = run.sent ? REFUSAL : unsent(run);
      const { findings, entries } = run;
      results.push({ name: examCase.name, verdict: verdictOf(findings), findings, entries });
      await this.save(exam, results);
    }
    await this.save(exam, results);
  }

  private save(exam: ShopRun, results: readonly ExamResult[]): Promise<void> {
    return this.store.save(
      exam,
      results,
      results.map(({ verdict }) => verdict),
    );
  }

  private newRun(running: RunningShop, examCase: ExamCase, paid: OrderState | undefined): CaseRun {
    const parameters = parametersOf(running.row);
    const scenario = newScenario(running, parameters);
    return new CaseRun(running.row, parameters, examCase, scenario, paid, this.clock.machineNow());
  }

  /** A case ends at the first finding that is `failed` or `not_judged`. */
  private async runCase(run: CaseRun): Promise<void> {
    try {
      for (const step of run.examCase.steps) {
        const found = isExpectation(step)
          ? await this.judge.judge(step, run)
          : await this.actions.take(step, run);
        if (found) run.find(found);
        if ((found && !isGood(found.verdict)) || run.isOver) break;
      }
    } catch (error) {
      if (!(error instanceof NotPossible)) throw error;
      run.find({ verdict: 'not_judged', text: error.message });
    } finally {
      await this.actions.cleanUp(run);
      await this.calls.note(run);
      run.entries.sort((one, other) => one.at.localeCompare(other.at));
    }
  }
}
