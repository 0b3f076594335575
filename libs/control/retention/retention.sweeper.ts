import { Inject, Injectable } from '@nestjs/common';
import { parseRetention } from '#kernel/retention.js';
import { HOUR_MS, SECOND_MS } from '#kernel/time.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { REMOVALS } from './removals.js';
import { RetentionStore, type Kept, type Stretch } from './retention.store.js';

/**
 * Limits of one round: rows that one statement scans, few enough not to disturb writers; statements; and the
 * time after which none is begun.
 */
const BATCH_SIZE = 100;
const MAX_BATCHES = 50;
const MAX_ROUND_MS = 500;
/**
 * The pause of the sweep after all tables, and the interval at which it starts again from their beginnings.
 */
const REST_MS = 10 * SECOND_MS;
const ANEW_AFTER_MS = HOUR_MS;
/**
 * Sorts before what follows a prefix. After the prefix of live mode it also excludes ids of test mode, which
 * continue with a letter.
 */
const FIRST = '0';

/**
 * Removes, in small batches, finished records that are older than their sandbox's retention, by the machine's
 * clock. It scans each table in the order of ids, and continues from there with rows that have become old
 * since. Rows that were not finished are checked again an hour later.
 */
@Injectable()
export class RetentionSweeper extends BackgroundWork {
  readonly name = 'retention';
  private kept: readonly Kept[] = [];
  /** The tables to scan before the next pause, and the position of each scan, by the prefix of its ids. */
  private ahead: Omit<Stretch, 'after'>[] = [];
  private readonly places = new Map<string, string>();
  private restsUntil = 0;
  private beginsAnewAt = 0;

  constructor(
    private readonly store: RetentionStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  async sweep(signal: AbortSignal): Promise<number> {
    if (this.ahead.length === 0) await this.begin();
    const until = performance.now() + MAX_ROUND_MS;
    let removed = 0;
    // Other sweeps wait for the end of a round.
    for (
      let batches = 0;
      batches < MAX_BATCHES && performance.now() < until && !signal.aborted;
      batches += 1
    ) {
      const [next] = this.ahead;
      if (!next) break;
      removed += await this.goOn(next);
    }
    return removed;
  }

  private async begin(): Promise<void> {
    const now = performance.now();
    if (now < this.restsUntil) return;
    this.kept = (await this.store.retentions())
      .map((retention) => ({
        retention,
        ms: retention === '' ? this.settings.retentionMs : (parseRetention(retention) ?? Infinity),
      }))
      .filter(({ ms }) => ms !== Infinity);
    this.restsUntil = now + REST_MS;
    if (this.kept.length === 0) return;
    if (now >= this.beginsAnewAt) {
      this.places.clear();
      this.beginsAnewAt = now + ANEW_AFTER_MS;
    }
    this.ahead = REMOVALS.flatMap((removal) =>
      removal.prefixes.map((prefix) => ({ removal, prefix, limit: BATCH_SIZE })),
    );
  }

  private async goOn(next: Omit<Stretch, 'after'>): Promise<number> {
    const { looked, last, removed } = await this.store.remove(
      { ...next, after: this.places.get(next.prefix) ?? `${next.prefix}${FIRST}` },
      this.kept,
    );
    if (last !== null) this.places.set(next.prefix, last);
    if (looked < next.limit) this.ahead.shift();
    return removed;
  }
}
