import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import type { ShopRun } from '#platform/database/generated/client.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Audit } from '#engine/audit/audit.js';
import { parseWait } from '#engine/long-poll/rules/long-poll.js';
import { ShopRunner, type RunningShop } from './shop-runner.js';
import { ShopRunStore, type ShopRunKind } from './shop-run.store.js';
import type { ShopParameters, ShopRunSummary } from './shop-run.view.js';
import type { AnswerQuestionDto } from './shop.dto.js';

/** The calls of exams and soaks. All throw `not_found`. */
@Injectable()
export class ShopRunsService {
  constructor(
    private readonly store: ShopRunStore,
    private readonly runner: ShopRunner,
    private readonly accounts: SandboxAccounts,
    private readonly watch: AccountWatch,
    private readonly audit: Audit,
  ) {}

  async list(kind: ShopRunKind, sandbox: string): Promise<ShopRunSummary[]> {
    const { id } = await this.accounts.get(sandbox);
    return this.store.list(id, kind);
  }

  /** Starts a run, whose `work` goes on after the answer. Throws `bad_request` while another runs. */
  async create(
    kind: ShopRunKind,
    sandbox: string,
    parameters: ShopParameters,
    work: (run: RunningShop) => Promise<void>,
  ): Promise<ShopRun> {
    const account = await this.accounts.get(sandbox);
    const run = await this.store.add(account, kind, parameters);
    await this.audit.record(account, { action: `start_${kind}`, objectId: run.id, livemode: false });
    this.runner.start(run, sandbox, account, work);
    return run;
  }

  /** Waits until the run has ended, asks the caller another `question`, or has judged `minJudged` cases. */
  async find(
    kind: ShopRunKind,
    sandbox: string,
    id: string,
    { wait, question: known }: Readonly<Record<'wait' | 'question', unknown>>,
    signal: AbortSignal,
    minJudged = Infinity,
  ): Promise<ShopRun> {
    const waitMs = parseWait(wait);
    const { id: accountId } = await this.accounts.get(sandbox);
    const look = async (): Promise<true | undefined> => {
      const { hasEnded, judged, question } = await this.store.look(accountId, kind, id);
      const isAsking = question !== null && question !== known;
      return hasEnded || isAsking || judged >= minJudged ? true : undefined;
    };
    if (waitMs > 0) await this.watch.until(accountId, look, waitMs, signal);
    return this.store.load(accountId, kind, id);
  }

  /** Throws `bad_request` if this was not asked. */
  async answer(kind: ShopRunKind, sandbox: string, id: string, body: AnswerQuestionDto): Promise<ShopRun> {
    const { id: accountId } = await this.accounts.get(sandbox);
    await this.store.look(accountId, kind, id);
    if (!(await this.store.answer({ id, accountId }, body)))
      fail('bad_request', `the ${kind} does not ask question ${body.question}`);
    return this.store.load(accountId, kind, id);
  }

  /** A run that has ended stays as it is. */
  async stop(kind: ShopRunKind, sandbox: string, id: string): Promise<ShopRun> {
    const { id: accountId } = await this.accounts.get(sandbox);
    await this.store.stop({ id, accountId, kind });
    return this.store.load(accountId, kind, id);
  }
}
