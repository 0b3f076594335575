/** Attempts to one receiver that run at once, and those that wait their turn in memory. */
const WIDTH = 16;
const MAX_WAITING = 10_000;
/** With this many attempts under way, to whomever, every receiver gets one at a time: none is ever without. */
const CROWDED = 256;

interface Lane {
  running: number;
  readonly waiting: Set<string>;
}

/**
 * A lane for every receiver, so that a slow or dead one holds up nobody but itself. What does not fit in a lane is dropped:
 * its row is still due, and the sweep brings it back.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly underWay = new Set<Promise<void>>();
  private isClosed = false;

  /** `run` must not reject. */
  constructor(private readonly run: (id: string) => Promise<void>) {}

  /** Runs `id` on the lane of `receiver`, now or when there is room. */
  add(receiver: string, id: string): void {
    if (this.isClosed) return;
    const lane = this.lanes.get(receiver) ?? { running: 0, waiting: new Set<string>() };
    this.lanes.set(receiver, lane);
    if (lane.waiting.size < MAX_WAITING) lane.waiting.add(id);
    this.advance(receiver, lane);
  }

  get runningCount(): number {
    return this.underWay.size;
  }

  get waitingCount(): number {
    return [...this.lanes.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** Starts nothing more; resolves when what is under way has ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.underWay);
  }

  private advance(receiver: string, lane: Lane): void {
    while (!this.isClosed && lane.running < this.width()) {
      const [id] = lane.waiting;
      if (id === undefined) break;
      lane.waiting.delete(id);
      lane.running += 1;
      const turn = this.run(id).finally(() => {
        lane.running -= 1;
        this.underWay.delete(turn);
        this.advance(receiver, lane);
      });
      this.underWay.add(turn);
    }
    if (lane.running === 0 && lane.waiting.size === 0) this.lanes.delete(receiver);
  }

  private width(): number {
    return this.underWay.size < CROWDED ? WIDTH : 1;
  }
}
