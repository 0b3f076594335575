import request from 'supertest';
import type { LinkBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let shop: Merchant;

beforeAll(async () => {
  shop = await gateway.account();
});

const TIME = expect.stringMatching(/Z$/) as string;
const link = async (id: string): Promise<LinkBody> => (await shop.get(`/links/${id}`)).body as LinkBody;

describe('a link', () => {
  it('is created with an amount, a currency, a title and a description', async () => {
    const made = await shop.link({ amount: '100000', currency: 'thb' });
    const code = made.id.replace('link_test_', '').toUpperCase();
    const list = { object: 'list', data: [], total: 0, location: `/links/${made.id}/charges` };
    expect(made).toEqual({
      object: 'link',
      id: made.id,
      livemode: false,
      location: `/links/${made.id}`,
      deleted: false,
      multiple: false,
      used: false,
      currency: 'THB',
      amount: 100_000,
      charges: expect.objectContaining(list) as object,
      description: 'New Product',
      title: 'Order-384',
      payment_uri: `${gateway.settings.payUrl}/pay/${code}`,
      created_at: TIME,
      used_at: null,
      deleted_at: null,
    });
    expect(await link(made.id)).toMatchObject({ id: made.id, title: 'Order-384' });
  });

  it('emits link.create', async () => {
    const { id } = await shop.link();
    const { body } = await shop.get('/events', { order: 'reverse_chronological', limit: 1 });
    expect(body).toMatchObject({ data: [{ key: 'link.create', data: { object: 'link', id } }] });
  });

  it.each([
    [{ amount: 'much' }, 'amount is not a number'],
    [{ amount: 1 }, 'amount must be at least 2000'],
    [{ currency: 'XXX' }, 'currency is not currently supported'],
    [{ title: '' }, "title can't be blank"],
    [{ title: ' ', description: ' ' }, "title can't be blank and description can't be blank"],
  ])('is rejected with %p: %s', async (form, message) => {
    const order = { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' };
    const { status, body } = await shop.post('/links', { ...order, ...form });
    expect({ status, ...(body as object) }).toMatchObject({ status: 400, code: 'invalid_link', message });
  });

  it('stays in the list after deletion, with deleted=true', async () => {
    const owner = await gateway.account();
    const [first, second] = [await owner.link(), await owner.link({ multiple: true })];
    const { body: deleted } = await owner.delete(`/links/${first.id}`);
    expect(deleted).toMatchObject({ id: first.id, title: 'Order-384', deleted: true, deleted_at: TIME });
    expect((await owner.get(`/links/${first.id}`)).body).toMatchObject({ deleted: true, deleted_at: TIME });
    expect((await owner.delete(`/links/${first.id}`)).body).toMatchObject({
      code: 'not_found',
      message: `link ${first.id} was not found`,
    });
    const data = [
      { id: first.id, deleted: true },
      { id: second.id, multiple: true, deleted: false },
    ];
    expect((await owner.get('/links')).body).toMatchObject({ total: 2, location: '/links', data });
  });

  it.each(['2014-07-27', '2015-11-17', '2017-11-02'])(
    'has in %s the fields of the newest version, with deleted=false',
    async (version) => {
      const asked = (call: request.Test): request.Test => call.set('Omise-Version', version);
      const order = { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' };
      const { body } = await asked(shop.post('/links', order));
      const { id } = body as { id: string };
      const { created_at: created, ...newest } = (await shop.get(`/links/${id}`)).body as Record<
        string,
        unknown
      >;
      const charges = expect.objectContaining({ order: 'chronological', total: 0 }) as unknown;
      expect(newest['deleted']).toBe(false);
      expect(body).toEqual({ ...newest, created, currency: 'thb', charges });
      const { body: deleted } = await asked(shop.delete(`/links/${id}`));
      expect(deleted).toEqual({ object: 'link', id, livemode: false, deleted: true });
    },
  );
});
