import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const FIELDS = ['object', 'data', 'limit', 'offset', 'total', 'location', 'order', 'from', 'to'];

describe.each([
  ['specified', 'list'],
  ['recorded', 'receipt_list'],
])('with FIDELITY=%s the list of receipts', (FIDELITY, object) => {
  const gateway = useGateway({ FIDELITY });
  let shop: Merchant;

  beforeAll(async () => {
    shop = await gateway.account();
  });

  it(`is an empty ${object} that ends with the day`, async () => {
    const { status, body } = await shop.get('/receipts');
    expect([status, Object.keys(body as object)]).toEqual([200, FIELDS]);
    expect(body).toMatchObject({ object, data: [], limit: 20, offset: 0, total: 0, location: '/receipts', order: 'chronological' });
    expect(body).toMatchObject({ from: '1970-01-01T00:00:00Z', to: expect.stringMatching(/^\d{4}-\d\d-\d\dT23:59:59Z$/) as string });
  });

  it('takes the parameters of lists, and the whole day where `to` names one', async () => {
    const asked = { from: '2017-11-01', to: '2017-11-03', limit: 5, offset: 2, order: 'reverse_chronological' };
    const { body } = await shop.get('/receipts', asked);
    expect(body).toMatchObject({ ...asked, from: '2017-11-01T00:00:00Z', to: '2017-11-03T23:59:59Z' });
    expect((await shop.get('/receipts', { to: '2017-11-03T01:02:03Z' })).body).toMatchObject({ to: '2017-11-03T01:02:03Z' });
    expect((await shop.get('/receipts', { limit: 0 })).body).toMatchObject({ object: 'error', code: 'bad_request' });
  });

  it('has the order of its version', async () => {
    const { body } = await shop.get('/receipts').set('Omise-Version', '2015-11-17');
    expect(Object.keys(body as object)).toEqual(['object', 'from', 'to', 'offset', 'limit', 'total', 'order', 'location', 'data']);
  });

  it('has nothing that could be retrieved', async () => {
    const { status, body } = await shop.get('/receipts/rcpt_60aaaaaaaaaaaaaaaa1');
    expect([status, body]).toEqual([404, expect.objectContaining({ message: 'receipt rcpt_60aaaaaaaaaaaaaaaa1 was not found' })]);
  });
});
