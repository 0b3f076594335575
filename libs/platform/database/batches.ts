import { ApiError } from '#domain/errors.js';
import type { Metrics } from '../metrics/metrics.js';
import { isDatabaseAway, isDatabaseBusy, isDatabaseFull, isDatabaseReadOnly, isDatabaseUnreachable } from './database-errors.js';
import { openTransaction } from './transactions.js';

/** How many share one statement. */
const MAX_SIZE = 100;
/** How long one waits for a place. */
const MAX_WAIT_MS = 5_000;

interface Waiting<Wanted, Result> {
  readonly since: number;
  readonly wanted: Wanted;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does with one statement what many callers want at the same moment. Whoever comes alone does not wait; whoever comes while others are
 * being served waits for a place, at most five seconds, and shares the next statement with all who came meanwhile
 * (docs/decisions/0012-batches.md).
 */
export class Batches<Wanted, Result> {
  private readonly waiting: Waiting<Wanted, Result>[] = [];
  private isUnderWay = false;
  private impatience: NodeJS.Timeout | undefined;

  /** `kind` is what they want, as metrics call it. `work` does it for all of them or fails, and answers in their order. */
  constructor(
    kind: string,
    metrics: Metrics,
    private readonly work: (wanted: readonly Wanted[]) => Promise<readonly Result[]>,
  ) {
    const { part } = metrics;
    const waiting = metrics.gauge('tollgate_batches_waiting', 'Callers that wait to share a statement.', ['part', 'kind']);
    metrics.readBefore([waiting], () => waiting.set({ part, kind }, this.waiting.length));
  }

  /** What is done inside a transaction is that transaction's own. */
  async do(wanted: Wanted): Promise<Result> {
    if (openTransaction()) return this.alone(wanted);
    return new Promise((resolve, reject) => {
      this.waiting.push({ wanted, resolve, reject, since: performance.now() });
      this.sendNext();
      if (this.waiting.length > 0) this.impatience ??= this.sendAwayIn(MAX_WAIT_MS);
    });
  }

  /** One statement at a time: the next is the larger, and all of them are fewer. */
  private sendNext(): void {
    if (this.isUnderWay || this.waiting.length === 0) return;
    this.isUnderWay = true;
    void this.send(this.waiting.splice(0, MAX_SIZE)).finally(() => {
      this.isUnderWay = false;
      this.sendNext();
    });
  }

  /** Looks then for those who have waited long enough. */
  private sendAwayIn(ms: number): NodeJS.Timeout {
    const sendAway = (): void => {
      const now = performance.now();
      const patient = this.waiting.findIndex(({ since }) => now - since < MAX_WAIT_MS);
      const impatient = this.waiting.splice(0, patient < 0 ? this.waiting.length : patient);
      for (const { reject } of impatient) reject(new ApiError('service_unavailable'));
      const [next] = this.waiting;
      this.impatience = next && this.sendAwayIn(next.since + MAX_WAIT_MS - now);
    };
    return setTimeout(sendAway, ms).unref();
  }

  private async send(batch: readonly Waiting<Wanted, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ wanted }) => wanted));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      // Who waits would only wait as long again.
      if (isDatabaseUnreachable(error)) rejectAll(this.waiting.splice(0), error);
      if (batch.length === 1 || isOfAll(error)) rejectAll(batch, error);
      else await this.sendEach(batch);
    }
  }

  /** One of them may be to blame for the failure of all. */
  private async sendEach(batch: readonly Waiting<Wanted, Result>[]): Promise<void> {
    for (const [index, { wanted, resolve, reject }] of batch.entries()) {
      try {
        resolve(await this.alone(wanted));
      } catch (error) {
        reject(error);
        if (isOfAll(error)) return rejectAll(batch.slice(index + 1), error);
      }
    }
  }

  private async alone(wanted: Wanted): Promise<Result> {
    const [result] = await this.work([wanted]);
    return result as Result;
  }
}

/** Nobody in particular is to blame for these. */
function isOfAll(error: unknown): boolean {
  return isDatabaseAway(error) || isDatabaseBusy(error) || isDatabaseFull(error) || isDatabaseReadOnly(error);
}

function rejectAll(batch: readonly { readonly reject: (error: unknown) => void }[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}
