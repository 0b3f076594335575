import request from 'supertest';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const show = (uri: string, languages?: string): request.Test =>
  languages === undefined ? request(uri).get('') : request(uri).get('').set('Accept-Language', languages);

/** The text of the element with this test id. */
function textOf(html: string, testId: string): string | undefined {
  return new RegExp(`data-testid="${testId}"[^>]*>([^<]*)`).exec(html)?.[1];
}

describe('the language of a payment page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['th', 'th'],
    ['th-TH,th;q=0.9,en;q=0.8', 'th'],
    ['JA-jp', 'ja'],
    ['ms-MY, en;q=0.5', 'ms'],
    ['en;q=0.1, ja;q=0.9, th;q=0.5', 'ja'],
    ['de, fr;q=0.9, th;q=0.1', 'th'],
    ['th;q=0, ms;q=0.2', 'ms'],
    ['de-CH, fr', 'en'],
    ['th;q=nonsense, ,;;', 'en'],
  ])('follows Accept-Language %p: %s', async (languages, language) => {
    const { headers, text } = await show(
      `${gateway.settings.payUrl}/payments/pay2_test_nothing/authorize`,
      languages,
    );
    expect(headers).toMatchObject({ 'content-language': language, vary: 'Accept-Language' });
    expect(text).toContain(`<html lang="${language}">`);
  });
});

/** The Accept header of browsers. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('an error on the host of the pages', () => {
  const spoilt = (language: string, accept: string): request.Test =>
    request(`${gateway.settings.payUrl}/payments/pay2_test_nothing/authorize`)
      .post('')
      .set({ Accept: accept, 'Accept-Language': language })
      .type('form')
      .send({ outcome: 'perhaps' });

  it.each([
    ['en', 'Invalid request', 'Page not found'],
    ['th', 'คำขอไม่ถูกต้อง', 'ไม่พบหน้านี้'],
    ['ja', '無効なリクエストです', 'ページが見つかりません'],
    ['ms', 'Permintaan tidak sah', 'Halaman tidak ditemui'],
  ])('is a page for a browser: %s', async (language, refused, missing) => {
    const { status, headers, text } = await spoilt(language, BROWSER);
    expect([status, textOf(text, 'status'), headers['content-language']]).toEqual([400, refused, language]);
    expect(headers['content-security-policy']).toMatch(/; form-action 'none'$/);
    const nowhere = await show(`${gateway.settings.payUrl}/nowhere`, language).set('Accept', BROWSER);
    expect([nowhere.status, textOf(nowhere.text, 'status')]).toEqual([404, missing]);
  });

  it.each(['*/*', 'application/json', 'application/json, text/html'])(
    'is the error object for %s',
    async (accept) => {
      const { status, body, headers } = await spoilt('th', accept);
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ object: 'error', code: 'bad_request' }),
      ]);
      expect(headers['vary']).toContain('Accept');
    },
  );

  it.each(['/api/sessions', '/API/Sessions/', '/api/nowhere'])(
    'is the error object at %s, where shops make sessions',
    async (path) => {
      const { status, headers, body } = await request(gateway.settings.payUrl)
        .post(path)
        .set({ Accept: BROWSER, 'Accept-Language': 'th' });
      expect([status, headers['content-type']]).toEqual([
        path.endsWith('nowhere') ? 404 : 401,
        'application/json; charset=utf-8',
      ]);
      expect(body).toMatchObject({ object: 'error' });
    },
  );
});

describe('a payment page in every language', () => {
  it.each([
    ['th', 'ชำระเงิน MYR 20.00', 'การชำระเงินถูกปฏิเสธ', 'โหมดทดสอบ'],
    ['ja', 'MYR 20.00 を支払う', '支払いの拒否', 'テストモード'],
    ['ms', 'Bayar MYR 20.00', 'Pembayaran ditolak', 'Mod ujian'],
  ])('explains payment and failures: %s', async (language, pay, reason, mode) => {
    const { authorize_uri: uri } = await merchant.charge({ 'source[type]': 'duitnow_qr' });
    const { text } = await show(uri, language);
    expect([textOf(text, 'pay'), textOf(text, 'mode')]).toEqual([pay, mode]);
    expect(text).toContain(
      `<optgroup label="${reason}"><option value="payment_rejected">payment_rejected</option></optgroup>`,
    );
    expect(textOf(text, 'amount')).toBe('MYR 20.00');
  });

  it.each([
    ['th', 'ชำระเงินไม่สำเร็จ', 'ยอดเงินไม่เพียงพอ'],
    ['ja', 'お支払いに失敗しました', '残高不足'],
    ['ms', 'Pembayaran gagal', 'Dana tidak mencukupi'],
  ])('shows the result and its reason: %s', async (language, title, reason) => {
    const { id, authorize_uri: uri } = await merchant.charge();
    await merchant.post(`/charges/${id}/mark_as_failed`, { failure_code: 'insufficient_fund' });
    const { text } = await show(uri, language);
    expect(['status', 'reason', 'failure-code'].map((part) => textOf(text, part))).toEqual([
      title,
      reason,
      'insufficient_fund',
    ]);
  });

  it.each([
    ['th', 'ลงทะเบียนบัญชี', 'ไม่พบการลงทะเบียน'],
    ['ja', '口座を登録する', '登録が見つかりません'],
    ['ms', 'Daftar akaun', 'Pendaftaran tidak ditemui'],
  ])(
    'explains the registration of a bank account, and a missing one: %s',
    async (language, register, missing) => {
      const { registration_uri: uri } = await merchant.linkedAccount();
      expect(textOf((await show(uri, language)).text, 'register')).toBe(register);
      const nowhere = `${gateway.settings.payUrl}/linked_accounts/lnac_test_nothing/register`;
      expect(textOf((await show(nowhere, language)).text, 'status')).toBe(missing);
      const click = await request(nowhere)
        .post('')
        .set('Accept-Language', language)
        .type('form')
        .send({ outcome: 'successful' });
      expect([click.status, textOf(click.text, 'status')]).toEqual([404, missing]);
    },
  );

  it('has a suffix for the method’s name', async () => {
    const form = {
      'source[type]': 'installment_ktc',
      'source[installment_term]': '6',
      amount: 600_000,
      currency: 'THB',
    };
    const { authorize_uri: uri } = await merchant.charge(form);
    const shown = ['en', 'th', 'ja', 'ms'].map(async (language) =>
      textOf((await show(uri, language)).text, 'method'),
    );
    expect(await Promise.all(shown)).toEqual([
      'KTC installments',
      'ผ่อนชำระกับ KTC',
      'KTC 分割払い',
      'Ansuran KTC',
    ]);
  });
});
