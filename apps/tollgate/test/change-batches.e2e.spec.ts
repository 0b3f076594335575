import { Client } from 'pg';
import type { Response } from 'supertest';
import type { ChargeBody } from './answers.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import { Merchant } from './merchant.js';
import { scrape } from './scrape.js';

const MANY = 20;

let metricsPort: number;
const gateway = useOwnGateway(async () => {
  metricsPort = await steadyPort();
  return { METRICS_PORT: String(metricsPort) };
});
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
let shop: Merchant;
/** The same merchant at another process. */
let other: Merchant;

beforeEach(async () => {
  shop = await gateway.account();
  other = new Merchant(twin.tollgate, twin.settings, shop.id);
});

const many = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: MANY }, (_, index) => make(index)));
const pay = (at: Merchant, { id }: ChargeBody): Promise<Response> =>
  Promise.resolve(at.post(`/charges/${id}/mark_as_paid`));
const statuses = (answers: readonly Response[]): number[] => answers.map(({ status }) => status);
const all = (status: number, length = MANY): number[] => Array<number>(length).fill(status);

/** The numbers of the transactions that wrote the merchant's events with this key, an item for each event. */
async function transactionsOf(key: string): Promise<string[]> {
  const events = await gateway.database.event.findMany({ where: { accountId: shop.id, key } });
  return events.map(({ xid }) => String(xid));
}

/**
 * Makes the requests while the first one's change waits for a lock, which ends once the others' changes wait
 * behind it.
 */
async function behindOne(requests: () => Promise<Response[]>): Promise<Response[]> {
  const holder = new Client(gateway.databaseUrl);
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE event IN EXCLUSIVE MODE');
    const answers = requests();
    const waiting = async (): Promise<number> =>
      (await scrape(metricsPort)).sum('tollgate_batches_waiting', { part: 'api', kind: 'change' }) ?? 0;
    await until(async () => (await waiting()) === MANY - 1, 'the changes do not wait');
    await holder.query('COMMIT');
    return await answers;
  } finally {
    await holder.end();
  }
}

describe('concurrent changes of different charges', () => {
  it.each([
    ['mark_as_paid', 'charge.complete', () => shop.charge(), {}],
    ['capture', 'charge.capture', () => shop.cardCharge({ capture: false }), {}],
    ['refunds', 'refund.create', () => shop.cardCharge(), { amount: 1_000 }],
  ])('share a transaction: %s', async (action, key, make, form) => {
    const charges = await many(make);
    const answers = await behindOne(() =>
      Promise.all(charges.map(({ id }) => shop.post(`/charges/${id}/${action}`, form))),
    );
    expect(statuses(answers)).toEqual(all(200));
    const transactions = await transactionsOf(key);
    expect(transactions).toHaveLength(MANY);
    expect(new Set(transactions).size).toBe(2);
  });

  it('share a transaction: charges on cards', async () => {
    const tokens = await many(() => shop.token());
    const form = { amount: 100_000, currency: 'THB' };
    const answers = await behindOne(() =>
      Promise.all(tokens.map(({ id: card }) => shop.post('/charges', { ...form, card }))),
    );
    expect(statuses(answers)).toEqual(all(200));
    const transactions = await transactionsOf('charge.create');
    expect(transactions).toHaveLength(MANY);
    expect(new Set(transactions).size).toBe(2);
  });

  it('do not wait for a locked charge, which is then decided on as it is', async () => {
    const [locked, ...free] = (await many(() => shop.charge())) as [ChargeBody, ...ChargeBody[]];
    const holder = new Client(gateway.databaseUrl);
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(
        `UPDATE charge SET version = version + 1, status = 'failed', failure_code = 'payment_rejected' WHERE id = $1`,
        [locked.id],
      );
      const waiting = pay(shop, locked);
      expect(statuses(await Promise.all(free.map((charge) => pay(shop, charge))))).toEqual(
        all(200, MANY - 1),
      );
      await holder.query('COMMIT');
      expect((await waiting).body).toMatchObject({
        code: 'invalid_charge',
        message: 'charge is already failed',
      });
    } finally {
      await holder.end();
    }
    expect(await transactionsOf('charge.complete')).toHaveLength(MANY - 1);
  });
});

describe('of two processes that change the same charges at once', () => {
  it('one changes each charge, and the other’s change is rejected', async () => {
    const charges = await many(() => shop.charge());
    const answers = await Promise.all(
      charges.map((charge) => Promise.all([pay(shop, charge), pay(other, charge)])),
    );
    expect(answers.map((both) => statuses(both).sort())).toEqual(Array(MANY).fill([200, 400]));
    expect(await transactionsOf('charge.complete')).toHaveLength(MANY);
    expect((await shop.get('/transactions')).body).toMatchObject({ total: MANY });
  });
});

describe('concurrent charges on the same token', () => {
  it('are rejected except for one, in one process and in two', async () => {
    const tokens = await many(() => shop.token());
    const charge = (at: Merchant, card: string): Promise<Response> =>
      Promise.resolve(at.post('/charges', { amount: 100_000, currency: 'THB', card }));
    const answers = await Promise.all(
      tokens.map(({ id }, index) =>
        Promise.all([charge(shop, id), charge(index % 2 ? shop : other, id), charge(shop, id)]),
      ),
    );
    expect(answers.map((three) => statuses(three).sort())).toEqual(Array(MANY).fill([200, 400, 400]));
    expect((await shop.get('/charges')).body).toMatchObject({ total: MANY });
  });
});
