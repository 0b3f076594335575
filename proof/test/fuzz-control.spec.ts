import fc from 'fast-check';
import { useOwnGateway } from '../../apps/tollgate/test/harness.js';
import { ControlPlayer } from './fuzz/control-player.js';
import { BATCH, REQUESTS, RUN_LIMIT_MS, SEED } from './fuzz/half.js';
import { brokenLaws } from './fuzz/invariants.js';
import { plans, type Plan } from './fuzz/requests.js';
import { controlTargetsOf } from './fuzz/targets.js';

const gateway = useOwnGateway({ CONTROL_TOKEN: 'a-token-that-nobody-sends' }, 'answers');

describe('random requests to the control host with a sandbox’s key', () => {
  it(
    'get API responses, reach no other sandbox, and leave nothing behind when rejected',
    async () => {
      const player = await ControlPlayer.open(gateway);
      const strangers = await player.strangers();
      const property = fc.asyncProperty(plans(controlTargetsOf(gateway), BATCH), (batch) =>
        player.play(batch),
      );
      const failWithSeed = ({ failed, errorInstance }: fc.RunDetails<[batch: Plan[]]>): void => {
        if (failed)
          throw new Error(
            `FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS} npm run test:faults -- fuzz-control sends it again`,
            {
              cause: errorInstance,
            },
          );
      };
      const numRuns = Math.ceil(REQUESTS / 2 / BATCH);
      await fc.assert(property, { seed: SEED + 2, numRuns, endOnFailure: true, reporter: failWithSeed });
      expect(await brokenLaws(gateway.database)).toEqual({});
      expect(await player.strangers()).toEqual(strangers);
      expect((await fetch(`${gateway.settings.controlUrl}/readyz`)).status).toBe(200);
      if (process.env['FUZZ_SEED'] ?? process.env['FUZZ_REQUESTS'])
        process.stderr.write(`FUZZ_SEED=${SEED}: ${player.summary()}\n`);
    },
    RUN_LIMIT_MS,
  );
});
