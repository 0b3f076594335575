import request from 'supertest';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let shop: Merchant;

beforeEach(async () => {
  shop = await gateway.account();
});

describe('a chain', () => {
  it('has the consenting merchant’s e-mail address, and the documented fields', async () => {
    const { status, body } = await shop.post('/chains', { email: 'seller@shop.example' });
    const id = (body as { id: string }).id;
    expect([status, body]).toEqual([
      200,
      {
        object: 'chain',
        id: expect.stringMatching(/^acch_test_[0-9a-z]{19}$/),
        livemode: false,
        location: `/chains/${id}`,
        created_at: expect.stringMatching(/Z$/),
        revoked: false,
        key: id.replace('acch', 'ckey'),
        email: 'seller@shop.example',
      },
    ]);
    expect((await shop.get(`/chains/${id}`)).body).toEqual(body);
    expect((await shop.get('/chains')).body).toMatchObject({ total: 1, data: [body] });
    expect((await shop.get('/chains', {}, 'live')).body).toMatchObject({ total: 0 });
  });

  it('stays revoked, and stays in the list', async () => {
    const { id } = await shop.chain();
    const revoked = await Promise.all([1, 2, 3].map(() => shop.post(`/chains/${id}/revoke`)));
    expect(revoked.map(({ status, body }) => [status, (body as { revoked: boolean }).revoked])).toEqual(
      Array(3).fill([200, true]),
    );
    expect((await shop.get('/chains')).body).toMatchObject({ total: 1, data: [{ id, revoked: true }] });
  });

  it('is invisible to other accounts', async () => {
    const { id } = await (await gateway.account()).chain();
    const missing = { status: 404, body: { code: 'not_found', message: `chain ${id} was not found` } };
    expect(await shop.get(`/chains/${id}`)).toMatchObject(missing);
    expect(await shop.post(`/chains/${id}/revoke`)).toMatchObject(missing);
  });

  it('has a key that opens nothing', async () => {
    const { id } = await shop.chain();
    const { body } = await shop.get(`/chains/${id}`);
    const { status } = await request(gateway.settings.baseUrl)
      .get('/account')
      .auth((body as { key: string }).key, '');
    expect(status).toBe(401);
  });

  it.each([
    [{}, "email can't be blank"],
    [{ email: ' ' }, "email can't be blank"],
    [{ email: 'a'.repeat(256) }, 'email is too long (maximum is 255 characters)'],
  ])('cannot be created from %j', async (form, message) => {
    expect(await shop.post('/chains', form)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message },
    });
  });
});
