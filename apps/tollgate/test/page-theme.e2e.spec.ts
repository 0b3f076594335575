import request from 'supertest';
import { PAYMENT_METHODS } from '#resources/payment-methods/rules/registry.js';
import { useGateway } from './harness.js';
import { sourceOf } from './method-sources.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { snapshotsOf } from './snapshots.js';

const gateway = useGateway();
const RETURN_URI = 'https://shop.example/return';
const PLAIN = { page_theme: 'plain' };

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox(gateway);
});

const show = async (uri: unknown): Promise<string> => (await request(uri as string).get('')).text;

/** The page's kind, and the name in its header. */
function lookOf(html: string): readonly [kind: string | undefined, name: string | undefined] {
  const [, kind] = /data-look="(\w+)"/.exec(html) ?? [];
  const [, name] = /data-testid="look"[\s\S]*?<span>([^<]*)/.exec(html) ?? [];
  return [kind, name];
}

async function pageOf(type: string, of = sandbox): Promise<string> {
  const method = PAYMENT_METHODS.find((one) => one.type === type);
  if (!method) throw new Error(`there is no ${type}`);
  const source = sourceOf(method);
  const { amount, currency } = source;
  const card = method.isPaidByCard ? { card: await of.token() } : {};
  return show((await of.charge({ amount, currency, source, return_uri: RETURN_URI, ...card })).authorize_uri);
}

describe('a payment page with themes', () => {
  it.each([
    ['internet_banking_bay', 'internet_banking', 'Internet banking'],
    ['fpx', 'internet_banking', 'Internet banking'],
    ['mobile_banking_kbank', 'mobile_banking', 'Mobile banking'],
    ['truemoney', 'wallet', 'Wallet'],
    ['shopeepay_jumpapp', 'wallet', 'Wallet'],
    ['duitnow_qr', 'qr', 'QR payment'],
    ['installment_ktc', 'installments', 'Installments'],
    ['installment_wlb_ktc', 'installments', 'Installments'],
    ['points_citi', 'points', 'Points'],
    ['econtext', 'counter', 'Payment at a counter'],
  ])('has a header for the kind of %s: %s', async (type, kind, name) => {
    expect(lookOf(await pageOf(type))).toEqual([kind, name]);
  });

  it('has an issuer’s header for a card, in every theme, and a bank’s for a linked account', async () => {
    for (const shop of [sandbox, await createSandbox(gateway, PLAIN)]) {
      const { authorize_uri: uri } = await shop.cardCharge({ authentication: '3DS', return_uri: RETURN_URI });
      const text = await show(uri);
      expect(lookOf(text)).toEqual(['card', 'JPMORGAN CHASE BANK N.A.']);
      expect(text).toContain('<small data-testid="verify">Verify your payment</small>');
      expect(text).toContain('<dt>Card</dt><dd data-testid="method">Visa •••• 4242</dd>');
    }
    const { body } = await sandbox.post('/linked_accounts', {
      type: 'direct_debit_scb',
      return_uri: RETURN_URI,
    });
    expect(lookOf(await show((body as { registration_uri: string }).registration_uri))).toEqual([
      'internet_banking',
      'Internet banking',
    ]);
  });

  it('shows the selected bank', async () => {
    expect(await pageOf('fpx')).toContain('<dd data-testid="bank">Affin Bank</dd>');
  });

  it.each([
    [600_000, 6, false, '6 months × THB 1,000.00', 'Charged by your bank'],
    [500_000, 9, true, '9 months × THB 555.55 (last: THB 555.60)', 'Paid by the merchant'],
  ])('shows the plan of %i in %i installments', async (amount, term, isFree, plan, payer) => {
    const source = {
      type: 'installment_bay',
      installment_term: term,
      ...(isFree && { zero_interest_installments: true }),
    };
    const charge = { amount, currency: 'THB', source, return_uri: RETURN_URI };
    const text = await show((await sandbox.charge(charge)).authorize_uri);
    expect(text).toContain(`<dd data-testid="term">${plan}</dd>`);
    expect(text).toContain(`<dd data-testid="interest">${payer}</dd>`);
  });

  it('counts down, except for a frozen clock', async () => {
    expect(await pageOf('mobile_banking_kbank')).toMatch(/data-left-ms="(?:600000|59\d{4})"/);
    const still = await pageOf(
      'mobile_banking_kbank',
      await createSandbox(gateway, { clock: { frozen: true } }),
    );
    expect(still).toContain('data-testid="time-left"');
    expect(still).not.toMatch(/<time[^>]* data-left-ms|http-equiv="refresh"/);
  });

  it('shows no limit on an issuer’s page, unless the charge ends in less than an hour', async () => {
    const secured = { authentication: '3DS', return_uri: RETURN_URI };
    const soon = new Date(Date.now() + 15 * 60_000).toISOString();
    const limits = [{}, { expires_at: soon }].map(async (form) =>
      (await show((await sandbox.cardCharge({ ...secured, ...form })).authorize_uri)).includes('time-left'),
    );
    expect(await Promise.all(limits)).toEqual([false, true]);
  });

  it('shows the result in the same theme', async () => {
    const { id, authorize_uri: uri } = await sandbox.charge();
    await sandbox.post(`/charges/${id}/mark_as_paid`);
    const text = await show(uri);
    expect(lookOf(text)).toEqual(['wallet', 'Wallet']);
    expect(text).toContain('data-status="successful"');
  });

  it('is plain where the sandbox says so, which snapshots and files keep', async () => {
    const plain = await createSandbox(gateway, PLAIN);
    expect(plain.body).toMatchObject(PLAIN);
    expect(lookOf(await pageOf('fpx', plain))).toEqual([undefined, undefined]);
    const change = (form: object): request.Test =>
      control(gateway).patch(`/api/sandboxes/${plain.name}`).send(form);
    const snapshots = snapshotsOf(plain);
    await snapshots.save();
    const file = await snapshots.export();
    expect((await change({ page_theme: '' }).expect(200)).body).toMatchObject({ page_theme: 'method' });
    expect(lookOf(await pageOf('fpx', plain))).toEqual(['internet_banking', 'Internet banking']);
    await snapshots.restore();
    expect(lookOf(await pageOf('fpx', plain))).toEqual([undefined, undefined]);
    expect((await createSandbox(gateway, { seed: file })).body).toMatchObject(PLAIN);
    expect((await change({ page_theme: 'bank' })).body).toMatchObject({
      message: 'page_theme must be one of method, plain',
    });
  });
});
