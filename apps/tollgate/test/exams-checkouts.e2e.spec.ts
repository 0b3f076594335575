import { useExaminedShops, type Habits } from './exam-shop.js';

const { examined } = useExaminedShops();

describe('an exam of a checkout', () => {
  it('takes the charge and the order from its answer', async () => {
    const numbers = new Map<string, string>();
    const own: Habits = {
      numberOf: (asked) => {
        const number = numbers.get(asked) ?? `A-${numbers.size + 1}`;
        numbers.set(asked, number);
        return number;
      },
      charge: () => ({ metadata: {} }),
      begun: ({ id }, order) => ({ charge: { id }, order }),
    };
    const { verdicts, cases } = await examined(own, 'same-event-twice,late-expiry,two-attempts');
    expect(verdicts).toMatchObject({ 'genuine-event': 'passed', 'same-event-twice': 'passed' });
    const looks = cases['same-event-twice']?.entries.filter(({ kind }) => kind === 'probe');
    expect(looks?.[0]?.request?.line).toMatch(/\/orders\/A-2$/);
  });

  it('finds a charge with the shop’s own number of the order, and takes the number from it', async () => {
    let count = 0;
    const { verdicts, cases } = await examined(
      { numberOf: () => `B-${(count += 1)}`, begun: () => undefined },
      'same-event-twice',
    );
    expect(verdicts).toEqual({ 'genuine-event': 'passed', 'same-event-twice': 'passed' });
    const looks = cases['same-event-twice']?.entries.filter(({ kind }) => kind === 'probe');
    expect(looks?.[0]?.request?.line).toMatch(/\/orders\/B-2$/);
  });

  it('is why nothing is judged, if it fails', async () => {
    const { said } = await examined({ begin: () => Promise.resolve([503]) }, 'no-signature');
    expect(said['no-signature']).toMatch(
      /^genuine-event sent no event: The checkout did not begin order \d+: status 503\.$/,
    );
  });

  it('takes the only charge that was made since, if it neither answers with it nor sends the order', async () => {
    const { verdicts } = await examined(
      { charge: () => ({ metadata: {} }), begun: () => undefined },
      'genuine-event',
    );
    expect(verdicts).toEqual({ 'genuine-event': 'passed' });
  });

  it('takes the charge that was made since in a sandbox with an id_seed too', async () => {
    const { verdicts } = await examined(
      { charge: () => ({ metadata: {} }), begun: () => undefined },
      'same-event-twice',
      {},
      { id_seed: 'examined' },
    );
    expect(verdicts).toEqual({ 'genuine-event': 'passed', 'same-event-twice': 'passed' });
  });

  it('says what is missing if it makes no charge', async () => {
    const { said } = await examined({ begin: () => Promise.resolve([200]) }, 'genuine-event');
    expect(said['genuine-event']).toContain('let the checkout answer with {"charge": "chrg_…"}');
  });

  it('says so if its charge is of another sandbox', async () => {
    const { said } = await examined(
      { begun: () => ({ charge: 'chrg_test_0000000000000000001' }) },
      'genuine-event',
    );
    expect(said['genuine-event']).toContain(
      'chrg_test_0000000000000000001, which this sandbox does not have',
    );
  });
});

describe('the customer who begins an order again', () => {
  const latestOnly: Habits = {
    begin: async (shop, number) => {
      const { charge } = await shop.createCharge(number);
      const { charges } = shop.order(number);
      charges.splice(0, charges.length, charge.id);
      return [200, { charge: charge.id }];
    },
    take: async (shop, { data }) => {
      if (shop.orderOf(data.id)) await shop.update(data.id);
      return [200];
    },
  };

  it('fails a shop that forgets its first charge', async () => {
    const { verdicts, said } = await examined(latestOnly, 'two-attempts,late-expiry');
    expect(verdicts).toMatchObject({
      'genuine-event': 'passed',
      'two-attempts': 'failed',
      'late-expiry': 'passed',
    });
    expect(said['two-attempts']).toContain('The order is {"status":"new","count":0}.');
  });

  it('passes a shop that goes on with its first charge, and one that answers with another order', async () => {
    const kept: Habits = {
      begin: async (shop, number) => {
        const { charges } = shop.order(number);
        if (charges.length === 0) charges.push((await shop.createCharge(number)).charge.id);
        return [200, { charge: charges[0] }];
      },
    };
    const { verdicts, cases } = await examined(kept, 'two-attempts,late-expiry');
    expect(verdicts).toMatchObject({ 'two-attempts': 'passed', 'late-expiry': 'passed' });
    const texts = cases['late-expiry']?.entries.map(({ text }) => text) ?? [];
    expect(texts.filter((text) => text.startsWith('create '))).toHaveLength(1);
  });

  it('uses the second charge of the shop', async () => {
    const { verdicts, cases, shop } = await examined({}, 'late-expiry');
    expect(verdicts['late-expiry']).toBe('passed');
    expect([...shop.orders.values()].at(-1)?.charges).toHaveLength(2);
    expect(cases['late-expiry']?.entries.some(({ text }) => text.startsWith('create '))).toBe(false);
  });
});

describe('a lost answer about a charge', () => {
  it('fails a shop whose customer is charged twice', async () => {
    const twice: Habits = {
      begin: async (shop, number) => {
        const { charge } = await shop.createCharge(number);
        shop.believe(charge);
        return [200, { charge: charge.id }];
      },
      byCard: true,
    };
    const { verdicts, said } = await examined(twice, 'answer-lost');
    expect(verdicts['answer-lost']).toBe('failed');
    expect(said['answer-lost']).toMatch(/^The customer was charged 2 times: chrg_test_\w+, chrg_test_\w+\./);
  });

  it('fails a shop that forgets the payment', async () => {
    const forgetful: Habits = {
      begin: async (shop, number) => {
        const order = shop.order(number);
        if (order.status === 'lost') return [409];
        order.status = 'lost';
        const { charge } = await shop.createCharge(number);
        order.charges.push(charge.id);
        order.status = 'new';
        shop.believe(charge);
        return [200, { charge: charge.id }];
      },
      byCard: true,
      take: async (shop, { data }) => {
        if (shop.orderOf(data.id)) await shop.update(data.id);
        return [200];
      },
    };
    const { verdicts, said } = await examined(forgetful, 'answer-lost');
    expect(verdicts['answer-lost']).toBe('failed');
    expect(said['answer-lost']).toContain('The order is {"status":"lost","count":0}.');
  });
});

describe('an answer of the checkout', () => {
  it('that repeats an earlier order is taken for a failure', async () => {
    let last: { charge: string; order: string } | undefined;
    const repeating: Habits = {
      begin: async (shop, number) => {
        const { status, charge } = await shop
          .createCharge(number)
          .catch(() => ({ status: 0, charge: undefined }));
        if (status !== 200 || !charge) return [200, last ?? {}];
        shop.order(number).charges.push(charge.id);
        last = { charge: charge.id, order: number };
        return [200, last];
      },
    };
    const { verdicts, said } = await examined(repeating, 'answer-lost');
    expect(verdicts['answer-lost']).toBe('not_judged');
    expect(said['answer-lost']).toContain('it answered with the earlier charge chrg_test_');
  });
});
