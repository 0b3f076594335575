/** How many attempts at one receiver run at once. */
const CONCURRENCY = 16;
/** The same while {@link BUSY} attempts run, at whatever receivers: so each receiver gets one, and none starves. */
const CONCURRENCY_WHEN_BUSY = 1;
const BUSY = 256;
/** How many times the concurrency may be unfinished: attempts that are over keep nobody from the receiver while they are recorded. */
const UNFINISHED = 3;
/** How many deliveries wait in memory for one receiver. */
const MAX_WAITING = 10_000;

/** Attempts the delivery `id`, and calls `release` as soon as its receiver may have the next. Must not reject. */
type Attempt = (id: string, release: () => void) => Promise<void>;

interface ReceiverQueue {
  /** Attempts that have not released their receiver. */
  active: number;
  /** Those, and the ones that are being recorded. */
  unfinished: number;
  readonly waiting: Set<string>;
}

/**
 * A queue in memory for each receiver, with a concurrency limit: a slow or dead receiver holds up nobody but itself. Beyond
 * 10,000 waiting for one receiver a delivery is dropped here. Its row is still due, and the sweep brings it back.
 */
export class ReceiverQueues {
  private readonly queues = new Map<string, ReceiverQueue>();
  private readonly unfinished = new Set<Promise<void>>();
  private isClosed = false;

  constructor(private readonly attempt: Attempt) {}

  /** Attempts `id` at `receiver`, now or when its turn comes. What waits already is not added twice. */
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

  /** Starts nothing more; resolves when all that has begun is finished. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.unfinished);
  }

  private startNext(receiver: string, queue: ReceiverQueue): void {
    while (!this.isClosed && queue.active < this.concurrency() && queue.unfinished < UNFINISHED * this.concurrency()) {
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
