import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { parseDuration } from '#kernel/duration.js';
import { ApiError, fail } from '#kernel/errors.js';
import { parseDateTime } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { Log } from '#platform/logging/log.js';
import { triggeredBy } from '#platform/logging/request-context.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import type { DoneItem } from '#engine/due-work/due-work.js';
import { LATEST_CLOCK } from '../sandboxes/rules/sandbox.rules.js';
import { readSummaries } from '../lists/object-summaries.queries.js';
import { MetadataMask } from '../timeline/metadata-mask.js';
import { ClockWalk, type WalkResult, type WalkTerms } from './clock-walk.js';
import {
  DEFAULT_MAX_REAL,
  DEFAULT_MAX_STEPS,
  type AdvanceClockDto,
  type FreezeClockDto,
} from './clock.dto.js';
import {
  ClockStore,
  newMove,
  type ClockMove,
  type ClockMoveStatus,
  type NewClockMove,
} from './clock.store.js';
import {
  advanceView,
  clockView,
  upcomingView,
  type AdvanceView,
  type ClockView,
  type UpcomingListView,
} from './clock.view.js';
import { DueItems } from './due-items.js';
import { readHappenedFacts } from './happened-facts.queries.js';

const RENEW_MS = 2_000;

type MoveTerms = Omit<WalkTerms, 'until'>;

const BUSY = 'this clock is already being moved; retry, or increase max_real';

/** Moves the clocks of sandboxes. A call resolves when every process knows the new time. */
@Injectable()
export class ClockService implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: ClockStore,
    private readonly dueItems: DueItems,
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly directory: AccountDirectory,
    private readonly watch: AccountWatch,
    private readonly invalidations: Invalidations,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly masks: MetadataMask,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Throws `not_found`. */
  async find(name: string): Promise<ClockView> {
    const account = await this.accounts.get(name);
    const [next] = await this.dueItems.next(account.id, 1);
    return clockView(this.clock.now(account), account.frozenAt !== null, next);
  }

  /** With `object`, only the items of that object. */
  async upcoming(name: string, limit: number, object?: string): Promise<UpcomingListView> {
    const { id } = await this.accounts.get(name);
    const items = await this.dueItems.next(id, limit, { object });
    const objectIds = items.map(({ objectId }) => objectId);
    const mask = await this.masks.of(id);
    return upcomingView(items, await readSummaries(this.database, id, objectIds, mask));
  }

  /**
   * Freezes the clock, now or after advancing it to `at`. Throws `bad_request` when `at` is in the past, and
   * `service_unavailable` when the clock does not reach it.
   */
  async freeze(name: string, { at }: FreezeClockDto, gone: AbortSignal): Promise<ClockView> {
    const account = await this.accounts.get(name);
    const until = at === undefined ? undefined : (parseDateTime(at) as Date);
    if (until) this.assertAhead('at', until, account);
    const terms = this.termsOf({});
    await this.move(newMove(account.id, 'freeze', false), terms, gone, async (move) => {
      if (until && until < move.from) rejectPast('at', move.from);
      const walked = until ? await this.walk(move, { ...terms, until }) : undefined;
      const [left] = walked?.unfinished ?? [];
      if (left)
        fail(
          'service_unavailable',
          `the clock stopped at ${walked?.to.toISOString()}: ${left.why} (${left.kind} of ${left.objectId})`,
        );
    });
    return this.find(name);
  }

  /** Resumes the clock from its frozen time. */
  async resume(name: string, gone: AbortSignal): Promise<ClockView> {
    const account = await this.accounts.get(name);
    if (account.frozenAt)
      await this.move(newMove(account.id, 'resume', true), this.termsOf({}), gone, () => Promise.resolve());
    return this.find(name);
  }

  /**
   * Advances the clock, and returns the items that ran. Throws `bad_request` for a target in the past. A
   * target that other moves passed while this one was queued counts as reached.
   */
  async advance(name: string, body: AdvanceClockDto, gone: AbortSignal): Promise<AdvanceView> {
    const given = [body.by, body.to, body.until].filter((one) => one !== undefined);
    if (given.length !== 1) fail('bad_request', 'send exactly one of by, to and until');
    const account = await this.accounts.get(name);
    const target = targetOf(body, this.clock.now(account));
    if (body.to !== undefined) this.assertAhead('to', target as Date, account);
    const terms = this.termsOf(body);
    return this.move(newMove(account.id, 'advance'), terms, gone, async (move) => {
      const walked = await this.walk(move, { ...terms, until: targetOf(body, move.from) });
      const status = walked.isInterrupted
        ? 'interrupted'
        : walked.unfinished.length > 0
          ? 'unfinished'
          : 'done';
      const [left] = walked.unfinished;
      await this.end(move, status, left ? `${left.why} (${left.kind} of ${left.objectId})` : null);
      const held = await this.database.webhookDelivery.count({
        where: { accountId: account.id, status: 'held' },
      });
      const eventOf = await this.eventsOf(move, walked);
      const mask = await this.masks.of(account.id);
      const factsOf = await readHappenedFacts(this.database, account.id, walked.happened, eventOf, mask);
      return advanceView(move, walked, status, eventOf, factsOf, held);
    });
  }

  private walk(move: ClockMove, terms: WalkTerms): Promise<WalkResult> {
    const { store, dueItems, directory, watch, invalidations } = this;
    const walk = new ClockWalk({ store, dueItems, directory, watch, invalidations }, move, terms);
    return triggeredBy(move.id, () => walk.run());
  }

  /**
   * Waits until earlier moves have ended, unless the caller hangs up first (`gone`); then does the work and
   * ends the move.
   */
  private async move<T>(
    newMove: NewClockMove,
    terms: MoveTerms,
    gone: AbortSignal,
    work: (move: ClockMove) => Promise<T>,
  ): Promise<T> {
    const move = (await this.store.begin(newMove)) ?? (await this.turnOf(newMove, terms, gone));
    if (!move) return fail('service_unavailable', BUSY);
    const renewal = setInterval(() => void this.store.renew(move).catch(() => undefined), RENEW_MS);
    let why: string | undefined = 'it failed';
    try {
      await this.invalidations.announce([move.accountId]);
      const result = await work(move);
      why = undefined;
      return result;
    } catch (error) {
      if (error instanceof ApiError) why = error.message;
      throw error;
    } finally {
      clearInterval(renewal);
      // If this fails, the worker ends the move once its lease has run out.
      const ending = why === undefined ? this.end(move, 'done', null) : this.end(move, 'interrupted', why);
      await ending.catch((error: unknown) =>
        this.log.error('releasing a clock failed; the worker releases it when its lease expires', error),
      );
    }
  }

  /**
   * Waits in the queue and begins the move. `undefined`: the deadline has passed, or the caller has hung up.
   */
  private async turnOf(
    newMove: NewClockMove,
    { deadline, signal }: MoveTerms,
    gone: AbortSignal,
  ): Promise<ClockMove | undefined> {
    const { accountId } = newMove;
    const waiting = AbortSignal.any([signal, gone]);
    const look = async (): Promise<ClockMove | undefined> => {
      // Throws if the account has been closed.
      await this.directory.get(accountId);
      if (waiting.aborted) return undefined;
      const begun = await this.store.begin(newMove);
      if (!begun) await this.store.queue(newMove);
      return begun;
    };
    let move: ClockMove | undefined;
    try {
      move = await this.watch.until(accountId, look, deadline - performance.now(), waiting);
      return move;
    } finally {
      if (!move) await this.leave(newMove);
    }
  }

  /** Leaves the queue, and wakes the moves behind this one. */
  private async leave(newMove: NewClockMove): Promise<void> {
    await this.store.leave(newMove);
    await this.watch.writtenFor(newMove.accountId);
  }

  /** Ends the move. Does nothing when it has ended already. */
  private async end(move: ClockMove, status: ClockMoveStatus, why: string | null): Promise<void> {
    if (!(await this.store.end(move, status, why))) return;
    await this.invalidations.announce([move.accountId]);
    await this.watch.writtenFor(move.accountId);
  }

  private assertAhead(parameter: string, time: Date, account: Account): void {
    const now = this.clock.now(account);
    if (time < now) rejectPast(parameter, now);
  }

  private termsOf({ wait = 'attempts', max_real: maxReal, max_steps: maxSteps }: AdvanceClockDto): MoveTerms {
    return {
      wait,
      deadline: performance.now() + (parseDuration(maxReal ?? DEFAULT_MAX_REAL) as number),
      maxSteps: Number(maxSteps ?? DEFAULT_MAX_STEPS),
      signal: this.stopping.signal,
    };
  }

  /** The event that each item caused or sent; null if it caused none. */
  private async eventsOf(
    { id, accountId }: ClockMove,
    { happened }: WalkResult,
  ): Promise<(item: DoneItem) => string | null> {
    const subjects = happened.filter(({ event }) => event === undefined).map(({ objectId }) => objectId);
    const events =
      subjects.length === 0
        ? []
        : await this.database.event.findMany({
            where: { accountId, triggerId: id, objectId: { in: subjects } },
            select: { id: true, objectId: true, createdAt: true },
            orderBy: { id: 'asc' },
          });
    const keyOf = (objectId: string, at: Date): string => `${objectId} ${at.getTime()}`;
    const caused = new Map(events.map((event) => [keyOf(event.objectId, event.createdAt), event.id]));
    return ({ event, objectId, at }) => event ?? caused.get(keyOf(objectId, at)) ?? null;
  }
}

function rejectPast(parameter: string, now: Date): never {
  return fail(
    'bad_request',
    `${parameter} must not be before the sandbox's time, ${now.toISOString()}; a clock cannot move back`,
  );
}

function targetOf({ by, to, until }: AdvanceClockDto, from: Date): WalkTerms['until'] {
  if (until !== undefined) return until;
  if (to !== undefined) return parseDateTime(to) as Date;
  const time = from.getTime() + (parseDuration(by) as number);
  return time <= LATEST_CLOCK.getTime()
    ? new Date(time)
    : fail('bad_request', `by must not advance the clock beyond ${LATEST_CLOCK.toISOString()}`);
}
