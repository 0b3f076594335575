import request from 'supertest';
import { advance, frozenSandbox } from './clock.js';
import { useGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { snapshotsOf } from './snapshots.js';

const gateway = useGateway();

describe('forex', () => {
  it.each(['USD', 'usd', 'uSd'])(
    'returns the value of %s in the account’s currency, at the rate of charges',
    async (currency) => {
      const shop = await gateway.account();
      const { status, body } = await shop.get(`/forex/${currency}`);
      const forex = {
        object: 'forex',
        rate: 33,
        location: '/forex/usd',
        livemode: false,
        base: 'USD',
        quote: 'THB',
      };
      expect([status, body]).toEqual([200, forex]);
      expect(Object.keys(body as object)).toEqual(Object.keys(forex));
      expect(await shop.cardCharge({ amount: 10_000, currency: 'USD' })).toMatchObject({
        funding_amount: 330_000,
      });
    },
  );

  it('returns a sandbox’s own rates, each from its start, and charges keep theirs', async () => {
    const sandbox = await frozenSandbox(gateway, '2027-01-31T00:00:00Z', {
      exchange_rates: [{ currency: 'USD', rate: '36.5' }],
    });
    const rate = async (): Promise<unknown> =>
      ((await sandbox.get('/forex/usd')).body as { rate: number }).rate;
    const charge = (form: object = {}): ReturnType<Sandbox['cardCharge']> =>
      sandbox.cardCharge({ amount: 10_000, currency: 'USD', ...form });
    expect([await rate(), await charge()]).toEqual([
      36.5,
      expect.objectContaining({ funding_amount: 365_000, net: 350_744 }),
    ]);
    const authorized = await charge({ capture: false, authorization_type: 'pre_auth' });
    const dated =
      'exchange_rates[0][currency]=usd&exchange_rates[0][rate]=34&exchange_rates[0][from]=2027-02-01';
    await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).type('form').send(dated).expect(200);
    expect(await rate()).toBe(33);
    await advance(sandbox, { by: '1d' });
    expect([await rate(), await charge()]).toEqual([
      34,
      expect.objectContaining({ funding_amount: 340_000 }),
    ]);
    const captured = await sandbox.post(`/charges/${authorized.id}/capture`, { capture_amount: 5_001 });
    expect(captured.body).toMatchObject({ captured_amount: 5_001, funding_amount: 182_537 });
    await control(gateway)
      .patch(`/api/sandboxes/${sandbox.name}`)
      .type('form')
      .send('exchange_rates=')
      .expect(200);
    expect(await rate()).toBe(33);
  });

  it('has the rates of a snapshot after a restore or an import', async () => {
    const sandbox = await frozenSandbox(gateway, '2027-01-31T00:00:00Z', {
      exchange_rates: [{ currency: 'JPY', rate: 0.25 }],
    });
    const snapshots = snapshotsOf(sandbox);
    await snapshots.save();
    const text = await snapshots.export();
    await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send({ exchange_rates: null }).expect(200);
    await snapshots.restore();
    const other = await createSandbox(gateway);
    await snapshotsOf(other).import(text, { new_ids: true }).expect(200);
    for (const restored of [sandbox, other])
      expect((await restored.get('/forex/jpy')).body).toMatchObject({ rate: 0.25 });
  });

  it('rejects invalid rates', async () => {
    const { status, body } = await control(gateway)
      .post('/api/sandboxes')
      .send({ exchange_rates: [{ currency: 'USD', rate: 'dear' }] });
    const message = 'exchange_rates[0][rate] must be a number from 0.001 to 1000 with at most seven decimals';
    expect([status, body]).toEqual([400, expect.objectContaining({ message })]);
  });

  it('has seven decimals and livemode', async () => {
    const shop = await gateway.account({ country: 'JP', currency: 'JPY' });
    expect((await shop.get('/forex/thb', {}, 'live')).body).toMatchObject({
      rate: 4.5454545,
      quote: 'JPY',
      livemode: true,
    });
    expect((await shop.get('/forex/jpy')).body).toMatchObject({ rate: 1 });
  });

  it('rejects unknown currencies', async () => {
    const { status, body } = await (await gateway.account()).get('/forex/xxx');
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ code: 'bad_request', message: 'currency is not currently supported' }),
    ]);
  });

  it.each(['2014-07-27', '2015-11-17', '2017-11-02'])(
    'converts from one currency to the other in %s',
    async (version) => {
      const shop = await gateway.account();
      const { body } = await shop.get('/forex/usd').set('Omise-Version', version);
      expect(body).toEqual({
        object: 'forex',
        from: 'usd',
        to: 'thb',
        rate: 33,
        location: '/forex/usd',
        livemode: false,
      });
    },
  );
});

it('integrations are empty', async () => {
  const integration = { status: 404, body: { message: 'integration integration_test_1 was not found' } };
  expect(await (await gateway.account()).get('/integrations/integration_test_1')).toMatchObject(integration);
});

it('the root lists the API versions', async () => {
  const { body } = await request(gateway.settings.baseUrl).get('/');
  const versions = ['2014-07-27', '2015-11-17', '2017-11-02', '2019-05-29'];
  expect(body).toMatchObject({ object: 'system_info', location: '/', versions });
});
