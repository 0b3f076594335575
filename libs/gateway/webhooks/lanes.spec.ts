import { Lanes } from './lanes.js';

const WIDTH = 16;
const MAX_UNDER_WAY = 48;
const MAX_WAITING = 10_000;

/** Lanes whose runs end when the test says so. */
class Traffic {
  readonly started: string[] = [];
  private readonly ends = new Map<string, () => void>();
  private readonly leaves = new Map<string, () => void>();
  readonly lanes = new Lanes((id, leave) => {
    this.started.push(id);
    this.leaves.set(id, leave);
    return new Promise((resolve) => this.ends.set(id, resolve));
  });

  add(address: string, ids: string[]): void {
    for (const id of ids) this.lanes.add(address, id);
  }

  leave(...ids: string[]): void {
    for (const id of ids) this.leaves.get(id)?.();
  }

  async end(...ids: string[]): Promise<void> {
    for (const id of ids) this.ends.get(id)?.();
    await settled();
  }
}

/** Every promise that can go on by now has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

describe('the lane of an address', () => {
  it('runs sixteen at once, and the next ones in turn as there is room', async () => {
    const traffic = new Traffic();
    traffic.add('https://slow.example', numbered('a', WIDTH + 3));
    expect(traffic.started).toEqual(numbered('a', WIDTH));
    await traffic.end('a5');
    expect(traffic.started).toEqual(numbered('a', WIDTH + 1));
    await traffic.end('a1', 'a9');
    expect(traffic.started).toEqual(numbered('a', WIDTH + 3));
  });

  it('has room again for each that has left, and none twice when that ends', async () => {
    const traffic = new Traffic();
    traffic.add('https://shop.example', numbered('a', WIDTH + 3));
    traffic.leave('a1', 'a1');
    expect(traffic.started).toEqual(numbered('a', WIDTH + 1));
    await traffic.end('a1');
    expect(traffic.started).toEqual(numbered('a', WIDTH + 1));
    await traffic.end('a2');
    expect(traffic.started).toEqual(numbered('a', WIDTH + 2));
  });

  it('waits when three times as many are under way, though all have left', async () => {
    const traffic = new Traffic();
    const all = numbered('a', 4 * WIDTH);
    traffic.add('https://shop.example', all);
    traffic.leave(...all);
    traffic.leave(...all);
    traffic.leave(...all);
    expect(traffic.started).toEqual(numbered('a', MAX_UNDER_WAY));
    await traffic.end('a7');
    expect(traffic.started).toEqual(numbered('a', MAX_UNDER_WAY + 1));
  });

  it('is not held up by another that is full', () => {
    const traffic = new Traffic();
    traffic.add('https://dead.example', numbered('a', 40));
    traffic.add('https://quick.example', numbered('b', 2));
    expect(traffic.started).toEqual([...numbered('a', WIDTH), 'b1', 'b2']);
  });

  it('is not held up by any number of others that are full and have more to do', async () => {
    const traffic = new Traffic();
    for (let index = 0; index < 40; index += 1) traffic.add(`https://dead-${index}.example`, numbered(`dead-${index}-`, 20));
    // 16 lanes of sixteen fill the road; after that each gets one.
    expect(traffic.started).toHaveLength(16 * WIDTH + 24);
    traffic.add('https://quick.example', numbered('quick-', 2));
    expect(traffic.started).toContain('quick-1');
    await traffic.end('quick-1');
    expect(traffic.started).toContain('quick-2');
    await traffic.end('dead-0-1');
    expect(traffic.started).not.toContain('dead-0-17');
  });

  it('has one at a time and three under way while it is crowded, also when those have left', async () => {
    const traffic = new Traffic();
    for (let index = 0; index < 16; index += 1) traffic.add(`https://dead-${index}.example`, numbered(`dead-${index}-`, WIDTH));
    const all = numbered('a', 5);
    traffic.add('https://shop.example', all);
    for (let count = 0; count < all.length; count += 1) traffic.leave(...all);
    expect(traffic.started.slice(16 * WIDTH)).toEqual(numbered('a', 3));
    await traffic.end('a2');
    expect(traffic.started.slice(16 * WIDTH)).toEqual(numbered('a', 4));
  });

  it('keeps what waits only once', async () => {
    const traffic = new Traffic();
    traffic.add('https://slow.example', [...numbered('a', WIDTH + 1), 'a17', 'a17']);
    await traffic.end(...numbered('a', WIDTH));
    expect(traffic.started).toEqual(numbered('a', WIDTH + 1));
  });

  it('runs again what has been run', async () => {
    const traffic = new Traffic();
    traffic.add('https://shop.example', ['a1']);
    await traffic.end('a1');
    traffic.add('https://shop.example', ['a1']);
    expect(traffic.started).toEqual(['a1', 'a1']);
  });

  it('drops what ten thousand already wait before', async () => {
    const traffic = new Traffic();
    const all = numbered('a', WIDTH + MAX_WAITING + 1);
    traffic.add('https://dead.example', all);
    for (let first = 0; first < all.length; first += WIDTH) await traffic.end(...all.slice(first, first + WIDTH));
    expect(traffic.started).toEqual(all.slice(0, WIDTH + MAX_WAITING));
  });

  it('has its full width again once everything has ended', async () => {
    const traffic = new Traffic();
    traffic.add('https://shop.example', numbered('a', 40));
    for (const id of numbered('a', 40)) await traffic.end(id);
    traffic.add('https://shop.example', numbered('b', 40));
    expect(traffic.started.slice(40)).toEqual(numbered('b', WIDTH));
  });
});

describe('closing', () => {
  it('ends at once when nothing is under way', async () => {
    const traffic = new Traffic();
    traffic.add('https://shop.example', ['a1']);
    await traffic.end('a1');
    await expect(traffic.lanes.close()).resolves.toBeUndefined();
  });

  it('waits for what has left as well', async () => {
    const traffic = new Traffic();
    traffic.add('https://shop.example', ['a1']);
    let isClosed = false;
    const closing = traffic.lanes.close().then(() => (isClosed = true));
    traffic.leave('a1');
    await settled();
    expect(isClosed).toBe(false);
    await traffic.end('a1');
    expect(isClosed).toBe(true);
    await closing;
  });

  it('waits for all that is under way', async () => {
    const traffic = new Traffic();
    traffic.add('https://one.example', ['a1']);
    traffic.add('https://two.example', ['b1']);
    let isClosed = false;
    const closing = traffic.lanes.close().then(() => (isClosed = true));
    await traffic.end('a1');
    expect(isClosed).toBe(false);
    await traffic.end('b1');
    expect(isClosed).toBe(true);
    await closing;
  });

  it('starts nothing more: neither what waits nor what is new', async () => {
    const traffic = new Traffic();
    traffic.add('https://slow.example', numbered('a', WIDTH + 1));
    let isClosed = false;
    const closing = traffic.lanes.close().then(() => (isClosed = true));
    traffic.add('https://other.example', ['b1']);
    await traffic.end(...numbered('a', WIDTH));
    expect(isClosed).toBe(true);
    await closing;
    expect(traffic.started).toEqual(numbered('a', WIDTH));
  });
});
