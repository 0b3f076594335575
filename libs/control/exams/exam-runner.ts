import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { ApiError } from '#kernel/errors.js';
import { SECOND_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Exam } from '#platform/database/generated/client.js';
import { Log } from '#platform/logging/log.js';
import type { Account } from '#engine/accounts/account.js';
import { HeldWebhooksService } from '../deliveries/held-webhooks.service.js';
import { EXAM_CASES, REFERENCE_CASE } from './rules/exam-cases.js';
import { isExpectation, verdictOf, type ExamCase, type Finding, type Verdict } from './rules/exam-case.js';
import { CaseRun, NotJudged, type OrderState } from './case-run.js';
import { ExamActions } from './exam-actions.js';
import { ExamJudge } from './exam-judge.js';
import { ExamStore } from './exam.store.js';
import { parametersOf, type ExamResult } from './exam.view.js';
import { ShopCalls } from './shop-calls.js';
import { ShopReach } from './shop-reach.js';

const ALIVE_EVERY_MS = 5 * SECOND_MS;

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

/** Runs exams in this process, each until its end or the process's. */
@Injectable()
export class ExamRunner implements BeforeApplicationShutdown {
  /** An exam outlives the request that starts it, so it runs outside of its transaction and log context. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly actions: ExamActions,
    private readonly judge: ExamJudge,
    private readonly calls: ShopCalls,
    private readonly store: ExamStore,
    private readonly reach: ShopReach,
    private readonly held: HeldWebhooksService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    // Each exam listens to it: Node would warn of a leak.
    setMaxListeners(0, this.stopping.signal);
  }

  start(exam: Exam, sandbox: string, account: Account): void {
    const ended = this.outside(() => this.run(exam, sandbox, account)).catch((error: unknown) =>
      this.fail(exam, error),
    );
    this.running.add(ended);
    void ended.finally(() => this.running.delete(ended));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  /** An exam that a stop of this process interrupts is ended by the sweeper. */
  private async fail(exam: Exam, error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const isRefusal = error instanceof ApiError;
    if (!isRefusal) this.log.error('exam failed', error, { exam: exam.id });
    const problem = isRefusal ? error.message : 'Tollgate failed; its log has the error';
    await this.store.end(exam, problem).catch(() => undefined);
  }

  private async run(exam: Exam, sandbox: string, account: Account): Promise<void> {
    const parameters = parametersOf(exam);
    const wasHeld = await this.isHolding(account);
    const alive = setInterval(() => void this.store.keepAlive(exam).catch(() => undefined), ALIVE_EVERY_MS);
    try {
      const problem = await this.reach.until(exam, parameters, this.stopping.signal);
      if (problem !== undefined) return await this.store.end(exam, problem);
      // The exam alone decides what the shop receives.
      if (!wasHeld) {
        await this.store.noteHold(exam);
        await this.held.hold(sandbox);
      }
      try {
        await this.runCases(exam, sandbox, account);
      } finally {
        await this.store.giveUp(exam);
        if (!wasHeld) await this.held.release(sandbox, {}, this.stopping.signal);
      }
      await this.store.end(exam, null);
    } finally {
      clearInterval(alive);
    }
  }

  private async runCases(exam: Exam, sandbox: string, account: Account): Promise<void> {
    const { cases } = parametersOf(exam);
    const results: ExamResult[] = [];
    let paid: OrderState | undefined;
    let refusal: Finding | undefined;
    for (const examCase of EXAM_CASES.filter(({ name }) => cases.includes(name))) {
      if (refusal) {
        results.push({ name: examCase.name, verdict: 'not_judged', findings: [refusal], entries: [] });
        continue;
      }
      const run = this.newRun(exam, sandbox, account, examCase, paid);
      await this.runCase(run);
      if (examCase.name === REFERENCE_CASE && isGood(verdictOf(run.findings))) paid = run.state;
      if (examCase.name === REFERENCE_CASE && !run.findings.some(({ verdict }) => verdict === 'passed'))
        refusal = run.sent ? REFUSAL : unsent(run);
      const { findings, entries } = run;
      results.push({ name: examCase.name, verdict: verdictOf(findings), findings, entries });
      if (!(await this.store.save(exam, results)) || this.stopping.signal.aborted) return;
    }
    await this.store.save(exam, results);
  }

  private newRun(
    exam: Exam,
    sandbox: string,
    { id: accountId, apiVersion }: Account,
    examCase: ExamCase,
    paid: OrderState | undefined,
  ): CaseRun {
    const parameters = parametersOf(exam);
    const scenario = {
      sandbox,
      scope: { accountId, livemode: false, keyKind: 'secret', apiVersion },
      order: '',
      orderKey: parameters.orderKey,
      parameters: {},
      made: new Map<string, string>(),
      faults: new Set<string>(),
      signal: this.stopping.signal,
    } as const;
    return new CaseRun(exam, parameters, examCase, scenario, paid, this.clock.machineNow());
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
      if (!(error instanceof NotJudged)) throw error;
      run.find({ verdict: 'not_judged', text: error.message });
    } finally {
      await this.actions.cleanUp(run);
      await this.calls.note(run);
      run.entries.sort((one, other) => one.at.localeCompare(other.at));
    }
  }

  private async isHolding({ id }: Account): Promise<boolean> {
    const found = await this.database.account.findFirst({ where: { id }, select: { webhooksHeldAt: true } });
    return found !== null && found.webhooksHeldAt !== null;
  }
}
