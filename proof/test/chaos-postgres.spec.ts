import { IS_CI, RUN_LIMIT_MS, runProgram } from './run-program.js';

/** Freezes a control process, kills the other and a worker, empties the queue and crashes PostgreSQL. */
const SEED = IS_CI ? ['--seed=6725'] : [];

describe('a short chaos run with the queue in PostgreSQL', () => {
  it(
    'breaks no promise',
    async () => {
      const { code, output } = await runProgram('proof/chaos/main.js', [
        '--short',
        '--faults=5',
        '--queue=postgres',
        ...SEED,
      ]);
      expect(output).toMatch(/^faults injected +5$/m);
      expect(code).toBe(0);
    },
    RUN_LIMIT_MS,
  );
});
