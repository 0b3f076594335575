import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver } from './receiver.js';

const gateway = useGateway();
const receiver = useReceiver();
let merchant: Merchant;

type Body = Readonly<Record<string, unknown>>;

beforeEach(async () => {
  merchant = await gateway.account();
});

const find = async (id: unknown): Promise<Body> =>
  (await merchant.get(`/recipients/${String(id)}`)).body as Body;
const all = async (mode: 'test' | 'live' = 'test'): Promise<readonly Body[]> =>
  ((await merchant.get('/recipients', {}, mode)).body as { data: Body[] }).data;
const keysOf = async (id: unknown): Promise<string[]> => {
  const { body } = await merchant.get('/events', { limit: 100 });
  const events = (body as { data: { key: string; data: { id: string } }[] }).data;
  return events.filter(({ data }) => data.id === id).map(({ key }) => key);
};
const refused = async (form: object): Promise<[number, unknown, unknown]> => {
  const { status, body } = await merchant.post('/recipients', form);
  return [status, (body as Body)['code'], (body as Body)['message']];
};
const ACCOUNT = {
  'bank_account[brand]': 'scb',
  'bank_account[number]': '1234567890',
  'bank_account[name]': 'Somchai Prasert',
};

describe('a bank account', () => {
  it('has its type under the name of its version, in requests too', async () => {
    const { body: made } = await merchant
      .post('/recipients', { name: 'Somchai', ...ACCOUNT, 'bank_account[account_type]': 'savings' })
      .set('Omise-Version', '2017-11-02');
    const { id, bank_account: older } = made as { id: string; bank_account: Body };
    expect(older['account_type']).toBe('savings');
    expect(older).not.toHaveProperty('type');
    expect((await find(id))['bank_account']).toMatchObject({ type: 'savings' });
    await merchant.patch(`/recipients/${id}`, { 'bank_account[type]': 'current' });
    expect((await find(id))['bank_account']).toMatchObject({ type: 'current' });
  });

  it('has texts for all its parts in Japan', async () => {
    merchant = await gateway.account({ country: 'JP', currency: 'JPY' });
    const parts = { branch_code: '', type: 'normal' };
    expect((await all())[0]?.['bank_account']).toMatchObject(parts);
    const { body } = await merchant.post('/recipients', { name: 'Taro', ...ACCOUNT });
    expect(body).toMatchObject({ bank_account: { ...parts, bank_code: 'scb' } });
    const named = { 'bank_account[branch_code]': '001', 'bank_account[type]': 'current' };
    const { body: whole } = await merchant.post('/recipients', { name: 'Taro', ...ACCOUNT, ...named });
    expect(whole).toMatchObject({ bank_account: { branch_code: '001', type: 'current' } });
  });
});

describe('the default recipient', () => {
  it('is not written by a rejected request', async () => {
    const answers = [
      await merchant.post('/transfers', { amount: 1 }),
      await merchant.get('/recipients', { limit: 'many' }),
      await merchant.get('/search', { scope: 'recipient', 'filters[active]': 'perhaps' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 422]);
    expect(await gateway.database.recipient.count({ where: { accountId: merchant.id } })).toBe(0);
  });

  it('exists from the start, verified and active, one in each mode', async () => {
    const [own, ...others] = await all();
    expect(others).toEqual([]);
    expect(own).toMatchObject({
      default: true,
      verified: true,
      active: true,
      description: 'Default recipient',
      failure_code: null,
    });
    expect(own?.['bank_account']).toMatchObject({
      brand: 'Test Bank',
      bank_code: 'test',
      last_digits: '6789',
      name: 'DEFAULT BANK ACCOUNT',
    });
    expect(await all()).toEqual([own]);
    const [live] = await all('live');
    expect(live).toMatchObject({ default: true, livemode: true });
    expect(live?.['id']).not.toBe(own?.['id']);
  });

  it('is created once by concurrent requests', async () => {
    const lists = await Promise.all(Array.from({ length: 8 }, () => all()));
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1);
    expect(lists.every(({ length }) => length === 1)).toBe(true);
  });

  it('cannot be deleted', async () => {
    const [own] = await all();
    const { status, body } = await merchant.delete(`/recipients/${String(own?.['id'])}`);
    expect([status, (body as Body)['code']]).toEqual([422, 'failed_deletion']);
    expect(await all()).toEqual([own]);
  });
});

describe('a recipient', () => {
  it('waits for verification, with every field in the recorded order', async () => {
    const made = await merchant.recipient({ email: 'somchai@shop.example', 'metadata[shop]': '7' });
    const { id } = made;
    const time = made['created_at'];
    const fields: readonly (readonly [string, unknown])[] = [
      ['object', 'recipient'],
      ['id', expect.stringMatching(/^recp_test_[0-9a-z]{19}$/)],
      ['livemode', false],
      ['location', `/recipients/${id}`],
      ['deleted', false],
      ['bank_account', expect.any(Object)],
      ...(['active', 'default', 'verified'] as const).map((name) => [name, false] as const),
      ['description', null],
      ['email', 'somchai@shop.example'],
      ['failure_code', null],
      ['name', 'Somchai Prasert'],
      ['tax_id', ''],
      ['type', 'individual'],
      ['created_at', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)],
      ['schedule', null],
      ['metadata', { shop: '7' }],
      ['verified_at', null],
      ['activated_at', null],
    ];
    expect(Object.entries(made)).toEqual(fields);
    expect(Object.entries(made['bank_account'] as object)).toEqual([
      ['object', 'bank_account'],
      ['livemode', false],
      ['last_digits', '7890'],
      ['account_number', '1234567890'],
      ['name', 'Somchai Prasert'],
      ['type', null],
      ['created_at', time],
      ['brand', 'Siam Commercial Bank'],
      ['bank_code', 'scb'],
      ['branch_code', null],
    ]);
    expect(await find(id)).toEqual(made);
    expect(await keysOf(id)).toEqual(['recipient.create']);
  });

  it('is verified and activated by its bank, with events for the webhook', async () => {
    merchant = await gateway.account({ webhookUri: receiver.uri });
    const { id } = await merchant.recipient();
    const { body } = await merchant.patch(`/recipients/${id}/verify`);
    expect(body).toMatchObject({
      verified: true,
      active: true,
      failure_code: null,
      verified_at: expect.any(String),
    });
    await merchant.patch(`/recipients/${id}/verify`).expect(200);
    expect(await keysOf(id)).toEqual(['recipient.create', 'recipient.verify', 'recipient.activate']);
    const { event } = await receiver.next('recipient.activate');
    expect(event.data).toMatchObject({ id, active: true });
  });

  it.each([
    ['0000000001', 'account_not_found'],
    ['0000000002', 'bank_not_found'],
    ['0000000003', 'name_mismatch'],
  ])('with the account %s is not verified: %s', async (number, code) => {
    const { id } = await merchant.recipient({ 'bank_account[number]': number });
    await merchant.patch(`/recipients/${id}/verify`).expect(200);
    expect(await find(id)).toMatchObject({ verified: false, active: false, failure_code: code });
    expect(await keysOf(id)).toEqual(['recipient.create', 'recipient.update']);
  });

  it('with another bank account is verified again', async () => {
    const { id } = await merchant.recipient();
    await merchant.patch(`/recipients/${id}/verify`).expect(200);
    await merchant.patch(`/recipients/${id}`, { description: 'The cook' }).expect(200);
    expect(await find(id)).toMatchObject({ active: true, description: 'The cook' });
    await merchant.patch(`/recipients/${id}`, { ...ACCOUNT, 'bank_account[brand]': 'bbl' }).expect(200);
    expect(await find(id)).toMatchObject({
      active: false,
      verified: false,
      bank_account: { bank_code: 'bbl' },
    });
    expect((await keysOf(id)).slice(3)).toEqual([
      'recipient.update',
      'recipient.update',
      'recipient.deactivate',
    ]);
  });

  it('with a live key is verified at once', async () => {
    expect(await merchant.recipient({}, 'live')).toMatchObject({
      livemode: true,
      verified: true,
      active: true,
    });
  });

  it('is not found or listed after deletion', async () => {
    const { id } = await merchant.recipient();
    const { body } = await merchant.delete(`/recipients/${id}`);
    expect(body).toMatchObject({ id, deleted: true, name: 'Somchai Prasert' });
    for (const path of ['', '/schedules'])
      expect((await merchant.get(`/recipients/${id}${path}`)).status).toBe(404);
    expect((await all()).map((one) => one['id'])).not.toContain(id);
    expect((await merchant.patch(`/recipients/${id}`, { name: 'Anong' })).status).toBe(404);
    expect(await keysOf(id)).toEqual(['recipient.create', 'recipient.destroy']);
  });

  it.each<[string, object, string, string]>([
    ['a name', ACCOUNT, 'invalid_recipient', "name can't be blank"],
    ['a bank account', { name: 'Somchai' }, 'invalid_recipient', "bank_account can't be blank"],
    [
      'a known type',
      { ...ACCOUNT, name: 'Somchai', type: 'dog' },
      'invalid_recipient',
      'type must be individual or corporation',
    ],
    [
      'a known bank',
      { ...ACCOUNT, name: 'Somchai', 'bank_account[brand]': 'nobank' },
      'invalid_bank_account',
      'brand is not included in the list',
    ],
    [
      'a number of digits',
      { ...ACCOUNT, name: 'Somchai', 'bank_account[number]': 'many' },
      'invalid_bank_account',
      'number must be 4 to 20 digits',
    ],
    [
      'a branch that is text',
      { ...ACCOUNT, name: 'Somchai', 'bank_account[branch_code][main]': '1' },
      'invalid_bank_account',
      'branch_code must be a string',
    ],
    [
      'another number than that of a card',
      { ...ACCOUNT, name: 'Somchai', 'bank_account[number]': '4242424242424242' },
      'invalid_bank_account',
      'number must not be a card number',
    ],
  ])('requires %s', async (_, form, code, message) => {
    expect(await refused(form)).toEqual([400, code, message]);
    expect(await all()).toHaveLength(1);
  });
});
