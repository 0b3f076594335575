import request from 'supertest';
import type { ChargeBody, LinkBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let shop: Merchant;

beforeAll(async () => {
  shop = await gateway.account();
});

const link = async (id: string): Promise<LinkBody> => (await shop.get(`/links/${id}`)).body as LinkBody;
const open = (uri: string, language = 'en'): request.Test =>
  request(uri).get('').set('Accept-Language', language);
/** As a browser asks. */
const pay = (uri: string, form: object): request.Test =>
  request(uri).post('').set('Accept', 'text/html,*/*;q=0.8').type('form').send(form);
const payByCard = async (uri: string, card: object = {}): Promise<request.Response> =>
  pay(uri, { method: 'card', card: (await shop.token(card)).id });
const chargesOf = async (id: string): Promise<readonly ChargeBody[]> => (await link(id)).charges.data;

/** The text of the element with this test id. */
function textOf(html: string, testId: string): string | undefined {
  return new RegExp(`data-testid="${testId}"[^>]*>([^<]*)`).exec(html)?.[1];
}

describe('the page of a link', () => {
  it.each([
    ['en', 'Pay by card', 'Other payment methods'],
    ['th', 'ชำระด้วยบัตร', 'วิธีชำระเงินอื่น'],
    ['ja', 'カードで支払う', 'その他のお支払い方法'],
    ['ms', 'Bayar dengan kad', 'Kaedah pembayaran lain'],
  ])('shows the amount and the methods: %s', async (language, card, others) => {
    const { payment_uri: uri } = await shop.link({ title: 'Shoes <b>', description: 'A pair' });
    const { status, text } = await open(uri, language);
    expect([status, textOf(text, 'amount'), textOf(text, 'title')]).toEqual([
      200,
      'THB 1,000.00',
      'Shoes &lt;b&gt;',
    ]);
    for (const words of [card, others, 'PromptPay', `<html lang="${language}">`])
      expect(text).toContain(words);
  });

  it('can run its own script, which can call only the vault', async () => {
    const { payment_uri: uri } = await shop.link();
    const { headers, text } = await open(uri);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`connect-src ${gateway.settings.vaultUrl}`);
    expect(policy).toContain("form-action 'self'");
    expect(policy.find((part) => part.startsWith('script-src'))).toMatch(
      /^script-src 'sha256-[^' ]+' 'sha256-[^' ]+'$/,
    );
    // Nothing that is typed of a card has a name that a form would send it by.
    expect(text.match(/<input id="card-[^>]*name=/g)).toBeNull();
  });

  it('offers the account’s methods for the currency and the amount', async () => {
    const { payment_uri: uri } = await shop.link({ amount: 5_000, currency: 'MYR' });
    const { text } = await open(uri);
    expect(text).not.toContain('method-promptpay');
    const refused = await pay(uri, { method: 'promptpay' });
    expect([refused.status, textOf(refused.text, 'problem')]).toEqual([
      400,
      expect.stringContaining('method must be a payment method of the page'),
    ]);
  });

  it('returns 404 at another address', async () => {
    for (const code of ['60AAAAAAAAAAAAAAAB8', 'nothing', 'link_test_nothing']) {
      const { status, text } = await open(`${gateway.settings.payUrl}/pay/${code}`);
      expect([status, textOf(text, 'status')]).toEqual([404, 'Link not found']);
    }
    expect((await pay(`${gateway.settings.payUrl}/pay/60AAAAAAAAAAAAAAAB8`, { method: 'card' })).status).toBe(
      404,
    );
  });
});

describe('a paid link', () => {
  it('has its charge, which has the link’s id', async () => {
    const { id, payment_uri: uri } = await shop.link({ description: 'A pair' });
    const { status, headers } = await payByCard(uri);
    const [charge] = await chargesOf(id);
    expect([status, headers['location']]).toEqual([303, `?charge=${charge?.id}`]);
    expect(charge).toMatchObject({ link: id, status: 'successful', amount: 100_000, description: 'A pair' });
    expect(await link(id)).toMatchObject({ used: true, used_at: charge?.['paid_at'], charges: { total: 1 } });
    expect((await shop.get(`/links/${id}/charges`)).body).toMatchObject({
      total: 1,
      data: [{ id: charge?.id }],
    });
    expect((await shop.get(`/charges/${charge?.id}`, { expand: true })).body).toMatchObject({
      link: { object: 'link', id, used: true },
    });
    expect(await shop.eventKeys(charge?.id ?? '')).toEqual(['charge.create']);
    expect(textOf((await open(`${uri}?charge=${charge?.id}`)).text, 'status')).toBe('Payment successful');
    expect(textOf((await open(uri)).text, 'status')).toBe('Already paid');
  });

  it('is paid by one of two concurrent customers', async () => {
    const { id, payment_uri: uri } = await shop.link();
    const [first, second] = [(await shop.token()).id, (await shop.token()).id];
    const answers = await Promise.all([first, second].map((card) => pay(uri, { method: 'card', card })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(await link(id)).toMatchObject({ charges: { total: 1, data: [{ status: 'successful' }] } });
  });

  it('can be paid repeatedly with multiple=true', async () => {
    const { id, payment_uri: uri } = await shop.link({ multiple: true });
    const tokens = await Promise.all([1, 2, 3].map(() => shop.token()));
    const answers = await Promise.all(tokens.map(({ id: card }) => pay(uri, { method: 'card', card })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await link(id)).toMatchObject({ used: true, charges: { total: 3 } });
    expect((await open(uri)).text).toContain('card-form');
  });

  it('can be retried after a failed card', async () => {
    const { id, payment_uri: uri } = await shop.link();
    const { headers } = await payByCard(uri, { number: '4111111111140011' });
    const { text } = await open(`${uri}${headers['location']}`);
    expect([textOf(text, 'status'), textOf(text, 'failure-code')]).toEqual([
      'Payment failed',
      'insufficient_fund',
    ]);
    expect(await link(id)).toMatchObject({ used: false, used_at: null, charges: { total: 1 } });
    expect((await payByCard(uri)).status).toBe(303);
    expect(await link(id)).toMatchObject({ used: true, charges: { total: 2 } });
  });

  it('redirects a customer to the payment page, and back', async () => {
    const { id, payment_uri: uri } = await shop.link();
    const { headers } = await pay(uri, { method: 'truemoney', phone_number: '0812345678' });
    const [charge] = await chargesOf(id);
    expect(new URL(headers['location'] ?? '', uri).href).toBe(charge?.authorize_uri);
    const { headers: back } = await pay(charge?.authorize_uri ?? '', { outcome: 'successful' });
    expect(back['location']).toBe(`${uri}?charge=${charge?.id}`);
    expect(await link(id)).toMatchObject({ used: true });
  });

  it('leads from a waiting payment to the choice and back, and loses nothing', async () => {
    const { id, payment_uri: uri } = await shop.link();
    await pay(uri, { method: 'truemoney', phone_number: '0812345678' });
    const [charge] = await chargesOf(id);
    const { text: page } = await open(charge?.authorize_uri ?? '');
    const [, address = ''] = /href="([^"]*)" data-testid="other-ways"/.exec(page) ?? [];
    const choice = new URL(address, charge?.authorize_uri).href;
    expect(choice).toBe(`${uri}?instead_of=${charge?.id}`);
    const { text } = await open(choice);
    expect(text).toContain('card-form');
    expect(textOf(text, 'back-to-payment')).toBe('Back to TrueMoney');
    const [, back = ''] = /href="([^"]*)" data-testid="back-to-payment"/.exec(text) ?? [];
    expect(new URL(back, choice).href).toBe(charge?.authorize_uri);
    expect((await pay(choice, { method: 'promptpay' })).status).toBe(303);
    expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['pending', 'pending']);
    await payByCard(uri);
    expect((await open(charge?.authorize_uri ?? '')).text).not.toContain('other-ways');
  });

  it('shows the method and the id of the charge on its outcome', async () => {
    const { payment_uri: uri } = await shop.link();
    const { headers } = await payByCard(uri);
    const { text } = await open(`${uri}${headers['location']}`);
    expect(textOf(text, 'method')).toBe('Visa •••• 4242');
    const id = String(headers['location']).replace('?charge=', '');
    expect(text).toContain(`data-testid="receipt"><code>${id}</code>`);
  });

  it('mentions reference numbers only where there are some to give', async () => {
    const { payment_uri: uri } = await shop.link();
    const noteOf = async (method: string): Promise<string | undefined> =>
      textOf((await open(`${uri}${(await pay(uri, { method })).headers['location']}`)).text, 'note');
    expect(await noteOf('promptpay')).toBe('Scan the code with the app of your bank or wallet.');
    expect(await noteOf('bill_payment_tesco_lotus')).toBe(
      'Show the barcode at the counter, or give the reference numbers.',
    );
  });

  it('shows the code of a payment in an app until it is paid', async () => {
    const { id, payment_uri: uri } = await shop.link();
    const { headers } = await pay(uri, { method: 'promptpay' });
    const waiting = await open(`${uri}${headers['location']}`);
    expect(textOf(waiting.text, 'status')).toBe('Waiting for your payment');
    expect(waiting.text).toMatch(
      /<img class="code" alt="Payment code" data-testid="code" src="data:image\/svg\+xml;base64,/,
    );
    const [charge] = await chargesOf(id);
    await shop.post(`/charges/${charge?.id}/mark_as_paid`);
    expect(textOf((await open(`${uri}${headers['location']}`)).text, 'status')).toBe('Payment successful');
  });

  it('fails a second payment if it is for single use', async () => {
    const { id, payment_uri: uri } = await shop.link();
    for (const method of ['promptpay', 'promptpay']) await pay(uri, { method });
    const [first, second] = await chargesOf(id);
    await Promise.all([first, second].map((charge) => shop.post(`/charges/${charge?.id}/mark_as_paid`)));
    const charges = await chargesOf(id);
    expect(charges.map(({ status }) => status).sort()).toEqual(['failed', 'successful']);
    const failed = charges.find(({ status }) => status === 'failed');
    expect(failed).toMatchObject({ failure_code: 'failed_processing', paid: false });
    expect(await shop.eventKeys(failed?.id ?? '')).toEqual(['charge.create', 'charge.complete']);
  });
});

describe('a payment of a link', () => {
  it('is rejected if the link is deleted', async () => {
    const { id, payment_uri: uri } = await shop.link();
    await shop.delete(`/links/${id}`);
    expect(textOf((await open(uri)).text, 'status')).toBe('Link no longer valid');
    const { status, text } = await payByCard(uri);
    expect([status, textOf(text, 'status')]).toEqual([400, 'Link no longer valid']);
    expect(await chargesOf(id)).toEqual([]);
  });

  it('is rejected with a card number instead of a token, which the answer does not repeat', async () => {
    const { payment_uri: uri } = await shop.link();
    const { status, text } = await pay(uri, { method: 'card', card: '4012888888881881' });
    expect([status, textOf(text, 'problem')]).toEqual([
      400,
      expect.stringContaining('card must be the id of a token'),
    ]);
    expect(text).not.toContain('1881');
  });

  it('without a token is rejected with the error object, except in browsers', async () => {
    const { payment_uri: uri } = await shop.link();
    const { status, body } = await pay(uri, { method: 'card' }).set('Accept', '*/*');
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ code: 'bad_request', message: 'card must be the id of a token' }),
    ]);
  });

  it('is rejected with the names of its invalid fields', async () => {
    const { payment_uri: uri } = await shop.link();
    const { status, text } = await pay(uri, { method: 'truemoney', phone_number: '1' });
    expect([status, textOf(text, 'problem'), textOf(text, 'truemoney-phone_number-problem')]).toEqual([
      400,
      undefined,
      'Check this entry. (phone_number must contain 10-11 digit characters)',
    ]);
    expect(text).toMatch(
      /<input id="truemoney-phone_number"[^>]* value="1"[^>]* aria-describedby="truemoney-phone_number-problem" aria-invalid="true" autofocus/,
    );
  });

  it.each([
    ['en', 'Fill in this field.', 'Choose one of these payment methods.'],
    ['th', 'กรุณากรอกข้อมูลนี้', 'กรุณาเลือกวิธีชำระเงินจากรายการนี้'],
    ['ja', 'この項目を入力してください。', 'この中からお支払い方法を選択してください。'],
    ['ms', 'Isi ruangan ini.', 'Pilih salah satu kaedah pembayaran ini.'],
  ])('has messages about an empty field and a missing method in %s', async (language, empty, missing) => {
    const { payment_uri: uri } = await shop.link();
    const send = (form: object): request.Test => pay(uri, form).set('Accept-Language', language);
    const { text } = await send({ method: 'truemoney', phone_number: ' ' });
    expect(textOf(text, 'truemoney-phone_number-problem')).toBe(empty);
    expect(textOf((await send({})).text, 'problem')).toContain(missing);
  });
});
