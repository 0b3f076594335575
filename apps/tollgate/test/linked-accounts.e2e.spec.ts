import { databaseText } from './leaks.js';
import type { LinkedAccountBody } from './answers.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FORM = { type: 'direct_debit_kbank', return_uri: 'https://shop.example/linked?order=1' };

const gateway = useOwnGateway();
let merchant: Merchant;

beforeEach(async () => {
  merchant = await gateway.account();
});

const find = async (id: string): Promise<LinkedAccountBody> =>
  (await merchant.get(`/linked_accounts/${id}`)).body as LinkedAccountBody;

const mark = async (
  id: string,
  action: string,
  form: object = {},
): Promise<{ status: number; [field: string]: unknown }> => {
  const { status: code, body } = await merchant.post(`/linked_accounts/${id}/${action}`, form);
  return { ...(body as object), status: code, state: (body as { status?: string }).status };
};

describe('POST /linked_accounts', () => {
  it('creates an account that waits for its owner for 24 hours, with every field in the documented order', async () => {
    const account = await merchant.linkedAccount({ ...FORM, 'metadata[order]': '7' });
    const { id } = account;
    expect(id).toMatch(/^lnac_test_[0-9a-z]{19}$/);
    const fields: readonly (readonly [string, unknown])[] = [
      ['object', 'linked_account'],
      ['id', id],
      ['livemode', false],
      ['location', `/linked_accounts/${id}`],
      ['registration_uri', `${gateway.settings.payUrl}/linked_accounts/${id}/register`],
      ['return_uri', FORM.return_uri],
      ['type', 'direct_debit_kbank'],
      ['status', 'pending'],
      ['last_digits', null],
      ['metadata', { order: '7' }],
      ['failure_code', null],
      ['failure_message', null],
      ['registered_at', null],
      ['expires_at', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)],
      ['created_at', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)],
    ];
    expect(Object.entries(account)).toEqual(fields);
    expect(Date.parse(account['expires_at'] as string) - Date.parse(account['created_at'] as string)).toBe(
      DAY_MS,
    );
    expect(await find(id)).toEqual(account);
  });

  it.each(['direct_debit_bay', 'direct_debit_kbank', 'direct_debit_ktb', 'direct_debit_scb'])(
    'accepts %s, in both modes',
    async (type) => {
      expect(await merchant.linkedAccount({ type })).toMatchObject({ type, livemode: false });
      const live = await merchant.linkedAccount({ type }, 'live');
      expect(live).toMatchObject({
        type,
        livemode: true,
        id: expect.stringMatching(/^lnac_(?!test_)/) as string,
      });
    },
  );

  it.each<[object, string]>([
    [{}, 'Type is not supported and return uri is invalid'],
    [{ ...FORM, type: 'direct_debit_bbl' }, 'Type is not supported'],
    [{ ...FORM, type: 'toString' }, 'Type is not supported'],
    [{ ...FORM, type: ['direct_debit_bay'] }, 'Type is not supported'],
    [{ type: 'direct_debit_bay' }, 'return uri is invalid'],
    [{ ...FORM, return_uri: 'javascript:alert(1)' }, 'return uri is invalid'],
    [{ ...FORM, return_uri: '/linked' }, 'return uri is invalid'],
    [{ ...FORM, return_uri: `https://shop.example/${'x'.repeat(2_048)}` }, 'return uri is invalid'],
    [{ ...FORM, citizen_id: '123456789012' }, 'citizen_id must contain 13 digit characters'],
    [{ ...FORM, citizen_id: '12345678901234' }, 'citizen_id must contain 13 digit characters'],
    [{ ...FORM, citizen_id: ['1234567890123'] }, 'citizen_id must contain 13 digit characters'],
    [{ ...FORM, metadata: 'gold' }, 'Metadata should be a JSON hash'],
  ])('rejects %j', async (json, message) => {
    const { status, body } = await merchant.post('/linked_accounts').type('json').send(json);
    expect({ status, body: body as unknown }).toEqual({
      status: 400,
      body: {
        object: 'error',
        location: 'https://www.omise.co/api-errors#bad-request',
        code: 'bad_request',
        message,
      },
    });
    expect((await merchant.get('/linked_accounts')).body).toMatchObject({ total: 0 });
  });

  it('treats empty parameters as missing', async () => {
    const { status } = await merchant
      .post('/linked_accounts')
      .type('json')
      .send({ ...FORM, citizen_id: '', metadata: {} });
    expect(status).toBe(200);
  });

  it('emits no event', async () => {
    await merchant.registeredAccount();
    expect((await merchant.get('/events')).body).toMatchObject({ total: 0 });
  });

  it('does not exist before API version 2017-11-02', async () => {
    const { status, body } = await merchant.post('/linked_accounts', FORM).set('Omise-Version', '2015-11-17');
    expect({ status, ...(body as object) }).toMatchObject({
      status: 404,
      code: 'service_not_found',
      message:
        'you are using api version which does not support this operation; send Omise-Version 2017-11-02 or later',
    });
    const earlier = await merchant.post('/linked_accounts', FORM).set('Omise-Version', '2017-11-02');
    expect(earlier.body).toMatchObject({ object: 'linked_account', created: expect.any(String) as string });
  });
});

describe('a citizen id', () => {
  it('is validated, but not stored or returned', async () => {
    const [plain, spaced, wrong] = ['1736451928374', '1-7364-51928-37-5', '17364519283769'];
    for (const citizen_id of [plain, spaced]) await merchant.linkedAccount({ ...FORM, citizen_id });
    const asNumber = await merchant
      .post('/linked_accounts')
      .set('Idempotency-Key', 'citizen')
      .type('json')
      .send({ ...FORM, citizen_id: Number(plain) });
    const refused = await merchant.post('/linked_accounts', { ...FORM, citizen_id: wrong });
    expect([asNumber.status, refused.status]).toEqual([200, 400]);
    const texts = [asNumber.text, refused.text, await databaseText(gateway.databaseUrl)];
    for (const text of texts) expect(text.replaceAll('-', '')).not.toContain('17364519283');
    expect(texts[2]).toContain((asNumber.body as { id: string }).id);
  });
});

describe('mark_as_registered', () => {
  it('registers the account, which then has its last digits', async () => {
    const { id } = await merchant.linkedAccount();
    expect(await mark(id, 'mark_as_registered')).toMatchObject({ status: 200, state: 'successful' });
    const account = await find(id);
    expect(account).toMatchObject({
      status: 'successful',
      failure_code: null,
      last_digits: expect.stringMatching(/^\d{4}$/) as string,
    });
    expect(Date.parse(account['registered_at'] as string)).toBeGreaterThanOrEqual(
      Date.parse(account['created_at'] as string),
    );
  });

  it('is rejected with a live key, like mark_as_failed', async () => {
    const { id } = await merchant.linkedAccount({}, 'live');
    for (const action of ['mark_as_registered', 'mark_as_failed']) {
      const { status, body } = await merchant.post(`/linked_accounts/${id}/${action}`, {}, 'live');
      expect({ status, ...(body as object) }).toMatchObject({
        status: 400,
        code: 'bad_request',
        message: `${action} requires a test key; a live account is registered on its registration_uri`,
      });
    }
    expect((await merchant.get(`/linked_accounts/${id}`, {}, 'live')).body).toMatchObject({
      status: 'pending',
    });
  });
});

describe('mark_as_failed', () => {
  it.each([
    [{}, 'payment_rejected', 'payment rejected'],
    [{ failure_code: 'failed_processing' }, 'failed_processing', 'failed processing'],
    [{ failure_code: 'invalid_account' }, 'invalid_account', 'valid account for payment method not found'],
  ])('with %j ends the registration', async (form, code, message) => {
    const { id } = await merchant.linkedAccount();
    expect(await mark(id, 'mark_as_failed', form)).toMatchObject({ status: 200, state: 'failed' });
    expect(await find(id)).toMatchObject({
      status: 'failed',
      failure_code: code,
      failure_message: message,
      last_digits: null,
      registered_at: null,
    });
  });

  it('rejects unknown failure codes', async () => {
    const { id } = await merchant.linkedAccount();
    const message = 'failure_code must be one of payment_rejected, failed_processing, invalid_account';
    expect(await mark(id, 'mark_as_failed', { failure_code: 'expired_card' })).toMatchObject({
      status: 400,
      code: 'bad_request',
      message,
    });
    expect(await find(id)).toMatchObject({ status: 'pending' });
  });
});

describe('an ended registration', () => {
  it.each(['mark_as_registered', 'mark_as_failed'])('with %s cannot end differently', async (ending) => {
    const { id } = await merchant.linkedAccount();
    await mark(id, ending);
    const before = await find(id);
    for (const action of ['mark_as_registered', 'mark_as_failed']) {
      const message = `linked account is already ${before.status}`;
      expect(await mark(id, action)).toMatchObject({ status: 400, code: 'bad_request', message });
    }
    expect(await find(id)).toEqual(before);
  });

  it('that expired by the account’s clock cannot be completed', async () => {
    const { id } = await merchant.linkedAccount();
    await merchant.advance(23 * HOUR_MS);
    expect(await find(id)).toMatchObject({ status: 'pending' });
    await merchant.advance(HOUR_MS);
    const expired = { status: 'expired', failure_code: null, registered_at: null };
    expect(await find(id)).toMatchObject(expired);
    expect((await merchant.get('/linked_accounts')).body).toMatchObject({ data: [expired] });
    for (const action of ['mark_as_registered', 'mark_as_failed']) {
      expect(await mark(id, action)).toMatchObject({
        status: 400,
        message: 'linked account is already expired',
      });
    }
    expect(await find(id)).toMatchObject(expired);
  });

  it('in time stays successful after its expiry time', async () => {
    const registered = await merchant.registeredAccount();
    await merchant.advance(2 * DAY_MS);
    expect(await find(registered.id)).toEqual(registered);
  });
});
