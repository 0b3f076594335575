import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { MUTANT_NAMES, MUTANTS, mutantShop, type MutantName } from './mutant-shops.js';
import { RunningShop } from './running-shop.js';

const gateway = useGateway();
const CARD = { amount: 2000, currency: 'THB', method: 'card' };
const PAID = { status: 'paid', count: 1, amount: 2000, currency: 'THB', refunded: 0, payments: 1 };

/** What becomes of order 1 in a trouble: in the example shop, and in the mutant. */
interface Trouble {
  readonly play: (shop: RunningShop) => Promise<unknown>;
  readonly right: object;
  readonly wrong: object;
}

const paid = async (shop: RunningShop, wish?: object): Promise<unknown> => {
  const { id } = await shop.begin('1', wish);
  await shop.settled('1');
  await shop.act(id, 'mark_as_paid');
  await shop.settled('1');
  return id;
};

const TROUBLES: Readonly<Record<MutantName, Trouble>> = {
  'believes-the-event': {
    play: async (shop) => {
      await shop.webhooks('hold');
      const { id } = await shop.begin('1');
      await shop.act(id, 'mark_as_paid');
      await shop.webhooks('release', { order: 'reversed' });
    },
    right: PAID,
    wrong: { status: 'pending' },
  },
  'no-idempotence': {
    play: async (shop) => shop.sendAgain(await paid(shop), 1),
    right: PAID,
    wrong: { status: 'paid', count: 2 },
  },
  races: {
    play: async (shop) => {
      await shop.webhooks('hold');
      const { id } = await shop.begin('1');
      await shop.act(id, 'mark_as_paid');
      await shop.sendAgain(id, 2);
    },
    right: PAID,
    wrong: { status: 'paid', count: 2 },
  },
  'forgets-refunds': {
    play: async (shop) => shop.refund(await paid(shop, { method: 'alipay' }), 2000),
    right: { ...PAID, status: 'refunded', refunded: 2000 },
    wrong: PAID,
  },
  'trusts-the-redirect': {
    play: async (shop) => {
      await shop.begin('1');
      await shop.customerReturns('1');
    },
    right: { ...PAID, status: 'pending', count: 0, payments: 0 },
    wrong: { status: 'paid', count: 1 },
  },
  'loses-late-payments': {
    play: async (shop) => {
      const { id } = await shop.begin('1');
      await shop.act(id, 'mark_as_failed');
      await paid(shop);
    },
    right: PAID,
    wrong: { status: 'failed', count: 0 },
  },
  'mixes-currencies': {
    play: async (shop) => {
      const card = await shop.sandbox.token();
      const { currency } = await shop.begin('1', { ...CARD, currency: 'USD', card });
      return { charged: currency };
    },
    right: { ...PAID, currency: 'USD', charged: 'USD' },
    wrong: { currency: 'USD', charged: 'THB' },
  },
  'retries-blindly': {
    play: async (shop) => {
      const card = await shop.sandbox.token();
      await setFault(shop.sandbox, {
        on: 'webhook',
        match: { key: 'charge.create' },
        do: { before_answer: true },
      });
      await shop.loseAnswer();
      await shop.begin('1', { ...CARD, card });
    },
    right: PAID,
    wrong: { status: 'paid', count: 1, payments: 2 },
  },
  'subscribes-twice': {
    play: async (shop) => {
      await shop.loseAnswer('POST /schedules');
      const wish = { ...CARD, every: 'month' };
      await shop.begin('1', { ...wish, card: await shop.sandbox.token() });
      await shop.begin('1', { ...wish, card: await shop.sandbox.token() });
    },
    right: PAID,
    wrong: { status: 'paid', count: 2, payments: 2 },
  },
};

describe.each(MUTANT_NAMES)('the shop %s', (name) => {
  let shop: RunningShop | undefined;
  afterEach(async () => shop?.kill());

  it('is right if nothing is in the way', async () => {
    shop = await RunningShop.open(gateway, mutantShop(name));
    await paid(shop);
    expect(await shop.settled('1')).toEqual(PAID);
  });

  const afterTrouble = async (file: string): Promise<object> => {
    shop = await RunningShop.open(gateway, file);
    const seen = await TROUBLES[name].play(shop);
    return { ...(await shop.settled('1')), ...(typeof seen === 'object' && seen) };
  };

  it(`${MUTANTS[name].wrong}`, async () => {
    expect(await afterTrouble(mutantShop(name))).toMatchObject(TROUBLES[name].wrong);
  });

  it('is wrong where the example shop is right', async () => {
    expect(await afterTrouble('examples/shop.mjs')).toEqual(TROUBLES[name].right);
  });
});
