import request from 'supertest';
import { CARD_FIELDS } from './answers.js';
import { useGateway } from './harness.js';
import { GOOD_CARD, type Merchant, type Mode } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const TOKEN_FIELDS = [
  'object',
  'id',
  'livemode',
  'location',
  'used',
  'charge_status',
  'card',
  'created_at',
  'created',
];

const post = (body: object, mode: Mode = 'test'): request.Test =>
  request(gateway.settings.vaultUrl).post('/tokens').auth(merchant.key('public', mode), '').send(body);
const card = (change: object): object => ({ card: { ...GOOD_CARD, ...change } });
const fingerprint = async (
  whose: Merchant,
  number: string,
  change: object = {},
  mode: Mode = 'test',
): Promise<unknown> => (await whose.token({ number, ...change }, mode)).card?.['fingerprint'];

describe('POST /tokens', () => {
  it('returns every field in order, with its card', async () => {
    const { status, body, headers } = await post(card({ phone_number: '+66 81 234 5678', country: 'TH' }));
    expect([status, headers['omise-version'], headers['cache-control']]).toEqual([
      200,
      '2019-05-29',
      'no-cache, no-store',
    ]);
    expect(Object.keys(body as object)).toEqual(TOKEN_FIELDS);
    expect(Object.keys(body.card as object)).toEqual([...CARD_FIELDS, 'created']);
    expect(body.id).toMatch(/^tokn_test_[0-9a-z]{19}$/);
    expect(body).toMatchObject({
      object: 'token',
      livemode: false,
      location: `${gateway.settings.vaultUrl}/tokens/${body.id}`,
      used: false,
      charge_status: 'unknown',
    });
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(body.created).toBe(body.created_at);
    expect(body.card).toEqual({
      object: 'card',
      id: expect.stringMatching(/^card_test_[0-9a-z]{19}$/),
      livemode: false,
      location: null,
      deleted: false,
      street1: null,
      street2: null,
      city: 'Bangkok',
      state: null,
      phone_number: '+66 81 234 5678',
      postal_code: '10320',
      country: 'th',
      financing: 'credit',
      bank: 'JPMORGAN CHASE BANK N.A.',
      brand: 'Visa',
      fingerprint: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      first_digits: '424242',
      last_digits: '4242',
      name: 'Somchai Example',
      expiration_month: 12,
      expiration_year: 2040,
      security_code_check: true,
      tokenization_method: null,
      created_at: body.created_at,
      created: body.created_at,
    });
  });

  it('accepts forms with brackets and JSON, and numbers as text', async () => {
    const form = {
      number: '5555-5555 5555-4444',
      expiration_month: '07',
      expiration_year: '31',
      country: 'jp',
      email: 'a@b.example',
    };
    const { card: fromForm } = await merchant.token(form);
    const { body } = await post(
      card({ ...form, number: 5555555555554444, expiration_month: 7, expiration_year: 2031 }),
    );
    for (const made of [fromForm, body.card]) {
      expect(made).toMatchObject({
        brand: 'MasterCard',
        expiration_month: 7,
        expiration_year: 2031,
        country: 'jp',
        last_digits: '4444',
      });
      expect(made).not.toHaveProperty('email');
    }
  });

  it('creates live tokens with the live key', async () => {
    const live = await merchant.token({}, 'live');
    expect(live).toMatchObject({ livemode: true, card: { livemode: true } });
    expect([live.id, live.card?.id]).toEqual([
      expect.stringMatching(/^tokn_(?!test)/),
      expect.stringMatching(/^card_(?!test)/),
    ]);
  });

  it('gives the cards of one number in one account the same fingerprint', async () => {
    const stranger = await gateway.account();
    const number = '4111111111111111';
    const first = await fingerprint(merchant, number);
    expect(
      await fingerprint(merchant, '4111 1111 1111 1111', { name: 'Somsri', expiration_year: 2031 }, 'live'),
    ).toBe(first);
    expect(await fingerprint(merchant, '4242424242424242')).not.toBe(first);
    expect(await fingerprint(stranger, number)).not.toBe(first);
  });

  it('accepts cards whose payments fail', async () => {
    expect((await merchant.token({ number: '4111111111140011' })).card).toMatchObject({
      security_code_check: true,
    });
    expect((await merchant.token({ number: '4111111111160001' })).card).toMatchObject({
      security_code_check: false,
    });
  });

  it("checks the expiry date by the account's clock", async () => {
    const shop = await gateway.account();
    // The middle of a month, so that no spec runs into the next one.
    const now = new Date();
    const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15));
    await shop.advance(then.getTime() - now.getTime());
    const thisMonth = { expiration_month: then.getUTCMonth() + 1, expiration_year: then.getUTCFullYear() };
    expect((await shop.token(thisMonth)).card).toMatchObject(thisMonth);
    await shop.advance(32 * 24 * 3_600_000);
    await expect(shop.token(thisMonth)).rejects.toThrow('expiration date cannot be in the past');
  });

  it('stores the token and its card, and no event', async () => {
    const shop = await gateway.account();
    const { id } = await shop.token();
    const stored = await gateway.database.token.findUnique({ where: { id }, include: { card: true } });
    expect(stored).toMatchObject({
      accountId: shop.id,
      livemode: false,
      usedAt: null,
      card: { outcome: 'successful', customerId: null },
    });
    expect((await shop.get('/events')).body).toMatchObject({ total: 0 });
  });

  it.each([
    [{}],
    [{ card: '' }],
    [{ card: {} }],
    [{ card: null }],
    [{ card: [GOOD_CARD] }],
    [{ card: '4242424242424242' }],
    [GOOD_CARD],
  ])('rejects %j, without a card', async (sent) => {
    const { status, body } = await post(sent);
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        object: 'error',
        location: 'https://www.omise.co/api-errors#missing-card',
        code: 'missing_card',
        message: 'request contains no card parameters',
      },
    });
  });

  it('rejects a request without a body in the same way', async () => {
    const { body } = await request(gateway.settings.vaultUrl)
      .post('/tokens')
      .auth(merchant.key('public'), '');
    expect(body).toMatchObject({ code: 'missing_card' });
  });

  it.each([
    [{ number: '4242424242424241' }, 'number is invalid'],
    [{ number: '' }, "number can't be blank and brand not supported (unknown)"],
    [{ number: '5018000000000009' }, 'number is invalid and brand not supported (unknown)'],
    [{ name: '' }, "name can't be blank"],
    [
      { expiration_month: '' },
      "expiration month can't be blank and expiration month is not between 1 and 12",
    ],
    [{ expiration_month: 13 }, 'expiration month is not between 1 and 12 and expiration date is invalid'],
    [{ expiration_year: '' }, "expiration year can't be blank"],
    [{ expiration_year: 'later' }, 'expiration year is invalid'],
    [{ expiration_year: 2020 }, 'expiration date cannot be in the past'],
    [{ security_code: '12' }, 'security code is invalid'],
    [{ country: 'Thailand' }, 'country is invalid'],
    [{ name: 'x'.repeat(256) }, 'name is too long (maximum is 255 characters)'],
    [
      { expiration_year: 2020, number: '1' },
      'expiration date cannot be in the past, number is invalid, and brand not supported (unknown)',
    ],
  ])('rejects %j', async (change, message) => {
    const { status, body } = await post(card(change));
    expect(status).toBe(400);
    expect(body).toEqual({
      object: 'error',
      location: 'https://www.omise.co/api-errors#invalid-card',
      code: 'invalid_card',
      message,
    });
  });

  it.each([
    { number: ['4242424242424242'] },
    { number: { first: '4242424242424242' } },
    { number: '4'.repeat(90_000) },
    { number: '4242424242424242e0' },
    { number: 4.242424242424242e40 },
    { number: '４２４２４２４２４２４２４２４２' },
    { number: true },
    { name: { toString: 'x' } },
    { name: 'x'.repeat(90_000) },
    { name: '4242 4242 4242 4242' },
    { expiration_month: { $gt: 0 } },
    { expiration_year: [2040] },
    { security_code: '1234567' },
    { city: [[['x']]] },
    { postal_code: 4242424242424242 },
  ])('is not deceived by %j', async (change) => {
    const { status, body } = await post(card(change));
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'invalid_card' });
    expect(body.message).not.toMatch(/4242|４/);
    expect(body.message.length).toBeLessThan(100);
  });
});

describe('GET /tokens/{id}', () => {
  const get = (id: string, whose = merchant, mode: Mode = 'test'): request.Test =>
    request(gateway.settings.vaultUrl).get(`/tokens/${id}`).auth(whose.key('public', mode), '');

  it('returns the created token', async () => {
    const made = await merchant.token();
    const { status, body } = await get(made.id);
    expect(status).toBe(200);
    expect(body).toEqual(made);
  });

  it('shows a used token without its card, with its charge’s status', async () => {
    const { id } = await merchant.token();
    const charge = await merchant.cardCharge({ card: id, capture: false });
    expect((await get(id)).body).toMatchObject({
      id,
      used: true,
      card: { last_digits: '4242' },
      charge_status: 'pending',
    });
    await merchant.post(`/charges/${charge.id}/reverse`);
    const { body } = await get(id);
    expect(body).toMatchObject({ used: true, card: { last_digits: '4242' }, charge_status: 'reversed' });
    expect(Object.keys(body as object)).toEqual(TOKEN_FIELDS);
  });

  it.each(['tokn_test_nothing', 'x1', 'tokn_test_%F0%9F%92%B3'])('returns 404 for %s', async (id) => {
    const { status, body } = await get(id);
    expect({ status, ...body }).toMatchObject({
      status: 404,
      code: 'not_found',
      message: `token ${decodeURIComponent(id)} was not found`,
    });
  });

  it('returns 404 for tokens of another account or of the other mode', async () => {
    const { id } = await merchant.token();
    const stranger = await gateway.account();
    for (const answer of [
      await get(id, stranger),
      await get(id, merchant, 'live'),
      await get(id, stranger, 'live'),
    ]) {
      expect({ status: answer.status, ...answer.body }).toMatchObject({
        status: 404,
        message: `token ${id} was not found`,
      });
    }
  });
});
