import fc from 'fast-check';
import { useOwnGateway } from '../../../apps/tollgate/test/harness.js';
import { brokenLaws, tableSums } from './invariants.js';
import { Player } from './player.js';
import { plans, type Plan } from './requests.js';
import { targetsOf } from './targets.js';

/** Two files, so that two workers share them. What they send differs. */
const HALVES = ['first', 'second'] as const;

/** Every run is random, except in CI, where a failure must be due to the change. */
const CI_SEED = 20_251_122;
export const SEED = Number(
  process.env['FUZZ_SEED'] ?? (process.env['CI'] === 'true' ? CI_SEED : Date.now() % 0x7fffffff),
);
/** Number of requests of both halves, not counting repeated rejected requests. */
export const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_500);
export const BATCH = 75;
/** Enough for the largest requested run. */
export const RUN_LIMIT_MS = 3_600_000;

/** A failure prints the command that repeats the requests, but not their timing. */
export function fuzzHalf(half: (typeof HALVES)[number]): void {
  const gateway = useOwnGateway({}, 'answers');

  describe('whatever is sent to whichever route', () => {
    it(
      'is answered, with what was asked for or with the error object, and leaves nothing half-written',
      async () => {
        const player = await Player.open(gateway);
        const strangers = await tableSums(gateway.database, player.stranger.id);
        const property = fc.asyncProperty(plans(targetsOf(gateway), BATCH), (batch) => player.play(batch));
        const numRuns = Math.ceil(REQUESTS / HALVES.length / BATCH);
        // The objects differ between runs, so shrinking would find another failure.
        await fc.assert(property, {
          seed: SEED + HALVES.indexOf(half),
          numRuns,
          endOnFailure: true,
          reporter: failWithSeed,
        });
        expect(await brokenLaws(gateway.database)).toEqual({});
        expect(await tableSums(gateway.database, player.stranger.id)).toEqual(strangers);
        for (const host of [gateway.settings.baseUrl, gateway.settings.vaultUrl, gateway.settings.payUrl]) {
          expect((await fetch(`${host}/readyz`)).status).toBe(200);
        }
        if (process.env['FUZZ_SEED'] ?? process.env['FUZZ_REQUESTS'])
          process.stderr.write(`FUZZ_SEED=${SEED}: ${player.summary()}\n`);
      },
      RUN_LIMIT_MS,
    );
  });

  function failWithSeed({ failed, errorInstance }: fc.RunDetails<[batch: Plan[]]>): void {
    if (!failed) return;
    throw new Error(
      `FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS} npm run test:faults -- fuzz-${half} sends it again`,
      {
        cause: errorInstance,
      },
    );
  }
}
