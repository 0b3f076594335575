import { FairSemaphore } from './fair-semaphore.js';

const refuse = (): never => {
  throw new Error('no permit in time');
};

/** Work that lasts until `end` is called. */
function lasting(log: string[], name: string): { run: () => Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = (): Promise<void> => {
    log.push(name);
    return ended;
  };
  return { run, end };
}

it('leaves permits to others, whatever waits for one owner', async () => {
  const log: string[] = [];
  const semaphore = new FairSemaphore(2, 1, 60_000);
  const [first, second, other, third] = ['first', 'second', 'other', 'third'].map((name) =>
    lasting(log, name),
  );
  const all = [
    semaphore.run('a', first!.run, refuse),
    semaphore.run('a', second!.run, refuse),
    semaphore.run('b', other!.run, refuse),
    semaphore.run('c', third!.run, refuse),
  ];
  await new Promise(setImmediate);
  expect(log).toEqual(['first', 'other']);
  other!.end();
  await all[2];
  await new Promise(setImmediate);
  expect(log).toEqual(['first', 'other', 'third']);
  for (const one of [first, second, third]) one!.end();
  await Promise.all(all);
  expect(log).toEqual(['first', 'other', 'third', 'second']);
});

it('rejects an owner whose permits are not free in time', async () => {
  const semaphore = new FairSemaphore(2, 1, 1);
  const holder = lasting([], 'holder');
  const held = semaphore.run('a', holder.run, refuse);
  await expect(semaphore.run('a', () => Promise.resolve(), refuse)).rejects.toThrow('no permit in time');
  expect(await semaphore.run('b', () => Promise.resolve('done'), refuse)).toBe('done');
  holder.end();
  await held;
  expect(await semaphore.run('a', () => Promise.resolve('done'), refuse)).toBe('done');
});
