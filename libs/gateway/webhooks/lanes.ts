/** Attempts to one address that run at once, and those that wait their turn in memory. */
const WIDTH = 8;
const MAX_WAITING = 1_000;

interface Lane {
  running: number;
  readonly waiting: Set<string>;
}

/**
 * A lane for every address, so that a slow or dead receiver holds up nobody but itself. What does not fit in a lane is dropped:
 * its row is still due, and the sweep brings it back.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly underWay = new Set<Promise<void>>();
  private isClosed = false;

  /** `run` must not reject. */
  constructor(private readonly run: (id: string) => Promise<void>) {}

  /** Runs `id` on the lane of `address`, now or when there is room. */
  add(address: string, id: string): void {
    if (this.isClosed) return;
    const lane = this.lanes.get(address) ?? { running: 0, waiting: new Set<string>() };
    this.lanes.set(address, lane);
    if (lane.waiting.size < MAX_WAITING) lane.waiting.add(id);
    this.advance(address, lane);
  }

  /** Starts nothing more; resolves when what is under way has ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.underWay);
  }

  private advance(address: string, lane: Lane): void {
    while (!this.isClosed && lane.running < WIDTH) {
      const [id] = lane.waiting;
      if (id === undefined) break;
      lane.waiting.delete(id);
      lane.running += 1;
      const turn = this.run(id).finally(() => {
        lane.running -= 1;
        this.underWay.delete(turn);
        this.advance(address, lane);
      });
      this.underWay.add(turn);
    }
    if (lane.running === 0 && lane.waiting.size === 0) this.lanes.delete(address);
  }
}
