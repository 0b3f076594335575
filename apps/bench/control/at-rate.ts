import { setTimeout as delay } from 'node:timers/promises';

/** Begins `work` so often a second, whether or not what began before is over. Answers how many milliseconds each took from when it was to begin. */
export async function atRate(count: number, perSecond: number, work: (number: number) => Promise<unknown>): Promise<number[]> {
  const begin = performance.now();
  const each = Array.from({ length: count }, async (_, number) => {
    const due = begin + (number * 1_000) / perSecond;
    await delay(Math.max(0, due - performance.now()));
    await work(number);
    return performance.now() - due;
  });
  return Promise.all(each);
}

/** So many at once, until all are done. */
export async function atOnce(count: number, concurrency: number, work: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) await work(number);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
}
