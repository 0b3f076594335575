import { hasRedis } from '../rig/own-redis.js';
import { describeWhere } from '../../apps/tollgate/test/describe-where.js';
import { IS_CI, RUN_LIMIT_MS, runProgram } from './run-program.js';

/** Freezes Redis, and kills it, a backend of PostgreSQL, a control process and a worker. */
const SEED = IS_CI ? ['--seed=5942'] : [];

describeWhere(
  hasRedis(),
  'redis-server is not installed',
  'a short chaos run with the queue in Redis',
  () => {
    it(
      'breaks no promise',
      async () => {
        const { code, output } = await runProgram('proof/chaos/main.js', [
          '--short',
          '--faults=5',
          '--queue=redis',
          ...SEED,
        ]);
        expect(output).toMatch(/^faults injected +5$/m);
        expect(code).toBe(0);
      },
      RUN_LIMIT_MS,
    );
  },
);
