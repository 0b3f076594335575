import { setTimeout as delay } from 'node:timers/promises';
import type { Invalidations } from '#platform/database/invalidations.js';
import { throwClosedAccount, type AccountDirectory } from '#engine/accounts/account-directory.js';
import type { AccountWatch } from '#engine/accounts/account-watch.js';
import type { DoneItem, DueItem, DueOutcome } from '#engine/due-work/due-work.js';
import { LONGEST_DELAY_MS } from '#resources/journal/rules/journal.js';
import type { ClockMove, ClockStore } from './clock.store.js';
import type { DueItems } from './due-items.js';

/** Items read at once, and webhooks sent at once. */
const PAGE_SIZE = 32;
const CONCURRENCY = 16;
/** The pause before the next read when other processes were working on all items. */
const PAUSE_MS = 20;

export interface WalkTerms {
  /**
   * An instant, which the walk includes; or `next`, the next one at which an item is due; or `idle`, until no
   * item is due.
   */
  readonly until: Date | 'next' | 'idle';
  /** `attempts`: sends due webhooks and waits for their responses. `state`: leaves them to the worker. */
  readonly wait: 'attempts' | 'state';
  /** When to give up, by performance.now(). */
  readonly deadline: number;
  readonly maxSteps: number;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

/** A due item that is not done, and why. */
export type Unfinished = Pick<DueItem, 'at' | 'kind' | 'objectId' | 'livemode'> & { readonly why: string };

export interface WalkResult {
  /** The time of the clock now. */
  readonly to: Date;
  /** In order. */
  readonly happened: readonly DoneItem[];
  /** Empty if the walk reached its end. */
  readonly unfinished: readonly Unfinished[];
  readonly isInterrupted: boolean;
}

interface WalkProviders {
  readonly store: ClockStore;
  readonly dueItems: DueItems;
  readonly directory: AccountDirectory;
  readonly watch: AccountWatch;
  readonly invalidations: Invalidations;
}

/**
 * Advances an account's clock once, from due instant to due instant. The clock stands at each until all items
 * due there are done, new ones included.
 */
export class ClockWalk {
  private at: Date;
  private steps = 0;
  private readonly happened: DoneItem[] = [];
  /** The attempts among `happened`, to count each once. */
  private readonly attempts = new Set<string>();
  private progressAt: Date;
  /**
   * Items that failed since the last progress, although all money had become transferable by then, and that
   * are retried without a limit.
   */
  private readonly stuck = new Set<string>();
  /**
   * Resolves when every process has acknowledged the latest step; `undefined` before the first announcement.
   */
  private announced: Promise<void> | undefined;

  constructor(
    private readonly providers: WalkProviders,
    private readonly move: ClockMove,
    private readonly terms: WalkTerms,
  ) {
    this.at = move.from;
    this.progressAt = move.from;
  }

  /** Throws `service_unavailable` when the account is closed, or the move has ended. */
  async run(): Promise<WalkResult> {
    const { until } = this.terms;
    for (;;) {
      const items = await this.nextItems(PAGE_SIZE);
      const [first] = items;
      // Attempts that were in progress when the walk began may have ended by now.
      if (this.steps + this.happened.length === 0) await this.addDoneByOthers();
      if (!first || !this.isWithin(first) || (await this.isStuck())) break;
      const due = items.filter(({ at }) => at <= this.at || at <= first.at);
      const why = this.whyStopBefore(first);
      if (why !== undefined) return this.end(due, why);
      if (first.at > this.at) await this.stepTo(first.at);
      await this.perform(due);
    }
    if (until instanceof Date && until > this.at) await this.stepTo(until);
    return this.end([], '');
  }

  private nextItems(limit: number): Promise<DueItem[]> {
    return this.providers.dueItems.next(this.move.accountId, limit, {
      onlyState: this.terms.wait === 'state',
    });
  }

  private isWithin({ at }: DueItem): boolean {
    const { until } = this.terms;
    if (at <= this.at || until === 'idle') return true;
    return until === 'next' ? this.steps === 0 : at <= until;
  }

  /** True if all remaining items are retried without a limit, so that advancing further does not help. */
  private async isStuck(): Promise<boolean> {
    if (this.terms.until !== 'idle' || this.stuck.size === 0) return false;
    return (await this.nextItems(this.stuck.size + 1)).every((item) => this.stuck.has(nameOf(item)));
  }

  private whyStopBefore({ at }: DueItem): string | undefined {
    if (this.terms.signal.aborted) return 'Tollgate stopped';
    if (this.isLate) return 'max_real was exceeded first';
    return at > this.at && this.steps >= this.terms.maxSteps ? 'max_steps was reached first' : undefined;
  }

  private async stepTo(at: Date): Promise<void> {
    const { store, directory } = this.providers;
    await this.announced;
    if (!(await store.step(this.move, at))) throwClosedAccount();
    await directory.setFrozenAt(this.move.accountId, at);
    this.at = at;
    this.steps += 1;
    // A walk that has sent webhooks will send more: the step is announced early, while state changes.
    if (this.announced) this.announced = this.announce();
  }

  /** Resolves when every process knows the time of the clock, as this one does. */
  private announce(): Promise<void> {
    return this.providers.invalidations.announce([this.move.accountId], { isKnownHere: true });
  }

  /**
   * Performs the first items that are of one kind of work: changes of state in order, webhooks concurrently.
   */
  private async perform(due: readonly DueItem[]): Promise<void> {
    const unclaimed = due.filter(({ isUnderWay }) => !isUnderWay);
    const [first] = unclaimed;
    if (!first) return this.awaitOthers(due);
    const items = unclaimed.filter(({ work }) => work === first.work);
    const outcomes = new Map<DueItem, DueOutcome | undefined>();
    const waiting = [...items];
    const performNext = async (): Promise<void> => {
      for (let item = waiting.shift(); item && !this.isLate; item = waiting.shift())
        outcomes.set(item, await item.work.perform(item, this.move.id));
    };
    if (first.work.changesState) await performNext();
    else {
      // A receiver may call back, and must see the present instant in every process.
      await (this.announced ??= this.announce());
      await this.untilLate(
        Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, performNext)),
      );
    }
    const performed = items.filter((item) => this.addOutcome(item, outcomes.get(item)));
    if (performed.length === 0) await delay(PAUSE_MS);
  }

  /** Waits for the work. At the deadline, it continues in the background. */
  private async untilLate(work: Promise<unknown>): Promise<void> {
    const over = new AbortController();
    const limit = delay(this.remainingMs, undefined, {
      signal: AbortSignal.any([over.signal, this.terms.signal]),
    }).catch(() => undefined);
    await Promise.race([work, limit]).finally(() => over.abort());
  }

  /** Waits until other processes have finished these items. */
  private async awaitOthers(claimed: readonly DueItem[]): Promise<void> {
    const ids = new Set(claimed.map(({ id }) => id));
    const look = async (): Promise<true | undefined> => {
      const items = await this.nextItems(PAGE_SIZE);
      return items.some(({ id, isUnderWay }) => isUnderWay && ids.has(id)) ? undefined : true;
    };
    await this.providers.watch.until(this.move.accountId, look, this.remainingMs, this.terms.signal);
    await this.addDoneByOthers();
  }

  /** Returns whether there is an outcome. */
  private addOutcome(item: DueItem, outcome: DueOutcome | undefined): boolean {
    if (!outcome) return false;
    const { kind, objectId, livemode } = item;
    this.add({ at: this.at, kind, objectId, livemode, ...outcome });
    if (!outcome.willRetry) {
      this.stuck.clear();
      this.progressAt = this.at;
    } else if (this.at.getTime() - this.progressAt.getTime() >= LONGEST_DELAY_MS) {
      this.stuck.add(nameOf(item));
    }
    return true;
  }

  /** Adds the work that other processes did for the account, or this walk in the background. */
  private async addDoneByOthers(): Promise<void> {
    const { accountId, snapshot } = this.move;
    if (this.terms.wait === 'attempts')
      for (const done of await this.providers.dueItems.doneSince(accountId, snapshot)) this.add(done);
  }

  /** Adds an item, and each attempt once. Items that began before the walk count as done at its start. */
  private add(done: DoneItem): void {
    const attempt = `${done.delivery} ${done.attempt}`;
    if (done.delivery !== undefined && this.attempts.has(attempt)) return;
    this.attempts.add(attempt);
    this.happened.push({ ...done, at: done.at > this.move.from ? done.at : this.move.from });
  }

  private async end(left: readonly DueItem[], why: string): Promise<WalkResult> {
    await this.addDoneByOthers();
    return {
      to: this.at,
      happened: this.happened.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      unfinished: left.map((item) => ({
        ...item,
        why: item.isUnderWay ? 'the endpoint has not responded yet' : why,
      })),
      isInterrupted: this.terms.signal.aborted && left.length > 0,
    };
  }

  private get remainingMs(): number {
    return Math.max(0, this.terms.deadline - performance.now());
  }

  private get isLate(): boolean {
    return this.remainingMs === 0 || this.terms.signal.aborted;
  }
}

function nameOf({ kind, id }: DueItem): string {
  return `${kind} ${id}`;
}
