import type { CustomerBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver, type ReceivedWebhook } from './receiver.js';

const gateway = useGateway();
const receiver = useReceiver();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account({ webhookUri: receiver.uri });
});

const FIELDS = [
  'object',
  'id',
  'livemode',
  'location',
  'deleted',
  'metadata',
  'cards',
  'default_card',
  'linked_accounts',
];
const LIST_FIELDS = ['object', 'data', 'limit', 'offset', 'total', 'location', 'order', 'from', 'to'];

/** A customer without `to` of its lists, which is the current time. */
function timeless(customer: object): object {
  const { cards, linked_accounts: linked, ...rest } = customer as Record<string, object>;
  return { ...rest, cards: { ...cards, to: '' }, linked_accounts: { ...linked, to: '' } };
}

async function tokenId(card: object = {}): Promise<string> {
  return (await merchant.token(card)).id;
}

/** A token, and the card that it stands for. */
async function tokenAndCard(): Promise<{ token: string; card: string }> {
  const { id, card } = await merchant.token();
  return { token: id, card: card?.id ?? '' };
}

async function update(id: string, form: object): Promise<CustomerBody> {
  const { body, status } = await merchant.patch(`/customers/${id}`, form);
  expect({ status, body: body as unknown }).toMatchObject({ status: 200 });
  return body as CustomerBody;
}

/** Keys of an object's events, oldest first, then by name. */
async function eventKeys(objectId: string): Promise<string[]> {
  const events = await gateway.database.event.findMany({
    where: { objectId },
    orderBy: [{ createdAt: 'asc' }, { key: 'asc' }],
  });
  return events.map(({ key }) => key);
}

const of = (id: string, key: string) => (webhook: ReceivedWebhook) =>
  webhook.event.data.id === id && webhook.event.key === key;

describe('POST /customers', () => {
  it('creates a customer, with every field in the recorded order', async () => {
    const form = { description: 'John (id: 30)', email: 'john@shop.example', 'metadata[tier]': 'gold' };
    const customer = await merchant.customer(form);
    const { id } = customer;
    expect(id).toMatch(/^cust_test_[0-9a-z]{19}$/);
    expect(Object.keys(customer)).toEqual([...FIELDS, 'description', 'email', 'created_at']);
    const list = {
      object: 'list',
      data: [],
      limit: 20,
      offset: 0,
      total: 0,
      order: 'chronological',
      from: '1970-01-01T00:00:00Z',
    };
    expect(customer).toMatchObject({
      object: 'customer',
      livemode: false,
      location: `/customers/${id}`,
      deleted: false,
      metadata: { tier: 'gold' },
      cards: { ...list, location: `/customers/${id}/cards` },
      default_card: null,
      linked_accounts: { ...list, location: `/customers/${id}/linked_accounts` },
      description: 'John (id: 30)',
      email: 'john@shop.example',
    });
    expect(Object.keys(customer.cards)).toEqual(LIST_FIELDS);
    expect(Object.keys(customer['linked_accounts'] as object)).toEqual(LIST_FIELDS);
    expect(customer['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('requires nothing, and treats empty parameters as missing', async () => {
    const blank = { description: null, email: null, metadata: {}, default_card: null };
    expect(await merchant.customer()).toMatchObject(blank);
    const { status, body } = await merchant
      .post('/customers')
      .type('json')
      .send({ card: '', description: '', email: null, metadata: '', linked_account: {} });
    expect({ status, ...(body as object) }).toMatchObject({ status: 200, ...blank });
  });

  it('makes a token’s card the default card, which keeps its id', async () => {
    const { token, card } = await tokenAndCard();
    const customer = await merchant.customer({ card: token });
    const location = `/customers/${customer.id}/cards/${card}`;
    expect(customer).toMatchObject({
      default_card: card,
      cards: { total: 1, data: [{ object: 'card', id: card, location, deleted: false }] },
    });
  });

  it('emits one event, even with a card', async () => {
    const customer = await merchant.customer({ card: await tokenId() });
    const { event } = await receiver.next(of(customer.id, 'customer.create'));
    expect(event.data).toEqual(customer);
    expect(await eventKeys(customer.id)).toEqual(['customer.create']);
  });
});

describe('a POST or PATCH of a customer', () => {
  it.each<[object, string]>([
    [{ card: { number: '4242424242424242' } }, 'card must be the id of a token'],
    [{ card: 5 }, 'card must be the id of a token'],
    [{ card: ['tokn_test_1'] }, 'card must be the id of a token'],
    [{ description: 'x'.repeat(1_001) }, 'description is too long (maximum is 1000 characters)'],
    [{ description: ['x'] }, 'description must be a string'],
    [{ email: 'x'.repeat(256) }, 'email is too long (maximum is 255 characters)'],
    [{ email: { a: 1 } }, 'email must be a string'],
    [{ metadata: 'gold' }, 'Metadata should be a JSON hash'],
    [{ metadata: ['gold'] }, 'Metadata should be a JSON hash'],
    [{ metadata: { text: 'x'.repeat(15_000) } }, 'Metadata is too long (maximum is 15000 characters)'],
    [{ linked_account: 7 }, 'linked_account must be the id of a linked account'],
    [{ email: true, description: true }, 'description must be a string and email must be a string'],
  ])('is rejected with %j', async (json, message) => {
    const { id } = await merchant.customer();
    const answers = await Promise.all([
      merchant.post('/customers').type('json').send(json),
      merchant.patch(`/customers/${id}`).type('json').send(json),
    ]);
    const refusal = {
      object: 'error',
      location: 'https://www.omise.co/api-errors#bad-request',
      code: 'bad_request',
      message,
    };
    for (const { status, body } of answers)
      expect({ status, body: body as unknown }).toEqual({ status: 400, body: refusal });
  });

  it('is rejected with an unknown token or linked account', async () => {
    const { id } = await merchant.customer();
    const live = (await merchant.token({}, 'live')).id;
    const others = (await (await gateway.account()).token()).id;
    const refused = [
      ...['tokn_test_nothing', live, others, "' OR 1=1"].map(
        (card) => [{ card }, `token ${card} was not found`] as const,
      ),
      [{ linked_account: 'lnac_test_1' }, 'linked_account lnac_test_1 was not found'] as const,
    ];
    for (const [form, message] of refused) {
      for (const call of [merchant.post('/customers', form), merchant.patch(`/customers/${id}`, form)]) {
        const { status, body } = await call;
        expect({ status, ...(body as object) }).toMatchObject({ status: 404, code: 'not_found', message });
      }
    }
  });

  it('is rejected with a used token', async () => {
    const card = await tokenId();
    const { id } = await merchant.customer({ card });
    for (const call of [
      merchant.post('/customers', { card }),
      merchant.patch(`/customers/${id}`, { card, description: 'new' }),
    ]) {
      const { status, body } = await call;
      expect({ status, ...(body as object) }).toMatchObject({
        status: 400,
        code: 'used_token',
        message: 'token was already used',
      });
    }
    expect((await merchant.get(`/customers/${id}`)).body).toMatchObject({
      description: null,
      cards: { total: 1 },
    });
  });
});

describe('GET /customers', () => {
  it('returns the created customer', async () => {
    const customer = await merchant.customer({ card: await tokenId(), email: 'john@shop.example' });
    const { status, body } = await merchant.get(`/customers/${customer.id}`);
    expect(status).toBe(200);
    expect(timeless(body as object)).toEqual(timeless(customer));
    const missing = await merchant.get('/customers/cust_test_nothing');
    expect({ status: missing.status, ...(missing.body as object) }).toMatchObject({
      status: 404,
      message: 'customer cust_test_nothing was not found',
    });
  });

  it('lists whole customers, oldest first, in pages, without deleted ones', async () => {
    const shop = await gateway.account();
    const ids: string[] = [];
    for (const description of ['a', 'b', 'c', 'd'])
      ids.push((await shop.customer({ description, card: (await shop.token()).id })).id);
    await shop.customer({}, 'live');
    await shop.delete(`/customers/${ids[1]}`);
    const { body } = await shop.get('/customers');
    expect(Object.keys(body as object)).toEqual(LIST_FIELDS);
    expect(body).toMatchObject({
      object: 'list',
      total: 3,
      location: '/customers',
      data: [ids[0], ids[2], ids[3]].map((id) => ({ id, cards: { total: 1, data: [{ object: 'card' }] } })),
    });
    const page = (await shop.get('/customers', { limit: 1, offset: 1, order: 'reverse_chronological' }))
      .body as object;
    expect(page).toMatchObject({ total: 3, limit: 1, offset: 1, data: [{ id: ids[2] }] });
    expect((await shop.get('/customers', { limit: 0 })).body).toMatchObject({ code: 'bad_request' });
  });
});

describe('PATCH /customers/{id}', () => {
  it('keeps missing fields, clears empty ones, and emits an event', async () => {
    const form = {
      description: 'John',
      email: 'john@shop.example',
      'metadata[a]': '1',
      'metadata[b]': '2',
      card: await tokenId(),
    };
    const made = await merchant.customer(form);
    const renamed = await update(made.id, { description: 'Jane', 'metadata[a]': '3' });
    expect(timeless(renamed)).toEqual(timeless({ ...made, description: 'Jane', metadata: { a: '3' } }));
    const { event } = await receiver.next(of(made.id, 'customer.update'));
    expect(event.data).toEqual(renamed);
    const cleared = await update(made.id, {
      description: '',
      email: '',
      metadata: '',
      default_card: '',
      card: '',
    });
    expect(timeless(cleared)).toEqual(timeless({ ...made, description: null, email: null, metadata: {} }));
    await update(made.id, {});
    expect(await eventKeys(made.id)).toEqual([
      'customer.create',
      ...Array<string>(3).fill('customer.update'),
    ]);
  });

  it('adds a token’s card, with only its own event', async () => {
    const first = await tokenAndCard();
    const second = await tokenAndCard();
    const { id } = await merchant.customer({ card: second.token });
    const added = await update(id, { card: first.token, default_card: '' });
    expect(added).toMatchObject({ default_card: second.card, cards: { total: 2 } });
    expect(added.cards.data.map((card) => card.id)).toEqual([first.card, second.card]);
    const { event } = await receiver.next(of(id, 'customer.update.card'));
    expect(event.data).toEqual(added);
    expect(await eventKeys(id)).toEqual(['customer.create', 'customer.update.card']);
    expect(timeless((await merchant.get(`/customers/${id}`)).body as object)).toEqual(timeless(added));
  });

  it('emits both events once if it adds a card and changes more', async () => {
    const { id } = await merchant.customer();
    const changed = await update(id, { card: await tokenId(), email: 'jane@shop.example' });
    for (const key of ['customer.update', 'customer.update.card']) {
      expect((await receiver.next(of(id, key))).event.data).toEqual(changed);
    }
    expect(await eventKeys(id)).toEqual(['customer.create', 'customer.update', 'customer.update.card']);
  });

  it('sets the default card: an existing one, or the added one', async () => {
    const [one, two, three] = [await tokenAndCard(), await tokenAndCard(), await tokenAndCard()];
    const { id } = await merchant.customer({ card: one.token });
    expect(await update(id, { card: two.token, default_card: two.card })).toMatchObject({
      default_card: two.card,
    });
    expect(await update(id, { default_card: one.card })).toMatchObject({ default_card: one.card });
    expect(await update(id, { card: three.token, default_card: two.card })).toMatchObject({
      default_card: two.card,
      cards: { total: 3 },
    });
  });

  it('rejects a default card of another customer', async () => {
    const [mine, loose, elses, gone] = [
      await tokenAndCard(),
      await tokenAndCard(),
      await tokenAndCard(),
      await tokenAndCard(),
    ];
    const { id } = await merchant.customer({ card: mine.token });
    await update(id, { card: gone.token });
    await merchant.delete(`/customers/${id}/cards/${gone.card}`);
    await merchant.customer({ card: elses.token });
    for (const card of ['card_test_nothing', loose.card, elses.card, gone.card]) {
      const { status, body } = await merchant.patch(`/customers/${id}`, {
        default_card: card,
        description: 'new',
      });
      expect({ status, ...(body as object) }).toMatchObject({
        status: 404,
        message: `card ${card} was not found`,
      });
    }
    const together = { default_card: elses.card, card: loose.token };
    expect((await merchant.patch(`/customers/${id}`, together)).status).toBe(404);
    expect(await update(id, { card: loose.token })).toMatchObject({
      default_card: mine.card,
      description: null,
      cards: { total: 2 },
    });
  });
});

describe('DELETE /customers/{id}', () => {
  it('returns the whole customer with deleted=true, and emits the customer’s last event', async () => {
    const made = await merchant.customer({ email: 'john@shop.example', card: await tokenId() });
    const { status, body } = await merchant.delete(`/customers/${made.id}`);
    expect(status).toBe(200);
    expect(timeless(body as object)).toEqual(timeless({ ...made, deleted: true }));
    const { event } = await receiver.next(of(made.id, 'customer.destroy'));
    expect(event.data).toEqual(body);
    const { body: list } = await merchant.get('/customers', { limit: 100 });
    expect((list as { data: { id: string }[] }).data.map(({ id }) => id)).not.toContain(made.id);
  });

  it('marks the cards in charges as deleted', async () => {
    const { id, default_card } = await merchant.customer({ card: await tokenId() });
    const { id: charge } = await merchant.charge({
      customer: id,
      'source[type]': '',
      currency: 'THB',
      amount: 2000,
    });
    await merchant.delete(`/customers/${id}`);
    expect(await merchant.retrieve(charge)).toMatchObject({
      customer: id,
      card: { id: default_card, deleted: true },
    });
    expect((await merchant.get(`/charges/${charge}`, { expand: 'true' })).body).toMatchObject({
      card: { id: default_card, deleted: true },
    });
  });

  it('makes the customer and its cards unavailable', async () => {
    const { id, default_card: card } = await merchant.customer({ card: await tokenId() });
    await merchant.delete(`/customers/${id}`);
    const token = await tokenId();
    const path = `/customers/${id}`;
    const calls = [
      merchant.patch(path, { card: token }),
      merchant.patch(path, { email: '' }),
      merchant.delete(path),
    ];
    const cardCalls = [
      merchant.patch(`${path}/cards/${card}`, { name: 'New' }),
      merchant.delete(`${path}/cards/${card}`),
    ];
    const below = ['', '/cards', `/cards/${card}`, '/schedules', '/linked_accounts'].map((rest) =>
      merchant.get(`${path}${rest}`),
    );
    for (const { status, body } of await Promise.all([...calls, ...cardCalls, ...below])) {
      expect({ status, ...(body as object) }).toMatchObject({
        status: 404,
        code: 'not_found',
        message: `customer ${id} was not found`,
      });
    }
    expect(await eventKeys(id)).toEqual(['customer.create', 'customer.destroy']);
    expect(await merchant.customer({ card: token })).toMatchObject({ cards: { total: 1 } });
  });
});
