import request from 'supertest';
import type { LinkedAccountBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const show = (uri: string): request.Test => request(uri).get('');
const choose = (uri: string, form: object): request.Test =>
  request(uri).post('').type('form').redirects(0).send(form);
const find = async (id: string): Promise<LinkedAccountBody> =>
  (await merchant.get(`/linked_accounts/${id}`)).body as LinkedAccountBody;

/** The text of the element with this test id. */
function textOf(html: string, testId: string): string | undefined {
  return new RegExp(`data-testid="${testId}"[^>]*>(?:<time[^>]*>)?([^<]*)`).exec(html)?.[1];
}

const RETURN_URI = 'https://shop.example/linked';

describe('the page at registration_uri', () => {
  it('shows merchant, bank, expiry and mode', async () => {
    const account = await merchant.linkedAccount({ type: 'direct_debit_ktb' });
    const { status, headers, text } = await show(account.registration_uri);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'(?: 'sha256-[^ ]+')?; img-src data:; /,
    );
    expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' });
    // Without an icon of its own, a browser would ask for /favicon.ico.
    expect(text).toContain('<link rel="icon" href="data:,">');
    expect(textOf(text, 'merchant')).toBe('Spec &amp; Sons');
    expect(textOf(text, 'bank')).toBe('Krungthai Bank');
    expect(textOf(text, 'linked-account')).toBe(account.id);
    expect(textOf(text, 'mode')).toBe('Test mode');
    expect(text).toMatch(/data-left-ms="86(?:3|40)\d{5}"/);
    expect(textOf(text, 'time-left')).toMatch(/ UTC$/);
    expect(text).toContain('Krungthai Bank would ask you to sign in');
    expect(text).not.toMatch(/last-digits|data-testid="approve"/);
  });

  it('has a register button and every failure code', async () => {
    const { text } = await show((await merchant.linkedAccount()).registration_uri);
    expect(text).toContain('data-testid="register"');
    expect(text).toContain('data-testid="refuse"');
    const reasons = [...text.matchAll(/<option value="(\w+)"/g)].map(([, reason]) => reason);
    expect(reasons).toEqual(['payment_rejected', 'failed_processing', 'invalid_account']);
  });

  it('is an HTML page for unknown accounts too', async () => {
    const uri = `${gateway.settings.payUrl}/linked_accounts/lnac_test_nothing/register`;
    const { status, headers, text } = await show(uri);
    expect([status, headers['content-type'], textOf(text, 'status')]).toEqual([
      404,
      'text/html; charset=utf-8',
      'Registration not found',
    ]);
    expect((await choose(uri, { outcome: 'successful' })).status).toBe(404);
  });
});

describe('a bank account’s owner on the page', () => {
  it.each(['test', 'live'] as const)('registers it in %s mode, and returns to the merchant', async (mode) => {
    const account = await merchant.linkedAccount({}, mode);
    const { status, headers } = await choose(account.registration_uri, { outcome: 'successful' });
    expect([status, headers['location']]).toEqual([303, RETURN_URI]);
    const { body } = await merchant.get(`/linked_accounts/${account.id}`, {}, mode);
    expect(body).toMatchObject({
      status: 'successful',
      last_digits: expect.stringMatching(/^\d{4}$/) as string,
    });
    expect(textOf((await show(account.registration_uri)).text, 'last-digits')).toBe(
      `•••• ${(body as LinkedAccountBody).last_digits}`,
    );
  });

  it('is redirected by the page, because browsers stay on the host', async () => {
    const { registration_uri: uri } = await merchant.linkedAccount();
    const { status, headers } = await choose(uri, { outcome: 'successful' }).set(
      'Origin',
      gateway.settings.payUrl,
    );
    expect([status, headers['location']]).toEqual([303, '?return']);
    expect((await show(`${uri}?return`)).text).toContain(
      `<meta http-equiv="refresh" content="0; url=${RETURN_URI}">`,
    );
  });

  it('returns to an address with non-ASCII letters', async () => {
    const account = await merchant.linkedAccount({ return_uri: 'https://ไทย.example/ก?a=1' });
    const { headers } = await choose(account.registration_uri, { outcome: 'successful' });
    expect(headers['location']).toBe('https://xn--o3cw4h.example/%E0%B8%81?a=1');
  });

  it.each(['payment_rejected', 'failed_processing', 'invalid_account'])('declines with %s', async (code) => {
    const account = await merchant.linkedAccount();
    const { status, headers } = await choose(account.registration_uri, {
      outcome: 'failed',
      failure_code: code,
    });
    expect([status, headers['location']]).toEqual([303, RETURN_URI]);
    expect(await find(account.id)).toMatchObject({ status: 'failed', failure_code: code });
  });

  it('ends the registration once by a double click or two tabs', async () => {
    const account = await merchant.linkedAccount();
    const clicks = [
      { outcome: 'successful' },
      { outcome: 'successful' },
      { outcome: 'failed', failure_code: 'invalid_account' },
    ];
    const answers = await Promise.all(clicks.map((form) => choose(account.registration_uri, form)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const { status } = await find(account.id);
    for (const [index, { headers }] of answers.entries()) {
      expect(headers['location']).toBe(
        clicks[index]?.outcome === status ? RETURN_URI : account.registration_uri,
      );
    }
    expect(await gateway.database.linkedAccount.findUnique({ where: { id: account.id } })).toMatchObject({
      version: 1,
    });
  });

  it('gets an error for an invalid form', async () => {
    const account = await merchant.linkedAccount();
    for (const form of [{}, { outcome: 'maybe' }, { outcome: 'failed', failure_code: 'expired_card' }]) {
      expect((await choose(account.registration_uri, form)).status).toBe(400);
    }
    expect(await find(account.id)).toMatchObject({ status: 'pending' });
  });
});

describe('the page of an ended registration', () => {
  const endings: [string, string, (account: LinkedAccountBody) => Promise<unknown>][] = [
    [
      'Account registered',
      'successful',
      ({ id }) => merchant.post(`/linked_accounts/${id}/mark_as_registered`),
    ],
    ['Registration failed', 'failed', ({ id }) => merchant.post(`/linked_accounts/${id}/mark_as_failed`)],
    [
      'Registration expired',
      'expired',
      ({ id }) =>
        gateway.database.linkedAccount.update({
          where: { id },
          data: { expiresAt: new Date(Date.now() - 1) },
        }),
    ],
  ];

  it.each(endings)('shows "%s" when it is %s, without buttons', async (title, _, end) => {
    const account = await merchant.linkedAccount();
    await end(account);
    const { status, text } = await show(account.registration_uri);
    expect([status, textOf(text, 'status')]).toEqual([200, title]);
    expect(text).not.toMatch(/<button|<form|http-equiv="refresh"/);
    expect(text).toContain(`href="${RETURN_URI}"`);
  });

  it('redirects a late click to the page with the result', async () => {
    const account = await merchant.linkedAccount();
    await gateway.database.linkedAccount.update({
      where: { id: account.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const { status, headers } = await choose(account.registration_uri, { outcome: 'successful' });
    expect([status, headers['location']]).toEqual([303, account.registration_uri]);
    expect(await find(account.id)).toMatchObject({ status: 'expired', last_digits: null });
  });
});
