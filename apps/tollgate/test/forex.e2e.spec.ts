import request from 'supertest';
import { useGateway } from './harness.js';

const gateway = useGateway();

describe('forex', () => {
  it.each(['USD', 'usd', 'uSd'])('tells what %s is worth in the currency of the account, as charges are exchanged', async (currency) => {
    const shop = await gateway.account();
    const { status, body } = await shop.get(`/forex/${currency}`);
    const forex = { object: 'forex', rate: 33, location: '/forex/usd', livemode: false, base: 'USD', quote: 'THB' };
    expect([status, body]).toEqual([200, forex]);
    expect(Object.keys(body as object)).toEqual(Object.keys(forex));
    expect(await shop.cardCharge({ amount: 10_000, currency: 'USD' })).toMatchObject({ funding_amount: 330_000 });
  });

  it('has seven decimals, and says its mode', async () => {
    const shop = await gateway.account({ country: 'JP', currency: 'JPY' });
    expect((await shop.get('/forex/thb', {}, 'live')).body).toMatchObject({ rate: 4.5454545, quote: 'JPY', livemode: true });
    expect((await shop.get('/forex/jpy')).body).toMatchObject({ rate: 1 });
  });

  it('knows no other currency', async () => {
    const { status, body } = await (await gateway.account()).get('/forex/xxx');
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'bad_request', message: 'currency is not currently supported' })]);
  });

  it.each(['2014-07-27', '2015-11-17', '2017-11-02'])('is from one currency to the other in %s', async (version) => {
    const shop = await gateway.account();
    const { body } = await shop.get('/forex/usd').set('Omise-Version', version);
    expect(body).toEqual({ object: 'forex', from: 'usd', to: 'thb', rate: 33, location: '/forex/usd' });
  });
});

describe('chains and integrations', () => {
  it('are lists of nothing, and nothing that is found', async () => {
    const shop = await gateway.account();
    expect((await shop.get('/chains', { limit: 5 })).body).toMatchObject({
      object: 'list',
      data: [],
      total: 0,
      limit: 5,
      location: '/chains',
    });
    const chain = { status: 404, body: { message: 'chain acch_test_60aaaaaaaaaaaaaaaa1 was not found' } };
    expect(await shop.get('/chains/acch_test_60aaaaaaaaaaaaaaaa1')).toMatchObject(chain);
    expect(await shop.post('/chains/acch_test_60aaaaaaaaaaaaaaaa1/revoke')).toMatchObject(chain);
    const integration = { status: 404, body: { message: 'integration integration_test_1 was not found' } };
    expect(await shop.get('/integrations/integration_test_1')).toMatchObject(integration);
  });
});

it('the root says which versions of the API there are', async () => {
  const { body } = await request(gateway.settings.baseUrl).get('/');
  const versions = ['2014-07-27', '2015-11-17', '2017-11-02', '2019-05-29'];
  expect(body).toMatchObject({ object: 'system_info', location: '/', versions });
});
