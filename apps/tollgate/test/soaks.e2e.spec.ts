import request from 'supertest';
import type { SoakListView, SoakView } from '#control/soaks/soak.view.js';
import { useExaminedShops, type Habits, type Shop } from './exam-shop.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { readText } from './snapshots.js';

const gateway = useGateway();
const { soaked, receiver: endpoint } = useExaminedShops();
/** Receives nothing: for requests that are refused. */
const receiver = useReceiver();

/** Goes on with a charge that can still be paid, or is paid. */
const begin = async (shop: Shop, number: string): Promise<[number, object?]> => {
  for (const id of shop.order(number).charges) {
    const { body } = await shop.sandbox.get(`/charges/${id}`);
    if (['pending', 'successful'].includes((body as { status: string }).status)) return [200, { charge: id }];
  }
  const { status, charge } = await shop.createCharge(number);
  if (status !== 200) return [500];
  shop.order(number).charges.push(charge.id);
  return [200, { charge: charge.id }];
};
const oneCharge: Habits = { begin };
/** Without lost answers: this shop has no idempotency keys. */
const CUSTOMERS =
  'pays,closes-page,comes-back,two-tabs,declines,declines-first,lets-expire,pays-late,refund-full';

function path({ name }: Sandbox, rest = ''): string {
  return `/api/sandboxes/${name}/soaks${rest}`;
}

function bodyFor({ uri }: { readonly uri: string }): object {
  return { receiver: uri, probe: `${uri}/{order}`, checkout: `${uri}/{order}` };
}

describe('a soak of a shop that goes on with the charge of an order', () => {
  it('passes, says what was not used, and sends no webhook after it', async () => {
    const behaviours = `${CUSTOMERS},repeated-webhooks,restarts`;
    const { shop, soak } = await soaked(oneCharge, { behaviours }, { webhook_uri: endpoint.uri });
    expect(soak).toMatchObject({
      verdict: 'passed',
      problem: null,
      played: 20,
      finding: null,
      phase: 'done',
    });
    expect(soak.steps).toBeGreaterThan(60);
    expect(soak.unused).toEqual([{ name: 'restarts', why: expect.stringContaining('tollgate soak') }]);
    const counts = await control(gateway)
      .get(`/api/sandboxes/${shop.sandbox.name}/deliveries/counts`)
      .expect(200);
    // Its own attempts were delivered; those of the endpoint were held, and given up.
    expect(counts.body).toMatchObject({ pending: 0, held: 0, exhausted: expect.any(Number) });
    const waiting = `/api/sandboxes/${shop.sandbox.name}/deliveries?status=exhausted&limit=1`;
    const { data } = (await control(gateway).get(waiting).expect(200)).body as { data: object[] };
    expect(data).toHaveLength(1);
  });

  it('passes though the shop takes no other methods than PromptPay', async () => {
    const amounts = new Map<string, unknown>();
    const picky: Habits = {
      charge: (order) => ({ amount: amounts.get(order) }),
      begin: async (shop, number, { method, amount, currency }) => {
        if (method !== 'promptpay' || currency !== 'THB') return [400];
        amounts.set(number, amount);
        return begin(shop, number);
      },
      show: (shop, order) => {
        if (!shop.orders.has(order)) throw new Error('unknown order');
      },
    };
    const { soak } = await soaked(picky, { behaviours: `${CUSTOMERS},cards,currencies` });
    expect(soak).toMatchObject({ verdict: 'passed', problem: null, played: 20 });
    expect(soak.unused.map(({ name }) => name)).toEqual(['cards']);
  });
});

/** A shop whose schedules have no metadata. `isDue` says whether an event about a paid charge counts. */
function subscribing(isDue: (charge: string) => boolean): Habits {
  const orders = new Map<string, string>();
  const take = async (shop: Shop, schedule: string, charge: string): Promise<void> => {
    const { body } = await shop.sandbox.get(`/charges/${charge}`);
    const order = shop.order(orders.get(schedule) ?? '');
    if ((body as { status: string }).status !== 'successful' || !isDue(charge)) return;
    order.status = 'active';
    order.count += 1;
  };
  return {
    begin: async (shop, number, { every, card }) => {
      if (every === undefined) return begin(shop, number);
      const [known] = [...orders].find(([, order]) => order === number) ?? [];
      if (known !== undefined) return [200, { schedule: known }];
      const { body: customer } = await shop.sandbox.post('/customers', { card });
      const { body: schedule } = await shop.sandbox.post('/schedules', {
        every: 30,
        period: 'day',
        end_date: '2099-12-31',
        charge: { customer: (customer as { id: string }).id, amount: 2000 },
      });
      const { id } = schedule as { id: string };
      orders.set(id, number);
      return [200, { schedule: id }];
    },
    take: async (shop, { key, data }) => {
      const { object, id, schedule } = data as unknown as { object: string; id: string; schedule?: string };
      if (key === 'schedule.destroy') shop.order(orders.get(id) ?? '').status = 'ended';
      if (object !== 'charge') return undefined;
      if (schedule) await take(shop, schedule, id);
      else await shop.update(id);
      return undefined;
    },
  };
}

describe('a soak of a shop with subscriptions', () => {
  const behaviours = 'subscribes,pays,repeated-webhooks,clock-jumps';

  it('passes if each payment counts once, and deletes the schedules', async () => {
    const seen = new Set<string>();
    const isNew = (charge: string): boolean => seen.size < seen.add(charge).size;
    const { shop, soak } = await soaked(subscribing(isNew), { behaviours });
    expect(soak).toMatchObject({ verdict: 'passed', problem: null, played: 20, unused: [], finding: null });
    const { body } = await shop.sandbox.get('/schedules?limit=100');
    const { data } = body as { data: { status: string }[] };
    expect(data.length).toBeGreaterThan(3);
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['deleted']));
  });

  it('finds a payment that counts for each of its webhooks', async () => {
    const { soak } = await soaked(
      subscribing(() => true),
      { behaviours: 'subscribes,repeated-webhooks' },
    );
    expect(soak.finding).toMatchObject({ law: 'fulfilled twice', is_repeated: true });
    expect(soak.finding?.plan.orders).toEqual([expect.objectContaining({ method: 'card', every: 'month' })]);
    expect(soak.finding?.story[0]).toMatch(/^The order costs .* every month, by card\.$/);
  });
});

describe('a soak of a shop that makes a charge for each tab', () => {
  const behaviours = 'pays,closes-page,two-tabs';

  it('finds that a customer pays twice, in the same words for the same seed', async () => {
    const first = (await soaked({}, { behaviours })).soak;
    expect(first).toMatchObject({ verdict: 'failed', finding: { law: 'charged twice', is_repeated: true } });
    expect(first.finding?.plan.orders).toHaveLength(1);
    expect(first.finding?.story).toEqual([
      expect.stringMatching(/^The order costs /),
      'The customer begins the order.',
      'The customer begins the order.',
      'The customer pays the order.',
      'The customer pays the first charge of the order.',
      'At the end, webhooks that are left arrive in order.',
      'The customer was charged 2 times, and no charge was refunded in full.',
    ]);
    const second = (await soaked({}, { behaviours })).soak;
    expect(second.finding?.story).toEqual(first.finding?.story);
    expect(second.finding?.found_after).toBe(first.finding?.found_after);
  });

  it('counts each plan that is tried to make it small, also those that break nothing', async () => {
    const seen = new Set<number>();
    const show = async ({ sandbox }: Shop): Promise<void> => {
      const { body } = await control(gateway).get(path(sandbox)).expect(200);
      const [{ id } = { id: '' }] = (body as SoakListView).data;
      const soak = (
        await control(gateway)
          .get(path(sandbox, `/${id}`))
          .expect(200)
      ).body as SoakView;
      if (soak.phase === 'shrinking') seen.add(soak.finding?.tries ?? -1);
    };
    const { soak } = await soaked({ show }, { behaviours });
    expect([...seen]).toEqual(Array.from({ length: soak.finding?.tries ?? 0 }, (_, tries) => tries));
  });

  it('repeats a finding alone, which the mended shop does not break', async () => {
    const { soak, shop } = await soaked({}, { behaviours });
    const plan = JSON.stringify(soak.finding?.plan);
    expect((await soaked({}, { plan })).soak.finding).toMatchObject({ law: 'charged twice', tries: 0 });
    expect((await soaked(oneCharge, { plan })).soak).toMatchObject({ verdict: 'passed', played: 1 });
    const bundle = `/api/sandboxes/${shop.sandbox.name}/bundle?object=${soak.finding?.charge}&soak=${soak.id}`;
    const { text } = await control(gateway).get(bundle).buffer(true).parse(readText).expect(200);
    const { bundle: about } = JSON.parse(text.split('\n')[0] ?? '') as { bundle: object };
    expect(about).toMatchObject({
      object: soak.finding?.charge,
      soak: { seed: 7, law: 'charged twice', story: soak.finding?.story, plan: soak.finding?.plan },
    });
  });
});

describe('a soak of a shop that cannot be judged', () => {
  it.each<[string, Habits, object, string]>([
    ['no checkout that works', { begin: () => Promise.resolve([500]) }, {}, 'status 500'],
    ['charges that are paid at the checkout', { byCard: true }, {}, 'three_d_secure'],
    ['orders that never change', { take: () => [200] }, {}, 'looks the same before and after its payment'],
    [
      'webhooks that it refuses',
      { take: () => [401] },
      {},
      'the webhook was refused: charge.create: status 401',
    ],
    ['orders without the expected fields', {}, { expect: 'state' }, 'lacks state'],
  ])('says what is missing: %s', async (_, habits, more, problem) => {
    const { soak } = await soaked(habits, more);
    expect(soak).toMatchObject({ status: 'ended', verdict: null, finding: null });
    expect(soak.problem).toContain(problem);
  });
});

describe('the calls of soaks', () => {
  it.each([
    [{ probe: undefined }, 'probe and checkout are required'],
    [{ behaviours: 'steals' }, 'behaviours has an unknown steals'],
    [{ behaviours: 'restarts' }, 'behaviours must have a behaviour of customers'],
    [{ plan: '{}' }, 'plan must be JSON with orders and steps'],
    [{ orders: 1_001 }, 'orders must be a whole number from 1 to 1000'],
    [{ for: '2h' }, 'for must be from'],
  ])('refuse %j', async (change, message) => {
    const sandbox = await createSandbox(gateway);
    const body = { ...bodyFor(receiver), ...change };
    const { body: answer } = await control(gateway).post(path(sandbox)).send(body).expect(400);
    expect((answer as { message: string }).message).toContain(message);
  });

  it('allow one run at a time, stop it while it waits for an answer, and list it', async () => {
    const sandbox = await createSandbox(gateway);
    const api = request(gateway.settings.controlUrl);
    const body = { ...bodyFor(receiver), probe: 'caller', checkout: 'caller' };
    const { id, seed } = (await api.post(path(sandbox)).send(body).expect(200)).body as SoakView;
    expect(seed).toBeGreaterThanOrEqual(0);
    const asking = (await api.get(path(sandbox, `/${id}?wait=30s`)).expect(200)).body as SoakView;
    expect(asking.question).toMatchObject({ kind: 'checkout', json: expect.stringContaining('"amount"') });
    const other = await api
      .post(`/api/sandboxes/${sandbox.name}/exams`)
      .send({ receiver: receiver.uri })
      .expect(400);
    expect((other.body as { message: string }).message).toBe(
      `the soak ${id} is running in this sandbox; wait for its end`,
    );
    await api
      .put(path(sandbox, `/${id}/answer`))
      .send({ question: 'x' })
      .expect(400);
    await api.post(path(sandbox, `/${id}/stop`)).expect(200);
    const rest = `/${id}?wait=30s&question=${asking.question?.id}`;
    const soak = (await api.get(path(sandbox, rest)).expect(200)).body as SoakView;
    const problem = 'The soak was stopped.';
    expect(soak).toMatchObject({ status: 'ended', verdict: null, question: null, problem });
    const { data } = (await api.get(path(sandbox)).expect(200)).body as SoakListView;
    expect(data.map((one) => one.id)).toEqual([id]);
    await api.get(path(sandbox, '/soak_x')).expect(404);
    await api.get(`/api/sandboxes/${sandbox.name}/exams/${id}`).expect(404);
  });
});
