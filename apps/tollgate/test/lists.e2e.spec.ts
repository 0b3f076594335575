import request from 'supertest';
import { DAY_MS } from '#kernel/time.js';
import { ALL_RESOURCES, objectsOf } from '#resources/api-resources.js';
import { useGateway } from './harness.js';
import { LISTS } from './lists.js';
import type { Merchant } from './merchant.js';

interface List {
  readonly object: string;
  readonly data: readonly { readonly id: string; readonly created_at: string }[];
  readonly [field: string]: unknown;
}

const gateway = useGateway();
let shop: Merchant;
let stranger: Merchant;
/**
 * When everything of the account happened: equal times are the hard case, and so is the last millisecond of a
 * second.
 */
const createdAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 1);
/** Objects with full sublists. */
let chargeId: string;
let disputeId: string;
let customerId: string;
let linkId: string;
let recipientId: string;
let scheduleId: string;

const LENGTH = 3;
/** Largest number of pages read. */
const PAGES = 5;
const times = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: LENGTH }, make));

beforeAll(async () => {
  [shop, stranger] = await Promise.all([gateway.account(), gateway.account()]);
  await Promise.all([
    times(() => shop.customer()),
    times(() => dispute('pending')),
    times(() => dispute('won')),
    makeCharge(),
    makeCustomer(),
    makeDisputes(),
    makeLinks(),
    times(() => shop.recipient()),
    times(() => shop.chain()),
  ]);
  await makeSchedules();
  await times(() => shop.post('/transfers', { amount: 3000 }));
  const change = { where: { accountId: shop.id }, data: { createdAt } };
  const tables = [...objectsOf(ALL_RESOURCES).map(({ rows }) => rows.model), 'Event'].map((model) => {
    const delegate = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as 'charge';
    return gateway.database[delegate] as { updateMany: (query: object) => PromiseLike<unknown> };
  });
  await Promise.all(tables.map((table) => table.updateMany(change)));
});

async function makeLinks(): Promise<void> {
  const [{ id, payment_uri: uri }] = [
    await shop.link({ multiple: true }),
    ...(await times(() => shop.link())),
  ];
  linkId = id;
  await times(async () =>
    request(uri)
      .post('')
      .type('form')
      .send({ method: 'card', card: (await shop.token()).id }),
  );
}

/** Each has an occurrence a day: the first ones are made here, the others as the clock advances. */
async function makeSchedules(): Promise<void> {
  const daily = { every: 1, period: 'day', end_date: await shop.dateIn(30), 'charge[amount]': 2_000 };
  const [first] = await times(() => shop.post('/schedules', { ...daily, 'charge[customer]': customerId }));
  scheduleId = (first?.body as { id: string }).id;
  ({ id: recipientId } = await shop.recipient());
  const ofRecipient = {
    every: 1,
    period: 'day',
    end_date: await shop.dateIn(30),
    'transfer[recipient]': recipientId,
  };
  await times(() => shop.post('/schedules', { ...ofRecipient, 'transfer[amount]': 5_000 }));
  for (let day = 0; day < LENGTH; day += 1) await shop.advance(DAY_MS);
  await shop.advance(-LENGTH * DAY_MS);
}

async function makeCharge(): Promise<void> {
  ({ id: chargeId } = await shop.cardCharge());
  for (let count = 0; count < LENGTH; count += 1) {
    await shop.post(`/charges/${chargeId}/refunds`, { amount: 1000 });
    await shop.patch(`/charges/${chargeId}`, { description: String(count) });
  }
}

async function makeCustomer(): Promise<void> {
  ({ id: customerId } = await shop.customer());
  for (let count = 0; count < LENGTH; count += 1) {
    await shop.patch(`/customers/${customerId}`, { card: (await shop.token()).id });
    await shop.patch(`/customers/${customerId}`, { linked_account: (await shop.registeredAccount()).id });
  }
}

async function makeDisputes(): Promise<void> {
  const [first] = await times(() => dispute('open'));
  disputeId = first ?? '';
  await times(() => shop.upload(`/disputes/${disputeId}/documents`));
}

/** A dispute in one of the states that have lists. */
async function dispute(status: 'open' | 'pending' | 'won'): Promise<string> {
  const { id: disputed } = await shop.cardCharge();
  const { id } = (await shop.post(`/charges/${disputed}/disputes`)).body as { id: string };
  if (status === 'pending') await shop.patch(`/disputes/${id}`, { message: 'It was sent' });
  if (status === 'won') await shop.patch(`/disputes/${id}/close`, { status });
  return id;
}

const pathOf = (path: string): string =>
  path
    .replace('/charges/{id}', `/charges/${chargeId}`)
    .replace('/customers/{id}', `/customers/${customerId}`)
    .replace('/disputes/{id}', `/disputes/${disputeId}`)
    .replace('/links/{id}', `/links/${linkId}`)
    .replace('/recipients/{id}', `/recipients/${recipientId}`)
    .replace('/schedules/{id}', `/schedules/${scheduleId}`);

const fetchList = async (path: string, query: object = {}): Promise<List> => {
  const { status, body } = await shop.get(pathOf(path), query);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as List;
};

const idsOf = ({ data }: List): string[] => data.map(({ id }) => id);

// Receipts are empty on the first day.
describe.each(LISTS.filter((path) => path !== '/receipts'))('GET %s', (path) => {
  it('has the fields of a list in order, and the defaults', async () => {
    const before = Date.now();
    const list = await fetchList(path);
    expect(Object.keys(list)).toEqual([
      'object',
      'data',
      'limit',
      'offset',
      'total',
      'location',
      'order',
      'from',
      'to',
    ]);
    const location = pathOf(path);
    expect(list).toMatchObject({
      object: 'list',
      limit: 20,
      offset: 0,
      location,
      order: 'chronological',
      from: '1970-01-01T00:00:00Z',
    });
    const to = Date.parse(list['to'] as string);
    expect({ isNow: to > before - 1_000 && to <= Date.now() }).toEqual({ isNow: true });
    expect(list['total']).toBeGreaterThanOrEqual(LENGTH);
    expect(idsOf(list)).toHaveLength(Math.min(list['total'] as number, 20));
  });

  it('keeps its order for equal times, page by page and reversed', async () => {
    const { total, ...all } = await fetchList(path, { limit: 100 });
    const ids = idsOf(all);
    expect([ids, ids.length]).toEqual([ids.toSorted(), total]);
    const limit = Math.ceil(ids.length / PAGES);
    const pages: string[] = [];
    for (let offset = 0; offset < ids.length; offset += limit)
      pages.push(...idsOf(await fetchList(path, { limit, offset })));
    expect(pages).toEqual(ids);
    const backwards = await fetchList(path, { order: 'reverse_chronological', limit: 100 });
    expect(backwards['order']).toBe('reverse_chronological');
    expect(idsOf(backwards)).toEqual(ids.toReversed());
  });

  it('counts all objects in total, beyond the page', async () => {
    const { total } = await fetchList(path);
    const query = { limit: 1, offset: 100, from: '2020-01-01', to: '2100-01-01' };
    expect(await fetchList(path, query)).toMatchObject({
      ...query,
      data: [],
      total,
      from: '2020-01-01T00:00:00Z',
      to: '2100-01-01T00:00:00Z',
    });
  });

  it('filters by the time of creation, both ends inclusive', async () => {
    const { total } = await fetchList(path);
    const secondsLater = (seconds: number): string =>
      `${new Date(createdAt.getTime() + seconds * 1000).toISOString().slice(0, 19)}Z`;
    const second = { from: secondsLater(0), to: secondsLater(0) };
    expect(await fetchList(path, second)).toMatchObject({ total, ...second });
    expect(await fetchList(path, { to: secondsLater(-1) })).toMatchObject({ total: 0, data: [] });
    expect(await fetchList(path, { from: secondsLater(1), to: '2100-01-01' })).toMatchObject({
      total: 0,
      data: [],
    });
  });

  it('accepts its parameters in a JSON body, and up to 100 objects', async () => {
    const { body } = await request(gateway.settings.baseUrl)
      .get(pathOf(path))
      .auth(shop.key('secret'), '')
      .send({ limit: 100, offset: '1' });
    expect(body).toMatchObject({ object: 'list', limit: 100, offset: 1 });
  });

  // Every parameter that is refused is in libs/kernel/list.spec.ts.
  it('rejects invalid parameters in one sentence', async () => {
    const { status, body } = await shop.get(pathOf(path), { to: '2026-02-30', 'limit[]': 1, offset: -1 });
    expect({ status, ...(body as object) }).toMatchObject({
      status: 400,
      object: 'error',
      code: 'bad_request',
    });
    expect((body as { message: string }).message).toMatch(
      /^to must be an ISO 8601 .*, limit must be a whole number from 1 to 100, and offset must be a whole number, 0 or more$/,
    );
  });

  it('contains nothing of another account', async () => {
    const { status, body } = await stranger.get(pathOf(path));
    if (path.includes('{id}'))
      expect({ status, code: (body as { code: string }).code }).toEqual({ status: 404, code: 'not_found' });
    // Every account has a recipient of its own.
    else if (path === '/recipients') expect(body).toMatchObject({ total: 1, data: [{ default: true }] });
    else expect(body).toMatchObject({ total: 0, data: [] });
  });
});
