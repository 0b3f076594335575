/** Attempts to one receiver that run at once, and those that wait their turn in memory. */
const WIDTH = 16;
const MAX_WAITING = 10_000;
/** So many times as many of a receiver are under way at once, with those whose attempt is over and is being written down. */
const WITH_THOSE_OVER = 3;
/** With this many attempts under way, to whomever, every receiver gets one at a time: none is ever without. */
const CROWDED = 256;

/** What goes on for an id. It calls `leave` as soon as its receiver may have the next. */
type Run = (id: string, leave: () => void) => Promise<void>;

interface Lane {
  /** Those that have not left. */
  atReceiver: number;
  underWay: number;
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
  constructor(private readonly run: Run) {}

  /** Runs `id` on the lane of `receiver`, now or when there is room. */
  add(receiver: string, id: string): void {
    if (this.isClosed) return;
    const lane = this.lanes.get(receiver) ?? { atReceiver: 0, underWay: 0, waiting: new Set<string>() };
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
    while (!this.isClosed && lane.atReceiver < this.width() && lane.underWay < WITH_THOSE_OVER * this.width()) {
      const [id] = lane.waiting;
      if (id === undefined) break;
      lane.waiting.delete(id);
      this.begin(id, receiver, lane);
    }
    if (lane.underWay === 0 && lane.waiting.size === 0) this.lanes.delete(receiver);
  }

  private begin(id: string, receiver: string, lane: Lane): void {
    let hasLeft = false;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      lane.atReceiver -= 1;
      this.advance(receiver, lane);
    };
    lane.atReceiver += 1;
    lane.underWay += 1;
    const turn = this.run(id, leave).finally(() => {
      lane.underWay -= 1;
      this.underWay.delete(turn);
      leave();
      this.advance(receiver, lane);
    });
    this.underWay.add(turn);
  }

  private width(): number {
    return this.underWay.size < CROWDED ? WIDTH : 1;
  }
}
