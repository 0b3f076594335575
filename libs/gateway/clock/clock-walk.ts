import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { TRANSFERABLE_AFTER_MS } from '#domain/journal/journal.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { AccountDirectory, failOfClosed } from '../accounts/account-directory.js';
import { AccountWatch } from '../accounts/account-watch.js';
import type { DoneItem, WorkOutcome } from '../timed-work/timed-work.js';
import { ClockStore, type ClockMove } from './clock.store.js';
import { DueWork, type PlannedItem } from './due-work.js';

/** Items that are looked at together, and those of them that are done at once where they do not wait for each other. */
const PAGE_SIZE = 32;
const CONCURRENCY = 16;
/** How long to wait before looking again at what somebody else was just at. */
const PAUSE_MS = 20;

/** How far to go. */
export interface WalkTerms {
  /** Up to and including this instant, or to the next one at which something is due, or until nothing is. */
  readonly until: Date | 'next' | 'idle';
  /** Whether every attempt that becomes due is made and waited for, or only state is changed. */
  readonly wait: 'attempts' | 'state';
  /** When to give up, of performance.now(). */
  readonly deadline: number;
  /** The most instants to stop at. */
  readonly maxSteps: number;
  /** Aborted when the process is to stop. */
  readonly signal: AbortSignal;
}

/** Something that was due and is not done, and why. */
export type Unfinished = Pick<PlannedItem, 'id' | 'at' | 'kind' | 'objectId' | 'livemode'> & { readonly why: string };

export interface Walked {
  /** Where the clock stands now. */
  readonly to: Date;
  /** In order. */
  readonly happened: readonly DoneItem[];
  /** Nothing of it, if the walk came to its end. */
  readonly unfinished: readonly Unfinished[];
  readonly isInterrupted: boolean;
}

/** Walks the clock of an account from one due instant to the next: it stands at each while what is due there is done, and what that causes. */
@Injectable()
export class ClockWalk {
  constructor(
    private readonly store: ClockStore,
    private readonly dueWork: DueWork,
    private readonly directory: AccountDirectory,
    private readonly watch: AccountWatch,
    private readonly invalidations: Invalidations,
  ) {}

  /** Throws `service_unavailable` when the account is closed, or the move is not under way any more. */
  async walk(move: ClockMove, terms: WalkTerms): Promise<Walked> {
    const walk = new Walk(move, terms);
    for (;;) {
      const planned = await this.dueWork.next(move.accountId, PAGE_SIZE, { onlyState: terms.wait === 'state' });
      const [first] = planned;
      // What was under way at the begin may be over by now.
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

  /** Whether all that is left is tried again and again, and time alone will not help it. */
  private async isStuck({ move, terms, stuck }: Walk): Promise<boolean> {
    if (terms.until !== 'idle' || stuck.size === 0) return false;
    const planned = await this.dueWork.next(move.accountId, stuck.size + 1, { onlyState: terms.wait === 'state' });
    return planned.every((item) => stuck.has(nameOf(item)));
  }

  private async end(walk: Walk, left: readonly PlannedItem[], why: string): Promise<Walked> {
    await this.noteOthers(walk);
    return walk.end(left, why);
  }

  /** Notes what others did, and what this walk began and did not wait for. */
  private async noteOthers({ move, terms, noteDone }: Walk): Promise<void> {
    if (terms.wait === 'attempts') for (const done of await this.dueWork.doneSince(move.accountId, move.snapshot)) noteDone(done);
  }

  private async stepTo(walk: Walk, at: Date): Promise<void> {
    await walk.announced;
    if (!(await this.store.step(walk.move, at))) failOfClosed();
    await this.directory.setFrozenAt(walk.move.accountId, at);
    walk.stepTo(at);
    // Where webhooks were sent before, there will be more: it is announced while state changes.
    if (walk.announced) walk.announced = this.announce(walk.move);
  }

  private async perform(walk: Walk, due: readonly PlannedItem[]): Promise<void> {
    const [first] = due.filter(({ isUnderWay }) => !isUnderWay);
    if (!first) return this.untilOver(walk, due);
    const items = due.filter(({ work, isUnderWay }) => work === first.work && !isUnderWay);
    const isProgress = first.work.changesState ? await this.performInTurn(walk, items) : await this.performTogether(walk, items);
    if (!isProgress) await delay(PAUSE_MS);
  }

  private async performInTurn(walk: Walk, items: readonly PlannedItem[]): Promise<boolean> {
    let isProgress = false;
    for (const item of items) {
      if (walk.isLate) break;
      if (walk.note(item, await item.work.perform(item, walk.move.id))) isProgress = true;
    }
    return isProgress;
  }

  /** In the order in which they are due, some at once. When the time is over they go on by themselves. */
  private async performTogether(walk: Walk, items: readonly PlannedItem[]): Promise<boolean> {
    // Whoever is called here may call back, and is to find the clock where it stands.
    walk.announced ??= this.announce(walk.move);
    await walk.announced;
    const waiting = [...items];
    const results = new Map<PlannedItem, WorkOutcome | undefined>();
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

  /** What is under way is recorded by whoever is at it, which may be another process. */
  private async untilOver(walk: Walk, underWay: readonly PlannedItem[]): Promise<void> {
    const ids = new Set(underWay.map(({ id }) => id));
    const look = async (): Promise<true | undefined> => {
      const planned = await this.dueWork.next(walk.move.accountId, PAGE_SIZE);
      return planned.some(({ id, isUnderWay }) => isUnderWay && ids.has(id)) ? undefined : true;
    };
    await this.watch.until(walk.move.accountId, look, walk.remainingMs, walk.terms.signal);
    await this.noteOthers(walk);
  }
}

function nameOf({ kind, id }: PlannedItem): string {
  return `${kind} ${id}`;
}

/** How far a walk has come. */
class Walk {
  at: Date;
  /** Resolves when every process knows where the clock stands, once it is told them. */
  announced: Promise<void> | undefined;
  /** What was tried since the last progress when all money had become transferable, and is tried again. */
  readonly stuck = new Set<string>();
  private steps = 0;
  private progressAt: Date;
  private readonly happened: DoneItem[] = [];
  /** The attempts among that. */
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

  /** What is due of it where the clock stands, or at `at`. */
  dueOf(planned: readonly PlannedItem[], at = this.at): PlannedItem[] {
    return planned.filter((item) => item.at <= this.at || item.at <= at);
  }

  /** Whether an item, the first that is planned, is one to do before the walk ends. */
  isOnTheWay({ at }: PlannedItem): boolean {
    const { until } = this.terms;
    if (at <= this.at || until === 'idle') return true;
    return until === 'next' ? this.steps === 0 : at <= until;
  }

  /** Why the walk ends before that item, if it does. */
  whyNotOn({ at }: PlannedItem): string | undefined {
    if (this.terms.signal.aborted) return 'Tollgate was stopped';
    if (this.isLate) return 'max_real was over before it';
    return at > this.at && this.steps >= this.terms.maxSteps ? 'max_steps instants came before it' : undefined;
  }

  /** Answers whether anything happened. */
  note(item: PlannedItem, happening: WorkOutcome | undefined): boolean {
    if (!happening) return false;
    const { at, kind, objectId, livemode } = item;
    const { isTriedAgain = false, ...done } = happening;
    // What was overdue happens where the clock stands.
    this.noteDone({ at: at > this.at ? at : this.at, kind, objectId, livemode, ...done });
    if (!isTriedAgain) {
      this.stuck.clear();
      this.progressAt = this.at;
    } else if (this.at.getTime() - this.progressAt.getTime() >= TRANSFERABLE_AFTER_MS) {
      this.stuck.add(nameOf(item));
    }
    return true;
  }

  /** Unless it is noted. What began before the walk happens where that does. */
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

  end(left: readonly PlannedItem[], why: string): Walked {
    return {
      to: this.at,
      happened: this.happened.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      unfinished: left.map(({ id, at, kind, objectId, livemode, isUnderWay }) => ({
        ...{ id, at, kind, objectId, livemode },
        why: isUnderWay ? 'its receiver has not answered yet' : why,
      })),
      isInterrupted: this.terms.signal.aborted && left.length > 0,
    };
  }
}
