import type { Pool } from 'pg';

const PAUSE_MS = 500;

/**
 * Pauses before each error of the pool. BullMQ's workers retry at once, which would overload a starting
 * server. Errors of idle connections go to the pool's own listeners only.
 */
export function slowToFail(pool: Pool): Pool {
  const pausing = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch(async (error: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      throw error;
    });
  const own = new Map<string | symbol, unknown>([
    ['connect', () => pausing(pool.connect())],
    ['query', (text: string, values?: unknown[]) => pausing(pool.query(text, values))],
    ['on', () => pool],
  ]);
  return new Proxy(pool, { get: (target, name): unknown => own.get(name) ?? Reflect.get(target, name) });
}
