import { advance, frozenSandbox } from './clock.js';
import { failureOf, setFault } from './faults.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { onPage, rejectInvalid, reportOf } from './report.js';
import { createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const receiver = useReceiver();

const ORDER = { metadata: { order: '1042' } };
const SHOP = 'https://shop.example/return';
const LOST = { on: 'api', when: 'after', match: { route: 'POST /charges' }, do: { disconnect: true } };
/** Longer than a call that is repeated at once. */
const PAUSE = { timeout: 600 };

let sandbox: Sandbox;

beforeEach(async () => {
  receiver.answer((_, response) => response.end());
  sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
});

/** The names of the advice of a sandbox. */
async function adviceOf(one = sandbox): Promise<string[]> {
  return (await reportOf(one)).advice.map(({ name }) => name);
}

const charge = (form: object = {}): Promise<{ id: string; authorize_uri: string }> =>
  sandbox.charge({ ...ORDER, ...form });

async function paid(form: object = {}): Promise<{ id: string; authorize_uri: string }> {
  const made = await charge(form);
  await sandbox.post(`/charges/${made.id}/mark_as_paid`).expect(200);
  return made;
}

async function retrieve({ id }: { readonly id: string }): Promise<void> {
  await sandbox.get(`/charges/${id}`).expect(200);
}

/** The calls of a wrong shop and of a correct one, by advice. */
const SHOPS: readonly (readonly [
  advice: string,
  wrong: () => Promise<unknown>,
  right: () => Promise<unknown>,
])[] = [
  [
    'charge-repeated-blindly',
    async () => {
      await setFault(sandbox, LOST);
      await failureOf(sandbox.post('/charges', cardless()));
      await charge();
    },
    async () => {
      await setFault(sandbox, LOST);
      await failureOf(sandbox.post('/charges', cardless()));
      await sandbox.get('/charges').expect(200);
    },
  ],
  [
    'event-not-retrieved',
    async () => {
      const { authorize_uri: page } = await charge();
      await onPage(page, { outcome: 'successful' }).expect(303);
    },
    async () => {
      const made = await charge();
      await onPage(made.authorize_uri, { outcome: 'successful' }).expect(303);
      await receiver.next(({ event }) => event.key === 'charge.complete' && event.data.id === made.id);
      await retrieve(made);
    },
  ],
  [
    'return-page-trusted',
    async () => {
      sandbox = await createSandbox(gateway);
      const { authorize_uri: page } = await charge();
      await onPage(page, { outcome: 'successful' }).expect(303);
    },
    async () => {
      sandbox = await createSandbox(gateway);
      const made = await charge();
      await onPage(made.authorize_uri, { outcome: 'successful' }).expect(303);
      await retrieve(made);
    },
  ],
  [
    'forged-webhook-accepted',
    async () => {
      await setFault(sandbox, { on: 'webhook', do: { wrong_signature: 1 } });
      await paid();
    },
    async () => {
      rejectInvalid(receiver, sandbox);
      await setFault(sandbox, { on: 'webhook', do: { wrong_signature: 1 } });
      await paid();
    },
  ],
  [
    'stale-webhook-accepted',
    async () => {
      await setFault(sandbox, { on: 'webhook', do: { stale: 1 } });
      await paid();
    },
    async () => {
      rejectInvalid(receiver, sandbox);
      await setFault(sandbox, { on: 'webhook', do: { stale: 1 } });
      await paid();
    },
  ],
  [
    'valid-webhook-rejected',
    async () => {
      receiver.answer((_, response) => response.writeHead(404).end());
      await paid();
    },
    () => paid(),
  ],
  [
    'slow-acknowledgement',
    async () => {
      sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_timeout: '1s' });
      let count = 0;
      receiver.answer((_, response) => void ((count += 1) === 1 ? undefined : response.end()));
      await paid();
    },
    () => paid(),
  ],
  [
    'polling',
    async () => {
      const made = await charge();
      for (let count = 0; count < 10; count += 1) await retrieve(made);
      await sandbox.post(`/charges/${made.id}/mark_as_paid`).expect(200);
    },
    async () => {
      const made = await charge();
      for (let count = 0; count < 9; count += 1) await retrieve(made);
      await sandbox.post(`/charges/${made.id}/mark_as_paid`).expect(200);
    },
  ],
  [
    'order-paid-twice',
    async () => {
      await paid();
      await paid();
    },
    async () => {
      const { id } = await paid();
      await sandbox.post(`/charges/${id}/refunds`, { amount: 2_000 }).expect(200);
      await paid();
    },
  ],
  ['charge-without-order', () => paid({ metadata: {} }), () => paid({ metadata: {}, description: 'Tea' })],
  [
    'refund-not-possible',
    async () => {
      const source = { type: 'bill_payment_tesco_lotus' };
      const { id } = await paid({ source, currency: 'THB' });
      await sandbox.post(`/charges/${id}/refunds`, { amount: 2_000 }).expect(400);
    },
    async () => {
      const { id } = await paid();
      await sandbox.post(`/charges/${id}/refunds`, { amount: 2_001 }).expect(400);
    },
  ],
  [
    'token-reused',
    async () => {
      const card = await sandbox.token();
      await sandbox.cardCharge({ card, ...ORDER });
      await sandbox.post('/charges', { amount: 2_000, currency: 'THB', card }).expect(400);
    },
    () => sandbox.cardCharge(ORDER),
  ],
  [
    'rejected-call-repeated',
    async () => {
      for (let count = 0; count < 3; count += 1) await sandbox.post('/charges', {}).expect(400);
    },
    async () => {
      for (let count = 0; count < 2; count += 1) await sandbox.post('/charges', {}).expect(400);
    },
  ],
  [
    'rate-limit-ignored',
    async () => {
      await setFault(sandbox, { on: 'api', do: { status: 429 } });
      await sandbox.get('/charges').expect(429);
      await sandbox.get('/charges').expect(200);
    },
    async () => {
      await setFault(sandbox, { on: 'api', do: { status: 429 } });
      await sandbox.get('/charges').expect(429);
      // Another call that takes its time.
      await setFault(sandbox, {
        on: 'api',
        match: { route: 'GET /balance' },
        do: { delay: `${PAUSE.timeout}ms` },
      });
      await sandbox.get('/balance').expect(200);
      await sandbox.get('/charges').expect(200);
    },
  ],
  [
    'secret-key-in-browser',
    async () => sandbox.get('/charges').set('Origin', 'https://shop.example').expect(200),
    async () => sandbox.get('/charges').set('User-Agent', 'node').expect(200),
  ],
  [
    'deprecated-version',
    async () => sandbox.get('/charges').set('Omise-Version', '2017-11-02').expect(200),
    async () => sandbox.get('/charges').set('Omise-Version', '2019-05-29').expect(200),
  ],
];

function cardless(): object {
  return { amount: 2_000, currency: 'MYR', source: { type: 'boost' }, return_uri: SHOP, ...ORDER };
}

describe('the advice of a report', () => {
  it.each(SHOPS.map(([advice, wrong]) => ({ advice, wrong })))('has $advice', async ({ advice, wrong }) => {
    await wrong();
    const report = await reportOf(sandbox);
    const found = report.advice.find(({ name }) => name === advice);
    expect(report.advice.map(({ name }) => name)).toContain(advice);
    expect(found?.count).toBeGreaterThan(0);
    expect(found?.findings[0]?.entry).toMatch(/^(req|whdl|evnt)_/);
  });

  it.each(SHOPS.map(([advice, , right]) => ({ advice, right })))(
    'does not advise $advice to a correct shop',
    async ({ advice, right }) => {
      await right();
      expect(await adviceOf()).not.toContain(advice);
    },
  );

  it('begins at the time in since', async () => {
    const frozen = await frozenSandbox(gateway, '2027-01-01T00:00:00Z');
    await frozen.charge();
    await advance(frozen, { by: '1h' });
    expect(await adviceOf(frozen)).toContain('charge-without-order');
    expect((await reportOf(frozen, { since: '30m' })).advice).toEqual([]);
  });

  it('finds orders by the key in order_key', async () => {
    await paid({ metadata: { cart: '7' } });
    expect(await adviceOf()).toContain('charge-without-order');
    expect((await reportOf(sandbox, { order_key: 'cart' })).advice.map(({ name }) => name)).not.toContain(
      'charge-without-order',
    );
  });
});
