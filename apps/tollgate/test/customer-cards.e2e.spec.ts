import { CARD_FIELDS, type CustomerBody, type TokenBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver, type ReceivedWebhook } from './receiver.js';

const gateway = useGateway();
const receiver = useReceiver();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account({ webhookUri: receiver.uri });
});

const of = (id: string, key: string) => (webhook: ReceivedWebhook) =>
  webhook.event.data.id === id && webhook.event.key === key;

/** A customer with that many cards, added one after another; their ids in that order. */
async function customerWithCards(count: number): Promise<{ path: string; cards: string[] }> {
  const tokens: TokenBody[] = [];
  for (let index = 0; index < count; index += 1) tokens.push(await merchant.token());
  const [first, ...others] = tokens;
  const { id } = await merchant.customer({ card: first?.id });
  for (const token of others) await merchant.patch(`/customers/${id}`, { card: token.id });
  return { path: `/customers/${id}`, cards: tokens.map(({ card }) => card?.id ?? '') };
}

async function defaultCard(path: string): Promise<string | null> {
  return ((await merchant.get(path)).body as CustomerBody).default_card;
}

describe('the cards of a customer', () => {
  it('are listed in pages; the customer has the first twenty', async () => {
    const { path, cards } = await customerWithCards(22);
    await merchant.delete(`${path}/cards/${cards[3]}`);
    const left = cards.filter((id) => id !== cards[3]);
    const { body } = await merchant.get(`${path}/cards`);
    expect(body).toMatchObject({
      object: 'list',
      total: 21,
      limit: 20,
      location: `${path}/cards`,
      data: left.slice(0, 20).map((id) => ({ id })),
    });
    const embedded = ((await merchant.get(path)).body as CustomerBody).cards;
    expect({ ...embedded, to: '' }).toEqual({ ...(body as object), to: '' });
    const page = await merchant.get(`${path}/cards`, { limit: 2, offset: 1, order: 'reverse_chronological' });
    expect(page.body).toMatchObject({ total: 21, data: [{ id: left[19] }, { id: left[18] }] });
  });

  it('are retrieved one by one, with every field in the recorded order', async () => {
    const { path, cards } = await customerWithCards(1);
    const { status, body } = await merchant.get(`${path}/cards/${cards[0]}`);
    expect(status).toBe(200);
    expect(Object.keys(body as object)).toEqual(CARD_FIELDS);
    expect(body).toMatchObject({
      id: cards[0],
      location: `${path}/cards/${cards[0]}`,
      last_digits: '4242',
      name: 'Somchai Example',
    });
  });

  it('are found only under their own customer, and only once saved', async () => {
    const [mine, other] = [await customerWithCards(1), await customerWithCards(1)];
    const loose = (await merchant.token()).card?.id;
    for (const card of [other.cards[0], loose, 'card_test_nothing']) {
      const path = `${mine.path}/cards/${card}`;
      for (const call of [merchant.get(path), merchant.patch(path, { name: 'New' }), merchant.delete(path)]) {
        const { status, body } = await call;
        expect({ status, ...(body as object) }).toMatchObject({
          status: 404,
          code: 'not_found',
          message: `card ${card} was not found`,
        });
      }
    }
    expect(await defaultCard(other.path)).toBe(other.cards[0]);
    const nobody = await merchant.get('/customers/cust_test_nothing/cards');
    expect(nobody.body).toMatchObject({
      code: 'not_found',
      message: 'customer cust_test_nothing was not found',
    });
  });
});

describe('PATCH of a card', () => {
  it('changes the sent fields, and emits an event', async () => {
    const { path, cards } = await customerWithCards(1);
    const location = `${path}/cards/${cards[0]}`;
    const before = (await merchant.get(location)).body as object;
    const form = {
      name: 'Jane',
      city: 'Chiang Mai',
      postal_code: '50000',
      expiration_month: '3',
      expiration_year: '41',
    };
    const more = {
      street1: '1 Road',
      street2: 'Floor 2',
      state: 'North',
      country: 'TH',
      phone_number: '+6621234567',
    };
    const { status, body } = await merchant.patch(location, {
      ...form,
      ...more,
      number: '5555555555554444',
      id: 'card_test_other',
    });
    const after = { ...before, ...form, ...more, country: 'th', expiration_month: 3, expiration_year: 2041 };
    expect({ status, body: body as unknown }).toEqual({ status: 200, body: after });
    expect((await merchant.get(location)).body).toEqual(after);
    const { event } = await receiver.next(of(cards[0] ?? '', 'card.update'));
    expect(event.data).toEqual(after);
  });

  it('clears fields that are sent empty, except name and date', async () => {
    const { path, cards } = await customerWithCards(1);
    const location = `${path}/cards/${cards[0]}`;
    const form = {
      name: '',
      city: '',
      postal_code: '',
      country: '',
      expiration_month: '',
      expiration_year: '2041',
    };
    expect((await merchant.patch(location, form)).body).toMatchObject({
      name: 'Somchai Example',
      city: null,
      postal_code: null,
      country: 'us',
      expiration_month: 12,
      expiration_year: 2041,
    });
  });

  it.each<[object, string]>([
    [{ name: { a: 1 } }, 'name is invalid'],
    [{ name: '4111-1111-1111-1111' }, 'name is invalid'],
    [{ city: ['4242424242424242'] }, 'city is invalid'],
    [{ street2: 'x'.repeat(256) }, 'street2 is too long (maximum is 255 characters)'],
    [{ expiration_month: 13 }, 'expiration month is not between 1 and 12 and expiration date is invalid'],
    [{ expiration_year: 'soon' }, 'expiration year is invalid'],
    [{ expiration_year: 2020 }, 'expiration date cannot be in the past'],
    [{ country: 'Thailand' }, 'country is invalid'],
  ])('rejects %j', async (json, message) => {
    const { path, cards } = await customerWithCards(1);
    const location = `${path}/cards/${cards[0]}`;
    const before = (await merchant.get(location)).body as object;
    const { status, body } = await merchant.patch(location).type('json').send(json);
    expect({ status, ...(body as object) }).toMatchObject({
      status: 400,
      object: 'error',
      code: 'invalid_card',
      message,
    });
    expect((await merchant.get(location)).body).toEqual(before);
  });
});

describe('DELETE of a card', () => {
  it('returns the whole card with deleted=true, and emits an event', async () => {
    const { path, cards } = await customerWithCards(1);
    const location = `${path}/cards/${cards[0]}`;
    const before = (await merchant.get(location)).body as object;
    const { status, body } = await merchant.delete(location);
    expect({ status, body: body as unknown }).toEqual({ status: 200, body: { ...before, deleted: true } });
    const { event } = await receiver.next(of(cards[0] ?? '', 'card.destroy'));
    expect(event.data).toEqual(body);
    for (const call of [
      merchant.get(location),
      merchant.patch(location, { name: 'New' }),
      merchant.delete(location),
    ]) {
      const answer = await call;
      expect({ status: answer.status, ...(answer.body as object) }).toMatchObject({
        status: 404,
        message: `card ${cards[0]} was not found`,
      });
    }
    expect((await merchant.get(path)).body).toMatchObject({
      default_card: null,
      cards: { total: 0, data: [] },
    });
    expect(await gateway.database.event.count({ where: { objectId: cards[0] } })).toBe(1);
  });

  it('makes the most recently added other card the default', async () => {
    const { path, cards } = await customerWithCards(1);
    const [early, late] = [await merchant.token(), await merchant.token()];
    await merchant.patch(path, { card: late.id });
    await merchant.patch(path, { card: early.id });
    await merchant.delete(`${path}/cards/${cards[0]}`);
    expect(await defaultCard(path)).toBe(early.card?.id);
    await merchant.delete(`${path}/cards/${late.card?.id}`);
    expect(await defaultCard(path)).toBe(early.card?.id);
    await merchant.delete(`${path}/cards/${early.card?.id}`);
    expect(await defaultCard(path)).toBeNull();
    const next = await merchant.token();
    await merchant.patch(path, { card: next.id });
    expect(await defaultCard(path)).toBe(next.card?.id);
  });
});
