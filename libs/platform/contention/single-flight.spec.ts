import { SingleFlight } from './single-flight.js';

/** Work that ends when the test says so, and whose result is the number of its run. */
class Work {
  readonly ends: ((error?: Error) => void)[] = [];
  private readonly flights = new SingleFlight<number>();

  ask(key = 'total'): Promise<number> {
    return this.flights.run(key, () => {
      const run = this.ends.length + 1;
      return new Promise((resolve, reject) =>
        this.ends.push((error) => (error ? reject(error) : resolve(run))),
      );
    });
  }
}

/** Every promise that can go on by now has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a result that is shared', () => {
  it('is not one that was begun before, and is worked for once for all who came meanwhile', async () => {
    const work = new Work();
    const first = work.ask();
    const others = [work.ask(), work.ask(), work.ask()];
    expect(work.ends).toHaveLength(1);
    work.ends[0]?.();
    expect(await first).toBe(1);
    await settled();
    const late = work.ask();
    expect(work.ends).toHaveLength(2);
    work.ends[1]?.();
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    await settled();
    work.ends[2]?.();
    expect(await late).toBe(3);
  });

  it('starts again once no caller waits', async () => {
    const work = new Work();
    for (const run of [1, 2, 3]) {
      const result = work.ask();
      work.ends[run - 1]?.();
      expect(await result).toBe(run);
    }
  });

  it('is not shared between keys', () => {
    const work = new Work();
    void work.ask('one');
    void work.ask('two');
    expect(work.ends).toHaveLength(2);
  });

  it('fails for the callers that share it, and not for the next one', async () => {
    const work = new Work();
    const first = work.ask();
    const second = work.ask();
    work.ends[0]?.(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settled();
    work.ends[1]?.();
    expect(await second).toBe(2);
  });
});
