import request from 'supertest';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();

describe('GET /charges', () => {
  let shop: Merchant;
  let ids: string[];

  beforeAll(async () => {
    shop = await gateway.account();
    ids = [];
    for (let index = 0; index < 25; index += 1)
      ids.push((await shop.charge({ description: String(index) })).id);
  });

  const page = async (query: object): Promise<{ data: { id: string }[]; [field: string]: unknown }> =>
    (await shop.get('/charges', query)).body as { data: { id: string }[] };

  it('lists the first twenty, oldest first', async () => {
    const list = await page({});
    expect(list).toMatchObject({
      object: 'list',
      limit: 20,
      offset: 0,
      total: 25,
      location: '/charges',
      order: 'chronological',
      from: '1970-01-01T00:00:00Z',
    });
    expect(list.data.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  });

  it('pages both ways', async () => {
    const list = await page({ limit: 4, offset: 3, order: 'reverse_chronological' });
    expect(list.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(3, 7));
    expect(list).toMatchObject({ total: 25, order: 'reverse_chronological' });
  });

  it('selects by time, to the second', async () => {
    const { created_at: createdAt } = await shop.retrieve(ids[0] ?? '');
    expect(await page({ to: '2020-01-01' })).toMatchObject({
      total: 0,
      data: [],
      to: '2020-01-01T00:00:00Z',
    });
    expect((await page({ from: createdAt })).total).toBe(25);
    expect((await page({ to: createdAt })).data.map(({ id }) => id)).toContain(ids[0]);
  });

  it('takes its parameters from a JSON body too', async () => {
    const { body } = await request(gateway.settings.baseUrl)
      .get('/charges')
      .auth(shop.key('secret'), '')
      .send({ limit: 2, offset: '1' });
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
  });

  it.each([
    { limit: 0 },
    { limit: 101 },
    { limit: 'many' },
    { offset: -1 },
    { order: 'random' },
    { from: 'yesterday' },
    { to: '2026-02-30' },
  ])('rejects the parameters %j', async (query) => {
    const { status, body } = await shop.get('/charges', query);
    expect({ status, ...(body as object) }).toMatchObject({ status: 400, code: 'bad_request' });
    expect((body as { message: string }).message).toContain(`${Object.keys(query)[0]} must be`);
  });
});
