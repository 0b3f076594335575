import { IS_CI, RUN_LIMIT_MS, runProgram } from './run-program.js';

/** Kills a worker, freezes it, empties the queue, crashes PostgreSQL and takes a receiver away. */
const SEED = IS_CI ? ['--seed=1980'] : [];

describe('a short chaos with the queue in PostgreSQL', () => {
  it(
    'breaks no promise',
    async () => {
      const { code, output } = await runProgram('apps/chaos/main.js', ['--short', '--faults=5', '--queue=postgres', ...SEED]);
      expect(output).toMatch(/^faults injected +5$/m);
      expect(code).toBe(0);
    },
    RUN_LIMIT_MS,
  );
});
