import fc from 'fast-check';
import { SCENARIOS } from '#control/scenarios/rules/scenarios.js';
import {
  checkBooks,
  checkJournal,
  type Charge,
  type Dispute,
  type Event,
  type Refund,
  type Transaction,
} from '../../../proof/test/money/laws.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

/** A failure prints its seed; `SCENARIO_SEED=… npm test -- scenarios-money` repeats it. */
const SEED = Number(process.env['SCENARIO_SEED'] ?? Date.now() % 0x7fffffff);
const gateway = useOwnGateway();
const receiver = useReceiver();

const stories = fc.array(
  fc.record({
    scenario: fc.constantFrom(
      ...SCENARIOS.map(({ name }) => name).filter(
        (name) => name !== 'rate-limited' && name !== 'answer-lost-after-commit',
      ),
    ),
    amount: fc.integer({ min: 2_000, max: 1_000_000 }),
  }),
  { minLength: 6, maxLength: 10 },
);

async function all<T>(sandbox: Sandbox, path: string): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const { body } = await sandbox.get(`${path}?limit=100&offset=${found.length}`);
    const { data, total } = body as { data: T[]; total: number };
    found.push(...data);
    if (found.length >= total) return found;
  }
}

it('random scenarios create only states that the API could create', async () => {
  const property = fc.asyncProperty(stories, fc.constantFrom('TH', 'SG', 'JP'), async (script, country) => {
    const currency = { TH: 'THB', SG: 'SGD', JP: 'JPY' }[country];
    const sandbox = await createSandbox(gateway, { country, currency, webhook_uri: receiver.uri });
    for (const { scenario, amount } of script) {
      const { status, body } = await control(gateway)
        .post(`/api/sandboxes/${sandbox.name}/scenarios/${scenario}/run`)
        .send({ amount });
      if (status !== 200) throw new Error(`${scenario}: ${JSON.stringify(body)}`);
    }
    checkBooks({
      charges: await all<Charge>(sandbox, '/charges'),
      refunds: await all<Refund>(sandbox, '/refunds'),
      transfers: [],
      disputes: await all<Dispute>(sandbox, '/disputes'),
      transactions: await all<Transaction>(sandbox, '/transactions'),
      events: await all<Event>(sandbox, '/events'),
      balance: (await sandbox.get('/balance')).body as unknown,
    });
    await checkJournal(gateway.database);
  });
  await fc.assert(property, { seed: SEED, numRuns: 4, endOnFailure: true });
});
