/** The most concurrent attempts for one receiver. */
const CONCURRENCY = 16;
/** The same while {@link BUSY} or more attempts are unfinished in total, so that no receiver starves. */
const CONCURRENCY_WHEN_BUSY = 1;
const BUSY = 256;
/**
 * The most unfinished attempts for one receiver, as a multiple of its concurrency: attempts that are being
 * recorded do not block the next.
 */
const UNFINISHED = 3;
/** The most deliveries that wait in memory for one receiver. */
const MAX_WAITING = 10_000;

/**
 * Makes an attempt at the delivery `id`, and calls `release` when the next attempt for the same receiver may
 * start. Must not reject.
 */
type Attempt = (id: string, release: () => void) => Promise<void>;

interface ReceiverQueue {
  /** Attempts that have not called `release`. */
  active: number;
  /** Active attempts, and those that are being recorded. */
  unfinished: number;
  readonly waiting: Set<string>;
}

/**
 * An in-memory queue for each receiver, with a concurrency limit, so that a slow or dead receiver does not
 * delay others. While {@link MAX_WAITING} deliveries wait for a receiver, further ones are dropped: a later
 * sweep adds them again.
 */
export class ReceiverQueues {
  private readonly queues = new Map<string, ReceiverQueue>();
  private readonly unfinished = new Set<Promise<void>>();
  private isClosed = false;

  constructor(private readonly attempt: Attempt) {}

  /** Queues the delivery `id`, unless it is waiting already. */
  add(receiver: string, id: string): void {
    if (this.isClosed) return;
    const queue = this.queues.get(receiver) ?? { active: 0, unfinished: 0, waiting: new Set<string>() };
    this.queues.set(receiver, queue);
    if (queue.waiting.size < MAX_WAITING) queue.waiting.add(id);
    this.startNext(receiver, queue);
  }

  get unfinishedCount(): number {
    return this.unfinished.size;
  }

  get waitingCount(): number {
    return [...this.queues.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** Starts no further attempts; resolves when those in progress are finished. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.unfinished);
  }

  private startNext(receiver: string, queue: ReceiverQueue): void {
    while (
      !this.isClosed &&
      queue.active < this.concurrency() &&
      queue.unfinished < UNFINISHED * this.concurrency()
    ) {
      const [id] = queue.waiting;
      if (id === undefined) break;
      queue.waiting.delete(id);
      this.start(id, receiver, queue);
    }
    if (queue.unfinished === 0 && queue.waiting.size === 0) this.queues.delete(receiver);
  }

  private start(id: string, receiver: string, queue: ReceiverQueue): void {
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      queue.active -= 1;
      this.startNext(receiver, queue);
    };
    queue.active += 1;
    queue.unfinished += 1;
    const attempt = this.attempt(id, release).finally(() => {
      queue.unfinished -= 1;
      this.unfinished.delete(attempt);
      release();
      this.startNext(receiver, queue);
    });
    this.unfinished.add(attempt);
  }

  private concurrency(): number {
    return this.unfinished.size < BUSY ? CONCURRENCY : CONCURRENCY_WHEN_BUSY;
  }
}
