import { jest } from '@jest/globals';
import { Gauge } from 'prom-client';

// Jest's clock moves these timers only if they are global.
jest.unstable_mockModule('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

const { Exposition } = await import('./exposition.js');

let exposition: InstanceType<typeof Exposition>;

beforeEach(() => {
  jest.useFakeTimers();
  exposition = new Exposition();
});

afterEach(() => jest.useRealTimers());

function gauge(name: string): Gauge {
  return new Gauge({ name, help: name, labelNames: ['of'], registers: [exposition.registry] });
}

/** The exposed gauges after `ms`. */
async function shownAfter(ms: number): Promise<string> {
  const text = exposition.text();
  await jest.advanceTimersByTimeAsync(ms);
  return (await text).replaceAll(/^#.*\n/gm, '').trim();
}

describe('a scrape', () => {
  it('leaves out what cannot be read within two seconds, and what fails', async () => {
    const [known, slow, broken] = ['known', 'slow', 'broken'].map(gauge) as [Gauge, Gauge, Gauge];
    let isEasy = true;
    exposition.readBefore([known], () => known.set({ of: 'it' }, 1));
    exposition.readBefore([slow], async () => {
      if (!isEasy) await new Promise(() => undefined);
      slow.set({ of: 'it' }, 2);
    });
    exposition.readBefore([broken], () => {
      if (!isEasy) throw new Error('away');
      broken.set({ of: 'it' }, 3);
    });
    expect(await shownAfter(0)).toBe('known{of="it"} 1\n\nslow{of="it"} 2\n\nbroken{of="it"} 3');
    isEasy = false;
    expect(await shownAfter(2_000)).toBe('known{of="it"} 1');
  });

  it('does not read again what is still being read, and shows it once it is', async () => {
    const slow = gauge('slow');
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const read = jest.fn(async () => {
      await ended;
      slow.set({ of: 'it' }, 1);
    });
    exposition.readBefore([slow], read);
    expect([await shownAfter(2_000), await shownAfter(2_000)]).toEqual(['', '']);
    expect(read).toHaveBeenCalledTimes(1);
    end();
    expect(await shownAfter(2_000)).toBe('slow{of="it"} 1');
  });

  it('is the same for two who ask at once', async () => {
    const read = jest.fn<() => void>();
    exposition.readBefore([], read);
    const [one, other] = [exposition.text(), exposition.text()];
    expect(await one).toBe(await other);
    expect(read).toHaveBeenCalledTimes(1);
    await exposition.text();
    expect(read).toHaveBeenCalledTimes(2);
  });
});
