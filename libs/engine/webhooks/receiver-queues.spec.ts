import { ReceiverQueues } from './receiver-queues.js';

const CONCURRENCY = 16;
const MAX_UNFINISHED = 48;
const MAX_WAITING = 10_000;

/** Queues whose attempts end when the spec ends them. */
class Attempts {
  readonly started: string[] = [];
  private readonly ends = new Map<string, () => void>();
  private readonly releases = new Map<string, () => void>();
  readonly queues = new ReceiverQueues((id, release) => {
    this.started.push(id);
    this.releases.set(id, release);
    return new Promise((resolve) => this.ends.set(id, resolve));
  });

  add(address: string, ids: string[]): void {
    for (const id of ids) this.queues.add(address, id);
  }

  release(...ids: string[]): void {
    for (const id of ids) this.releases.get(id)?.();
  }

  async end(...ids: string[]): Promise<void> {
    for (const id of ids) this.ends.get(id)?.();
    await settled();
  }
}

/** Resolves after all pending microtasks. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

describe('the queue of a receiver', () => {
  it('runs sixteen attempts at once, and starts the next in order as they end', async () => {
    const attempts = new Attempts();
    attempts.add('https://slow.example', numbered('a', CONCURRENCY + 3));
    expect(attempts.started).toEqual(numbered('a', CONCURRENCY));
    await attempts.end('a5');
    expect(attempts.started).toEqual(numbered('a', CONCURRENCY + 1));
    await attempts.end('a1', 'a9');
    expect(attempts.started).toEqual(numbered('a', CONCURRENCY + 3));
  });

  it('starts one attempt for each release, and none when the released attempt ends', async () => {
    const attempts = new Attempts();
    attempts.add('https://shop.example', numbered('a', CONCURRENCY + 3));
    attempts.release('a1', 'a1');
    expect(attempts.started).toEqual(numbered('a', CONCURRENCY + 1));
    await attempts.end('a1');
    expect(attempts.started).toEqual(numbered('a', CONCURRENCY + 1));
    await attempts.end('a2');
    expect(attempts.started).toEqual(numbered('a', CONCURRENCY + 2));
  });

  it('limits unfinished attempts to three times its concurrency', async () => {
    const attempts = new Attempts();
    const all = numbered('a', 4 * CONCURRENCY);
    attempts.add('https://shop.example', all);
    attempts.release(...all);
    attempts.release(...all);
    attempts.release(...all);
    expect(attempts.started).toEqual(numbered('a', MAX_UNFINISHED));
    await attempts.end('a7');
    expect(attempts.started).toEqual(numbered('a', MAX_UNFINISHED + 1));
  });

  it('starts attempts while another receiver is blocked', () => {
    const attempts = new Attempts();
    attempts.add('https://dead.example', numbered('a', 40));
    attempts.add('https://quick.example', numbered('b', 2));
    expect(attempts.started).toEqual([...numbered('a', CONCURRENCY), 'b1', 'b2']);
  });

  it('starts attempts while forty other receivers are blocked', async () => {
    const attempts = new Attempts();
    for (let index = 0; index < 40; index += 1)
      attempts.add(`https://dead-${index}.example`, numbered(`dead-${index}-`, 20));
    // Sixteen receivers with sixteen attempts each are busy; after that each gets one.
    expect(attempts.started).toHaveLength(16 * CONCURRENCY + 24);
    attempts.add('https://quick.example', numbered('quick-', 2));
    expect(attempts.started).toContain('quick-1');
    await attempts.end('quick-1');
    expect(attempts.started).toContain('quick-2');
    await attempts.end('dead-0-1');
    expect(attempts.started).not.toContain('dead-0-17');
  });

  it('runs one attempt at a time, and has three unfinished, while many others run', async () => {
    const attempts = new Attempts();
    for (let index = 0; index < 16; index += 1)
      attempts.add(`https://dead-${index}.example`, numbered(`dead-${index}-`, CONCURRENCY));
    const all = numbered('a', 5);
    attempts.add('https://shop.example', all);
    for (let count = 0; count < all.length; count += 1) attempts.release(...all);
    expect(attempts.started.slice(16 * CONCURRENCY)).toEqual(numbered('a', 3));
    await attempts.end('a2');
    expect(attempts.started.slice(16 * CONCURRENCY)).toEqual(numbered('a', 4));
  });

  it('queues a waiting delivery once', async () => {
    const attempts = new Attempts();
    attempts.add('https://slow.example', [...numbered('a', CONCURRENCY + 1), 'a17', 'a17']);
    await attempts.end(...numbered('a', CONCURRENCY));
    expect(attempts.started).toEqual(numbered('a', CONCURRENCY + 1));
  });

  it('accepts a delivery again after its attempt', async () => {
    const attempts = new Attempts();
    attempts.add('https://shop.example', ['a1']);
    await attempts.end('a1');
    attempts.add('https://shop.example', ['a1']);
    expect(attempts.started).toEqual(['a1', 'a1']);
  });

  it('drops deliveries while ten thousand wait', async () => {
    const attempts = new Attempts();
    const all = numbered('a', CONCURRENCY + MAX_WAITING + 1);
    attempts.add('https://dead.example', all);
    for (let first = 0; first < all.length; first += CONCURRENCY)
      await attempts.end(...all.slice(first, first + CONCURRENCY));
    expect(attempts.started).toEqual(all.slice(0, CONCURRENCY + MAX_WAITING));
  });

  it('returns to full concurrency once all attempts have ended', async () => {
    const attempts = new Attempts();
    attempts.add('https://shop.example', numbered('a', 40));
    for (const id of numbered('a', 40)) await attempts.end(id);
    attempts.add('https://shop.example', numbered('b', 40));
    expect(attempts.started.slice(40)).toEqual(numbered('b', CONCURRENCY));
  });
});

describe('close', () => {
  it('resolves at once without attempts in progress', async () => {
    const attempts = new Attempts();
    attempts.add('https://shop.example', ['a1']);
    await attempts.end('a1');
    await expect(attempts.queues.close()).resolves.toBeUndefined();
  });

  it('waits for attempts that have released their receiver', async () => {
    const attempts = new Attempts();
    attempts.add('https://shop.example', ['a1']);
    let isClosed = false;
    const closing = attempts.queues.close().then(() => (isClosed = true));
    attempts.release('a1');
    await settled();
    expect(isClosed).toBe(false);
    await attempts.end('a1');
    expect(isClosed).toBe(true);
    await closing;
  });

  it('waits for all attempts in progress', async () => {
    const attempts = new Attempts();
    attempts.add('https://one.example', ['a1']);
    attempts.add('https://two.example', ['b1']);
    let isClosed = false;
    const closing = attempts.queues.close().then(() => (isClosed = true));
    await attempts.end('a1');
    expect(isClosed).toBe(false);
    await attempts.end('b1');
    expect(isClosed).toBe(true);
    await closing;
  });

  it('starts no waiting or new attempts', async () => {
    const attempts = new Attempts();
    attempts.add('https://slow.example', numbered('a', CONCURRENCY + 1));
    let isClosed = false;
    const closing = attempts.queues.close().then(() => (isClosed = true));
    attempts.add('https://other.example', ['b1']);
    await attempts.end(...numbered('a', CONCURRENCY));
    expect(isClosed).toBe(true);
    await closing;
    expect(attempts.started).toEqual(numbered('a', CONCURRENCY));
  });
});
