import request from 'supertest';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

type Body = Readonly<Record<string, unknown>>;

const gateway = useGateway();
let merchant: Merchant;
let customerId: string;
let cardId: string;

beforeAll(async () => {
  merchant = await gateway.account();
  const customer = await merchant.customer({ card: (await merchant.token()).id });
  customerId = customer.id;
  cardId = customer.default_card ?? '';
});

const get = async (path: string, query: object = {}): Promise<Body> =>
  (await merchant.get(path, query)).body as Body;

async function paidByCustomer(): Promise<string> {
  const { body } = await merchant.post('/charges', {
    amount: 100_000,
    currency: 'THB',
    customer: customerId,
  });
  return (body as { id: string }).id;
}

/** An object as its own route shows it, but for the times of rendering in it. */
const likeIts = async (path: string): Promise<Body> => {
  const body = await get(path);
  return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    key === 'to' ? (expect.any(String) as string) : value,
  ) as Body;
};

describe('expand=true', () => {
  it('shows the customer and the transaction within a charge', async () => {
    const id = await paidByCustomer();
    const plain = await get(`/charges/${id}`);
    const full = await get(`/charges/${id}`, { expand: 'true' });
    expect(Object.keys(full)).toEqual(Object.keys(plain));
    expect(full['customer']).toEqual(await likeIts(`/customers/${customerId}`));
    expect(full['transaction']).toEqual(await likeIts(`/transactions/${plain['transaction'] as string}`));
  });

  it('expands only the object’s own fields', async () => {
    const id = await paidByCustomer();
    await merchant.post(`/charges/${id}/refunds`, { amount: 1000 });
    const full = await get(`/charges/${id}`, { expand: 'true' });
    expect(full).toMatchObject({
      customer: { default_card: cardId },
      transaction: { origin: id },
      refunds: { data: [{ charge: id, transaction: expect.stringMatching(/^trxn_/) as string }] },
    });
  });

  it('shows the charge and the transaction within a refund', async () => {
    const id = await paidByCustomer();
    const { location } = (await merchant.post(`/charges/${id}/refunds`, { amount: 1000 })).body as {
      location: string;
    };
    expect(await get(location, { expand: '1' })).toMatchObject({
      charge: { object: 'charge', id, customer: customerId, refunded_amount: 1000 },
      transaction: { object: 'transaction', direction: 'debit' },
    });
  });

  it('shows the charge within a dispute, with its dispute', async () => {
    const { id } = await merchant.cardCharge();
    const { location } = (await merchant.post(`/charges/${id}/disputes`)).body as { location: string };
    expect(await get(location, { expand: 'true' })).toMatchObject({
      charge: { object: 'charge', id, dispute: { charge: id } },
    });
    expect(await get(`/charges/${id}`, { expand: 'true' })).toMatchObject({ dispute: { charge: id } });
  });

  it('shows the default card within a customer', async () => {
    const full = await get(`/customers/${customerId}`, { expand: 'true' });
    expect(full['default_card']).toEqual(await likeIts(`/customers/${customerId}/cards/${cardId}`));
  });

  it('keeps null', async () => {
    const { id } = await merchant.charge();
    expect(await get(`/charges/${id}`, { expand: 'true' })).toMatchObject({
      customer: null,
      transaction: null,
      link: null,
      schedule: null,
    });
    const { id: empty } = await merchant.customer();
    expect(await get(`/customers/${empty}`, { expand: 'true' })).toMatchObject({ default_card: null });
  });

  it('works in lists, and in a JSON body', async () => {
    const shop = await gateway.account();
    const { id } = await shop.customer({ card: (await shop.token()).id });
    for (let count = 0; count < 3; count += 1)
      await shop.post('/charges', { amount: 100_000, currency: 'THB', customer: id });
    const { body } = await request(gateway.settings.baseUrl)
      .get('/charges')
      .auth(shop.key('secret'), '')
      .send({ expand: true, limit: 2 });
    const { data, total } = body as { data: { customer: Body; transaction: Body }[]; total: number };
    expect(total).toBe(3);
    expect(data.map(({ customer, transaction }) => [customer['id'], transaction['object']])).toEqual([
      [id, 'transaction'],
      [id, 'transaction'],
    ]);
  });

  it('shows a customer that was deleted since', async () => {
    const shop = await gateway.account();
    const { id } = await shop.customer({ card: (await shop.token()).id });
    const charged = await shop.post('/charges', { amount: 100_000, currency: 'THB', customer: id });
    await shop.delete(`/customers/${id}`);
    const { body } = await shop.get(`/charges/${(charged.body as { id: string }).id}`, { expand: 'true' });
    expect(body).toMatchObject({ customer: { id, deleted: true } });
  });

  it('does not change the stored data of events', async () => {
    const id = await paidByCustomer();
    expect(await get(`/charges/${id}/events`, { expand: 'true' })).toMatchObject({
      data: [{ data: { customer: customerId } }],
    });
  });

  it('is ignored by POST, and must be true or false in a GET', async () => {
    const { body } = await merchant.post('/charges', {
      amount: 100_000,
      currency: 'THB',
      customer: customerId,
      expand: 'true',
    });
    expect(body).toMatchObject({ customer: customerId });
    expect(await get('/charges', { expand: 'false' })).toMatchObject({
      data: expect.arrayContaining([expect.anything()]) as unknown[],
    });
    const refused = await merchant.get('/charges', { expand: 'deeply' });
    expect({ status: refused.status, ...(refused.body as Body) }).toMatchObject({
      status: 400,
      code: 'bad_request',
      message: 'expand must be true or false',
    });
  });
});
