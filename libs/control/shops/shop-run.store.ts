import { Injectable } from '@nestjs/common';
import { fail, failNotFound } from '#kernel/errors.js';
import { newSuffix } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma, type ShopRun } from '#platform/database/generated/client.js';
import { masked } from '#platform/logging/masking.js';
import { storable } from '#engine/webhooks/rules/kept-headers.js';
import type { Account } from '#engine/accounts/account.js';
import { throwClosedAccount } from '#engine/accounts/account-directory.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import type { AnswerQuestionDto } from './shop.dto.js';
import type { ShopParameters, ShopQuestionView, ShopRunSummary } from './shop-run.view.js';

/** A process that has not written for this long has died. */
const ALIVE_MS = 30_000;
/** The most runs of a kind that a sandbox keeps. */
export const MAX_KEPT = 20;

export type ShopRunKind = 'exam' | 'soak';

type RunKey = Pick<ShopRun, 'id' | 'accountId'>;
type AbandonedRun = Pick<ShopRun, 'id' | 'accountId' | 'holds' | 'made'>;

interface RunProgress {
  readonly hasEnded: boolean;
  /** Number of judged cases. */
  readonly judged: number;
  /** ID of the question that the caller must answer. */
  readonly question: string | null;
}

/** The rows of exams and soaks. Every write wakes the requests that wait for the run. */
@Injectable()
export class ShopRunStore {
  constructor(
    private readonly database: Database,
    private readonly watch: AccountWatch,
    private readonly clock: Clock,
  ) {}

  /** Throws `bad_request` while another run of the account goes on, and `service_unavailable` if it is closed. */
  async add(account: Account, kind: ShopRunKind, parameters: ShopParameters): Promise<ShopRun> {
    const id = `${kind}_${newSuffix()}`;
    const added = await this.database.query(Prisma.sql`
      INSERT INTO exam (id, account_id, kind, parameters, alive_until, created_at)
      SELECT ${id}, id, ${kind}, ${JSON.stringify(parameters)}::jsonb, ${this.aliveUntil()}::timestamptz, ${this.clock.machineNow()}::timestamptz
      FROM account WHERE id = ${account.id} AND closed_at IS NULL
      ON CONFLICT (account_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`);
    if (added.length === 0) await this.refuse(account.id);
    await this.prune(account.id, kind);
    return this.load(account.id, kind, id);
  }

  list(accountId: string, kind: ShopRunKind): Promise<ShopRunSummary[]> {
    return this.database.shopRun.findMany({
      where: { accountId, kind },
      omit: { results: true, answer: true, made: true },
      orderBy: { id: 'desc' },
      take: MAX_KEPT,
    });
  }

  /** The progress of a run, without its results: these may have megabytes. Throws `not_found`. */
  async look(accountId: string, kind: ShopRunKind, id: string): Promise<RunProgress> {
    const [found] = await this.database.query<RunProgress>(Prisma.sql`
      SELECT ended_at IS NOT NULL AS "hasEnded", cardinality(verdicts) AS judged, question->>'id' AS question
      FROM exam WHERE id = ${id} AND account_id = ${accountId} AND kind = ${kind}`);
    return found ?? failNotFound(kind, id);
  }

  /** Throws `not_found`. */
  async load(accountId: string, kind: ShopRunKind, id: string): Promise<ShopRun> {
    const found = await this.database.shopRun.findFirst({ where: { id, accountId, kind } });
    return found ?? failNotFound(kind, id);
  }

  save(run: ShopRun, results: unknown, verdicts: string[]): Promise<void> {
    return this.update(run, { results: json(results), verdicts });
  }

  /** Answers whether the run is to go on. */
  async keepAlive(run: ShopRun): Promise<boolean> {
    await this.update(run, {});
    const left = { id: run.id, endedAt: null, problem: null };
    return (await this.database.shopRun.count({ where: left })) > 0;
  }

  /** A problem that was noted before stays. */
  async end(run: RunKey, problem: string | null): Promise<void> {
    const where = { id: run.id, accountId: run.accountId, endedAt: null, problem: null };
    if (problem !== null) await this.database.shopRun.updateMany({ where, data: { problem } });
    await this.update(run, { endedAt: this.clock.machineNow(), question: Prisma.DbNull });
  }

  /** The run ends once it has released what it held. */
  async stop(run: RunKey & { readonly kind: ShopRunKind }): Promise<void> {
    await this.update(run, { problem: stopped(run.kind) });
  }

  /** The run holds the webhooks of its account, until it ends. */
  async noteHold({ id }: ShopRun): Promise<void> {
    await this.database.shopRun.updateMany({ where: { id }, data: { holds: true } });
  }

  /** The run has created these objects, or changed them. */
  async noteMade({ id }: ShopRun, ...objectIds: string[]): Promise<void> {
    await this.database.shopRun.updateMany({ where: { id }, data: { made: { push: objectIds } } });
  }

  /** The run has sent what the shop should get of its objects: the rest is not delivered after it. */
  async giveUp({ id, accountId }: RunKey): Promise<void> {
    await this.database.query(Prisma.sql`
      UPDATE webhook_delivery SET status = 'exhausted', next_attempt_at = NULL, xid = pg_current_xact_id()::text::bigint
      FROM event, exam WHERE event.id = event_id AND webhook_delivery.account_id = ${accountId}
        AND webhook_delivery.status = 'held' AND exam.id = ${id} AND object_id = ANY(made)`);
  }

  /** Claims runs whose processes have died, to release what they held and end them. A lost claim expires. */
  claimAbandoned(): Promise<AbandonedRun[]> {
    return this.database.query<AbandonedRun>(Prisma.sql`
      UPDATE exam SET alive_until = ${this.aliveUntil()}::timestamptz, 
        problem = 'Tollgate stopped before the end of the ' || kind || '.'
      WHERE ended_at IS NULL AND alive_until < ${this.clock.machineNow()}::timestamptz
      RETURNING id, account_id AS "accountId", holds, made`);
  }

  /** Asks the caller, and waits for the answer. `undefined`: none came in time. */
  async ask(
    run: ShopRun,
    question: ShopQuestionView,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<AnswerQuestionDto | undefined> {
    signal.throwIfAborted();
    await this.update(run, { question: json(question) });
    const look = async (): Promise<AnswerQuestionDto | undefined> => {
      const found = await this.database.shopRun.findFirst({
        where: { id: run.id },
        select: { answer: true },
      });
      const answer = found?.answer as unknown as AnswerQuestionDto | null;
      return answer?.question === question.id ? answer : undefined;
    };
    return this.watch.until(run.accountId, look, waitMs, signal);
  }

  /** Answers whether the question was asked. */
  async answer({ id, accountId }: RunKey, answer: AnswerQuestionDto): Promise<boolean> {
    const { count } = await this.database.shopRun.updateMany({
      where: { id, accountId, question: { path: ['id'], equals: answer.question } },
      data: { answer: json(storableAnswer(answer)), question: Prisma.DbNull },
    });
    await this.watch.writtenFor(accountId);
    return count > 0;
  }

  private async update(
    { id, accountId }: RunKey,
    data: Prisma.ShopRunUpdateManyMutationInput,
  ): Promise<void> {
    await this.database.shopRun.updateMany({
      where: { id, accountId, endedAt: null },
      data: { ...data, aliveUntil: this.aliveUntil() },
    });
    await this.watch.writtenFor(accountId);
  }

  private async refuse(accountId: string): Promise<never> {
    const running = await this.database.shopRun.findFirst({
      where: { accountId, endedAt: null },
      select: { id: true, kind: true },
    });
    if (running)
      fail('bad_request', `the ${running.kind} ${running.id} is running in this sandbox; wait for its end`);
    return throwClosedAccount();
  }

  private aliveUntil(): Date {
    return new Date(this.clock.machineNow().getTime() + ALIVE_MS);
  }

  private async prune(accountId: string, kind: ShopRunKind): Promise<void> {
    const old = await this.database.shopRun.findMany({
      where: { accountId, kind },
      orderBy: { id: 'desc' },
      skip: MAX_KEPT,
      select: { id: true },
    });
    if (old.length > 0)
      await this.database.shopRun.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
  }
}

/** The problem of a run that was stopped. */
export function stopped(kind: string): string {
  return `The ${kind} was stopped.`;
}

function storableAnswer({ question, answer, problem }: AnswerQuestionDto): AnswerQuestionDto {
  return {
    question,
    ...(answer !== undefined && { answer: masked(storable(answer)) }),
    ...(problem !== undefined && { problem: masked(storable(problem)) }),
  };
}

function json(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue;
}
