import { isDatabaseAway, isDatabaseBusy } from './database-errors.js';
import { openTransaction } from './transactions.js';

/** Batches of one kind at once: while the database works on one, the next is sent. */
const MAX_UNDER_WAY = 2;
/** How many share one statement. */
const MAX_SIZE = 100;

interface Waiting<Wanted, Result> {
  readonly wanted: Wanted;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Does with one statement what many callers want at the same moment. Whoever comes alone does not wait; whoever comes while others are
 * being served waits for a place, and shares the next statement with all who came meanwhile (docs/decisions/0012-batches.md).
 */
export class Batches<Wanted, Result> {
  private readonly waiting: Waiting<Wanted, Result>[] = [];
  private underWay = 0;

  /** `work` does it for all of them or fails, and answers in their order. */
  constructor(private readonly work: (wanted: readonly Wanted[]) => Promise<readonly Result[]>) {}

  /** What is done inside a transaction is that transaction's own. */
  async do(wanted: Wanted): Promise<Result> {
    if (openTransaction()) return this.alone(wanted);
    return new Promise((resolve, reject) => {
      this.waiting.push({ wanted, resolve, reject });
      this.sendNext();
    });
  }

  private sendNext(): void {
    while (this.underWay < MAX_UNDER_WAY && this.waiting.length > 0) {
      this.underWay += 1;
      void this.send(this.waiting.splice(0, MAX_SIZE)).finally(() => {
        this.underWay -= 1;
        this.sendNext();
      });
    }
  }

  private async send(batch: readonly Waiting<Wanted, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ wanted }) => wanted));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      const isOfAll = batch.length === 1 || isDatabaseAway(error) || isDatabaseBusy(error);
      // One of them may be to blame: each is tried alone.
      for (const { wanted, resolve, reject } of batch) {
        if (isOfAll) reject(error);
        else await this.alone(wanted).then(resolve, reject);
      }
    }
  }

  private async alone(wanted: Wanted): Promise<Result> {
    const [result] = await this.work([wanted]);
    return result as Result;
  }
}
