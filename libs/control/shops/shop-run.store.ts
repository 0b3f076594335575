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
export const STOPPED = 'The exam was stopped.';
const ABANDONED = 'Tollgate stopped before the end of the exam.';
/** The most exams that a sandbox keeps. */
export const MAX_KEPT = 20;

type ExamKey = Pick<ShopRun, 'id' | 'accountId'>;
type AbandonedExam = Pick<ShopRun, 'id' | 'accountId' | 'holds'>;

interface ExamProgress {
  readonly hasEnded: boolean;
  /** Number of judged cases. */
  readonly judged: number;
  /** ID of the question that the caller must answer. */
  readonly question: string | null;
}

/** The rows of exams. Every write wakes the requests that wait for the exam. */
@Injectable()
export class ShopRunStore {
  constructor(
    private readonly database: Database,
    private readonly watch: AccountWatch,
    private readonly clock: Clock,
  ) {}

  /** Throws `bad_request` while another exam of the account runs, and `service_unavailable` if it is closed. */
  async add(account: Account, parameters: ShopParameters): Promise<ShopRun> {
    const id = `exam_${newSuffix()}`;
    const added = await this.database.query(Prisma.sql`
      INSERT INTO exam (id, account_id, parameters, alive_until, created_at)
      SELECT ${id}, id, ${JSON.stringify(parameters)}::jsonb, ${this.aliveUntil()}::timestamptz, ${this.clock.machineNow()}::timestamptz
      FROM account WHERE id = ${account.id} AND closed_at IS NULL
      ON CONFLICT (account_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`);
    if (added.length === 0) await this.refuse(account.id);
    await this.prune(account.id);
    return this.load(account.id, id);
  }

  list(accountId: string): Promise<ShopRunSummary[]> {
    return this.database.shopRun.findMany({
      where: { accountId },
      omit: { results: true, answer: true, made: true },
      orderBy: { id: 'desc' },
      take: MAX_KEPT,
    });
  }

  /** The progress of an exam, without its results: these may have megabytes. Throws `not_found`. */
  async look(accountId: string, id: string): Promise<ExamProgress> {
    const [found] = await this.database.query<ExamProgress>(Prisma.sql`
      SELECT ended_at IS NOT NULL AS "hasEnded", cardinality(verdicts) AS judged, question->>'id' AS question
      FROM exam WHERE id = ${id} AND account_id = ${accountId}`);
    return found ?? failNotFound('exam', id);
  }

  /** Throws `not_found`. */
  async load(accountId: string, id: string): Promise<ShopRun> {
    return (await this.database.shopRun.findFirst({ where: { id, accountId } })) ?? failNotFound('exam', id);
  }

  /** Answers whether the exam is to go on. */
  save(exam: ShopRun, results: unknown, verdicts: string[]): Promise<boolean> {
    return this.update(exam, { results: json(results), verdicts });
  }

  /** Answers whether the exam is to go on. */
  keepAlive(exam: ShopRun): Promise<boolean> {
    return this.update(exam, {});
  }

  /** A problem that was noted before stays. */
  async end(exam: ExamKey, problem: string | null): Promise<void> {
    await this.update(exam, { endedAt: this.clock.machineNow(), ...(problem !== null && { problem }) });
  }

  /** The exam ends after its current case, once it has released what it held. */
  async stop(exam: ExamKey): Promise<void> {
    await this.update(exam, { problem: STOPPED });
  }

  /** The exam holds the webhooks of its account, until it ends. */
  async noteHold({ id }: ShopRun): Promise<void> {
    await this.database.shopRun.updateMany({ where: { id }, data: { holds: true } });
  }

  /** The exam has created this object, or changed it. */
  async noteMade({ id }: ShopRun, objectId: string): Promise<void> {
    await this.database.shopRun.updateMany({ where: { id }, data: { made: { push: objectId } } });
  }

  /** The exam has sent what the shop should get of its objects: the rest is not delivered after it. */
  async giveUp({ id, accountId }: ExamKey): Promise<void> {
    await this.database.query(Prisma.sql`
      UPDATE webhook_delivery SET status = 'exhausted', next_attempt_at = NULL, xid = pg_current_xact_id()::text::bigint
      FROM event, exam WHERE event.id = event_id AND webhook_delivery.account_id = ${accountId}
        AND webhook_delivery.status = 'held' AND exam.id = ${id} AND object_id = ANY(made)`);
  }

  /** Claims exams whose processes have died, to release what they held and end them. A lost claim expires. */
  claimAbandoned(): Promise<AbandonedExam[]> {
    return this.database.query<AbandonedExam>(Prisma.sql`
      UPDATE exam SET alive_until = ${this.aliveUntil()}::timestamptz, problem = ${ABANDONED}
      WHERE ended_at IS NULL AND alive_until < ${this.clock.machineNow()}::timestamptz
      RETURNING id, account_id AS "accountId", holds`);
  }

  /** Asks the caller, and waits for the answer. `undefined`: none came in time. */
  async ask(
    exam: ShopRun,
    question: ShopQuestionView,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<AnswerQuestionDto | undefined> {
    await this.update(exam, { question: json(question) });
    const look = async (): Promise<AnswerQuestionDto | undefined> => {
      const found = await this.database.shopRun.findFirst({
        where: { id: exam.id },
        select: { answer: true },
      });
      const answer = found?.answer as unknown as AnswerQuestionDto | null;
      return answer?.question === question.id ? answer : undefined;
    };
    return this.watch.until(exam.accountId, look, waitMs, signal);
  }

  /** Answers whether the question was asked. */
  async answer({ id, accountId }: ExamKey, answer: AnswerQuestionDto): Promise<boolean> {
    const { count } = await this.database.shopRun.updateMany({
      where: { id, accountId, question: { path: ['id'], equals: answer.question } },
      data: { answer: json(storableAnswer(answer)), question: Prisma.DbNull },
    });
    await this.watch.writtenFor(accountId);
    return count > 0;
  }

  /** Answers whether the exam is to go on. */
  private async update(
    { id, accountId }: ExamKey,
    data: Prisma.ShopRunUpdateManyMutationInput,
  ): Promise<boolean> {
    await this.database.shopRun.updateMany({
      where: { id, accountId, endedAt: null },
      data: { ...data, aliveUntil: this.aliveUntil() },
    });
    await this.watch.writtenFor(accountId);
    const left = { id, accountId, endedAt: null, problem: null };
    return (await this.database.shopRun.count({ where: left })) > 0;
  }

  private async refuse(accountId: string): Promise<never> {
    const running = await this.database.shopRun.findFirst({
      where: { accountId, endedAt: null },
      select: { id: true },
    });
    if (running) fail('bad_request', `the exam ${running.id} is running in this sandbox; wait for its end`);
    return throwClosedAccount();
  }

  private aliveUntil(): Date {
    return new Date(this.clock.machineNow().getTime() + ALIVE_MS);
  }

  private async prune(accountId: string): Promise<void> {
    const old = await this.database.shopRun.findMany({
      where: { accountId },
      orderBy: { id: 'desc' },
      skip: MAX_KEPT,
      select: { id: true },
    });
    if (old.length > 0)
      await this.database.shopRun.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
  }
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
