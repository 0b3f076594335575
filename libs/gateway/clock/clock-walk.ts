import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { TRANSFERABLE_AFTER_MS } from '#domain/journal/journal.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { AccountDirectory, throwClosedAccount } from '../accounts/account-directory.js';
import { AccountWatch } from '../accounts/account-watch.js';
import type { DoneItem, DueItem, DueOutcome } from '../due-work/due-work.js';
import { ClockStore, type ClockMove } from './clock.store.js';
import { DueItems } from './due-items.js';

/** Items read at once, and independent ones performed at once. */
const PAGE_SIZE = 32;
const CONCURRENCY = 16;
/** The pause before reading again when no item could be done, because others were working on them. */
const PAUSE_MS = 20;

/** The limits of a walk. */
export interface WalkTerms {
  /** Up to and including this instant, or to the next one at which something is due, or until nothing is. */
  readonly until: Date | 'next' | 'idle';
  /** `attempts`: due webhooks are sent, and their answers waited for. `state`: they are left to the worker. */
  readonly wait: 'attempts' | 'state';
  /** When to give up, by performance.now(). */
  readonly deadline: number;
  /** The most instants to stop at. */
  readonly maxSteps: number;
  /** Aborted when the process is to stop. */
  readonly signal: AbortSignal;
}

/** Something that was due and is not done, and why. */
export type Unfinished = Pick<DueItem, 'id' | 'at' | 'kind' | 'objectId' | 'livemode'> & { readonly why: string };

export interface WalkResult {
  /** The time of the clock now. */
  readonly to: Date;
  /** In order. */
  readonly happened: readonly DoneItem[];
  /** Empty if the walk reached its end. */
  readonly unfinished: readonly Unfinished[];
  readonly isInterrupted: boolean;
}

/** Advances the clock of an account from one due instant to the next. The clock stands at each until everything that is due there is done, and everything that this makes due. */
@Injectable()
export class ClockWalk {
  constructor(
    private readonly store: ClockStore,
    private readonly dueItems: DueItems,
    private readonly directory: AccountDirectory,
    private readonly watch: AccountWatch,
    private readonly invalidations: Invalidations,
  ) {}

  /** Throws `service_unavailable` when the account is closed, or the move is not under way any more. */
  async walk(move: ClockMove, terms: WalkTerms): Promise<WalkResult> {
    const walk = new Walk(move, terms);
    for (;;) {
      const planned = await this.dueItems.next(move.accountId, PAGE_SIZE, { onlyState: terms.wait === 'state' });
      const [first] = planned;
      // Attempts that were under way when the walk began may have ended by now.
      if (walk.isAtBegin) await this.noteOthers(walk);
      if (!first || !walk.isOnTheWay(first) || (await this.isStuck(walk))) break;
      const why = walk.whyNotOn(first);
      if (why !== undefined) return this.end(walk, walk.dueOf(planned, first.at), why);
      if (first.at > walk.at) await this.stepTo(walk, first.at);
      await this.perform(walk, walk.dueOf(planned));
    }
    if (terms.until instanceof Date && terms.until > walk.at) await this.stepTo(walk, terms.until);
    return this.end(walk, [], '');
  }

  /** True if all remaining items are retried without a limit, so that advancing further does not help. */
  private async isStuck({ move, terms, stuck }: Walk): Promise<boolean> {
    if (terms.until !== 'idle' || stuck.size === 0) return false;
    const planned = await this.dueItems.next(move.accountId, stuck.size + 1, { onlyState: terms.wait === 'state' });
    return planned.every((item) => stuck.has(nameOf(item)));
  }

  private async end(walk: Walk, left: readonly DueItem[], why: string): Promise<WalkResult> {
    await this.noteOthers(walk);
    return walk.end(left, why);
  }

  /** Collects what other processes did for the account, and what this walk started without waiting for it. */
  private async noteOthers({ move, terms, noteDone }: Walk): Promise<void> {
    if (terms.wait === 'attempts') for (const done of await this.dueItems.doneSince(move.accountId, move.snapshot)) noteDone(done);
  }

  private async stepTo(walk: Walk, at: Date): Promise<void> {
    await walk.announced;
    if (!(await this.store.step(walk.move, at))) throwClosedAccount();
    await this.directory.setFrozenAt(walk.move.accountId, at);
    walk.stepTo(at);
    // A walk that has sent webhooks will send more: the step is announced early, while state changes.
    if (walk.announced) walk.announced = this.announce(walk.move);
  }

  private async perform(walk: Walk, due: readonly DueItem[]): Promise<void> {
    const [first] = due.filter(({ isUnderWay }) => !isUnderWay);
    if (!first) return this.untilOver(walk, due);
    const items = due.filter(({ work, isUnderWay }) => work === first.work && !isUnderWay);
    const isProgress = first.work.changesState ? await this.performInTurn(walk, items) : await this.performTogether(walk, items);
    if (!isProgress) await delay(PAUSE_MS);
  }

  private async performInTurn(walk: Walk, items: readonly DueItem[]): Promise<boolean> {
    let isProgress = false;
    for (const item of items) {
      if (walk.isLate) break;
      if (walk.note(item, await item.work.perform(item, walk.move.id))) isProgress = true;
    }
    return isProgress;
  }

  /** Starts items in the order in which they are due, up to {@link CONCURRENCY} at once. At the deadline they continue in the background. */
  private async performTogether(walk: Walk, items: readonly DueItem[]): Promise<boolean> {
    // A receiver may call back, and must see the present instant in every process.
    walk.announced ??= this.announce(walk.move);
    await walk.announced;
    const waiting = [...items];
    const results = new Map<DueItem, DueOutcome | undefined>();
    const work = async (): Promise<void> => {
      for (let item = waiting.shift(); item && !walk.isLate; item = waiting.shift()) {
        results.set(item, await item.work.perform(item, walk.move.id));
      }
    };
    await walk.inTime(Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, work)));
    return items.filter((item) => walk.note(item, results.get(item))).length > 0;
  }

  /** Resolves when every process knows where the clock stands, as this one does. */
  private announce({ accountId }: ClockMove): Promise<void> {
    return this.invalidations.announce([accountId], { isKnownHere: true });
  }

  /** Waits until others, in whatever process, have finished these items. */
  private async untilOver(walk: Walk, underWay: readonly DueItem[]): Promise<void> {
    const ids = new Set(underWay.map(({ id }) => id));
    const look = async (): Promise<true | undefined> => {
      const planned = await this.dueItems.next(walk.move.accountId, PAGE_SIZE);
      return planned.some(({ id, isUnderWay }) => isUnderWay && ids.has(id)) ? undefined : true;
    };
    await this.watch.until(walk.move.accountId, look, walk.remainingMs, walk.terms.signal);
    await this.noteOthers(walk);
  }
}

function nameOf({ kind, id }: DueItem): string {
  return `${kind} ${id}`;
}

/** The state of a walk. */
class Walk {
  at: Date;
  /** Resolves when every process has acknowledged the latest step; `undefined` before the first announcement. */
  announced: Promise<void> | undefined;
  /** Items that failed since the last progress, although all money had become transferable by then, and that are retried without an end. */
  readonly stuck = new Set<string>();
  private steps = 0;
  private progressAt: Date;
  private readonly happened: DoneItem[] = [];
  /** The attempts among `happened`, to count each once. */
  private readonly attempts = new Set<string>();

  constructor(
    readonly move: ClockMove,
    readonly terms: WalkTerms,
  ) {
    this.at = move.from;
    this.progressAt = move.from;
  }

  get remainingMs(): number {
    return Math.max(0, this.terms.deadline - performance.now());
  }

  get isLate(): boolean {
    return this.remainingMs === 0 || this.terms.signal.aborted;
  }

  get isAtBegin(): boolean {
    return this.steps + this.happened.length === 0;
  }

  stepTo(at: Date): void {
    this.at = at;
    this.steps += 1;
  }

  /** The planned items that are due where the clock stands, or at `at`. */
  dueOf(planned: readonly DueItem[], at = this.at): DueItem[] {
    return planned.filter((item) => item.at <= this.at || item.at <= at);
  }

  /** True if the item is due before the end of the walk. */
  isOnTheWay({ at }: DueItem): boolean {
    const { until } = this.terms;
    if (at <= this.at || until === 'idle') return true;
    return until === 'next' ? this.steps === 0 : at <= until;
  }

  /** Why the walk ends before that item, if it does. */
  whyNotOn({ at }: DueItem): string | undefined {
    if (this.terms.signal.aborted) return 'Tollgate stopped';
    if (this.isLate) return 'max_real was exceeded first';
    return at > this.at && this.steps >= this.terms.maxSteps ? 'max_steps was reached first' : undefined;
  }

  /** Answers whether anything happened. */
  note(item: DueItem, happening: DueOutcome | undefined): boolean {
    if (!happening) return false;
    const { at, kind, objectId, livemode } = item;
    const { isTriedAgain = false, ...done } = happening;
    // An overdue item happens at the present instant.
    this.noteDone({ at: at > this.at ? at : this.at, kind, objectId, livemode, ...done });
    if (!isTriedAgain) {
      this.stuck.clear();
      this.progressAt = this.at;
    } else if (this.at.getTime() - this.progressAt.getTime() >= TRANSFERABLE_AFTER_MS) {
      this.stuck.add(nameOf(item));
    }
    return true;
  }

  /** Adds what happened, each attempt once. What began before the walk counts as happening at its start. */
  readonly noteDone = (done: DoneItem): void => {
    const attempt = `${done.delivery} ${done.attempt}`;
    if (done.delivery !== undefined && this.attempts.has(attempt)) return;
    this.attempts.add(attempt);
    this.happened.push({ ...done, at: done.at > this.move.from ? done.at : this.move.from });
  };

  /** Resolves with it, or when the time is over. */
  async inTime(work: Promise<unknown>): Promise<void> {
    const over = new AbortController();
    const limit = delay(this.remainingMs, undefined, { signal: AbortSignal.any([over.signal, this.terms.signal]) }).catch(() => undefined);
    await Promise.race([work, limit]).finally(() => over.abort());
    if (this.isLate) work.catch(() => undefined);
  }

  end(left: readonly DueItem[], why: string): WalkResult {
    return {
      to: this.at,
      happened: this.happened.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      unfinished: left.map(({ id, at, kind, objectId, livemode, isUnderWay }) => ({
        ...{ id, at, kind, objectId, livemode },
        why: isUnderWay ? 'the endpoint has not responded yet' : why,
      })),
      isInterrupted: this.terms.signal.aborted && left.length > 0,
    };
  }
}
