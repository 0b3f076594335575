import { ApiError } from '#kernel/errors.js';
import type { Metrics } from '../metrics/metrics.js';
import {
  isDatabaseAway,
  isDatabaseBroken,
  isDatabaseBusy,
  isDatabaseFull,
  isDatabaseReadOnly,
  isDatabaseUnreachable,
} from './database-errors.js';
import { openTransaction } from './transactions.js';

const MAX_SIZE = 100;
/** The longest wait of a caller for its statement. */
const MAX_WAIT_MS = 5_000;

interface Waiting<Item, Result> {
  readonly since: number;
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A dataloader for statements (docs/decisions/0001-state-changes.md). While one statement runs, further
 * callers wait, for five seconds at most, and share the next statement. A single caller does not wait.
 */
export class Batches<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;
  private timeout: NodeJS.Timeout | undefined;

  /**
   * `kind` is the label for metrics. `work` handles all inputs or fails, and returns results in their order.
   */
  constructor(
    kind: string,
    metrics: Metrics,
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
  ) {
    const { part } = metrics;
    const waiting = metrics.gauge('tollgate_batches_waiting', 'Callers waiting for a batched statement.', [
      'part',
      'kind',
    ]);
    metrics.readBefore([waiting], () => waiting.set({ part, kind }, this.waiting.length));
  }

  /** Inside a transaction nothing is batched. */
  async do(item: Item): Promise<Result> {
    if (openTransaction()) return this.alone(item);
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject, since: performance.now() });
      this.sendNext();
      if (this.waiting.length > 0) this.timeout ??= this.timeOutIn(MAX_WAIT_MS);
    });
  }

  /** Runs one statement at a time, so that waiting callers share the next one. */
  private sendNext(): void {
    if (this.isRunning || this.waiting.length === 0) return;
    this.isRunning = true;
    void this.send(this.waiting.splice(0, MAX_SIZE)).finally(() => {
      this.isRunning = false;
      this.sendNext();
    });
  }

  /** After `ms`, rejects callers that have waited too long. */
  private timeOutIn(ms: number): NodeJS.Timeout {
    const rejectOverdue = (): void => {
      const now = performance.now();
      const firstInTime = this.waiting.findIndex(({ since }) => now - since < MAX_WAIT_MS);
      const tooLong = this.waiting.splice(0, firstInTime < 0 ? this.waiting.length : firstInTime);
      for (const { reject } of tooLong) reject(new ApiError('service_unavailable'));
      const [next] = this.waiting;
      this.timeout = next && this.timeOutIn(next.since + MAX_WAIT_MS - now);
    };
    return setTimeout(rejectOverdue, ms).unref();
  }

  private async send(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      // Queued callers fail too: they would meet the same outage.
      if (isDatabaseUnreachable(error)) rejectAll(this.waiting.splice(0), error);
      if (batch.length === 1 || isOfAll(error)) rejectAll(batch, error);
      else await this.sendEach(batch);
    }
  }

  /** Tries each input alone, because one may have made the batch fail. */
  private async sendEach(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const [index, { item, resolve, reject }] of batch.entries()) {
      try {
        resolve(await this.alone(item));
      } catch (error) {
        reject(error);
        if (isOfAll(error)) return rejectAll(batch.slice(index + 1), error);
      }
    }
  }

  private async alone(item: Item): Promise<Result> {
    const [result] = await this.work([item]);
    return result as Result;
  }
}

/** Errors that no single input causes. */
function isOfAll(error: unknown): boolean {
  return [isDatabaseAway, isDatabaseBroken, isDatabaseBusy, isDatabaseFull, isDatabaseReadOnly].some((isSo) =>
    isSo(error),
  );
}

function rejectAll(batch: readonly { readonly reject: (error: unknown) => void }[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}
