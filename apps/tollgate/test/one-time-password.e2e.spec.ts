import request from 'supertest';
import { useGateway, useOwnGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { snapshotsOf } from './snapshots.js';

const gateway = useGateway();
const other = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
const RETURN_URI = 'https://shop.example/return';
const OTP = { three_d_secure_challenge: 'otp' };

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox(gateway, { ...OTP, three_d_secure: true });
});

interface Waiting {
  readonly id: string;
  readonly authorize_uri: string;
}

const waiting = async (form: object = {}, of = sandbox): Promise<Waiting> =>
  (await of.cardCharge({ return_uri: RETURN_URI, ...form })) as unknown as Waiting;

const show = async (uri: string): Promise<string> => (await request(uri).get('')).text;

const send = (uri: string, form: object): request.Test =>
  request(uri).post('').type('form').redirects(0).send(form);

/** Sends a one-time password, and says where that leads. */
async function enter(uri: string, password: string): Promise<string> {
  const { status, headers } = await send(uri, { outcome: 'successful', one_time_password: password });
  expect(status).toBe(303);
  return headers['location'] as string;
}

/** The text of the element with this test id. */
function textOf(html: string, testId: string): string | undefined {
  return new RegExp(`data-testid="${testId}"[^>]*>([^<]*)`).exec(html)?.[1];
}

async function chargeOf({ id }: Waiting, of = sandbox): Promise<Readonly<Record<string, unknown>>> {
  return (await of.get(`/charges/${id}`)).body as Record<string, unknown>;
}

async function eventKeys({ id }: Waiting): Promise<readonly string[]> {
  const { body } = await sandbox.get(`/charges/${id}/events`);
  return (body as { data: { key: string }[] }).data.map(({ key }) => key);
}

const REJECTED = { status: 'failed', failure_code: 'payment_rejected', failure_message: 'payment rejected' };

describe('the one-time password page of a 3-D Secure charge', () => {
  it('shows merchant, amount, card and the test passwords', async () => {
    const text = await show((await waiting({ amount: 123_456 })).authorize_uri);
    expect(['merchant', 'amount', 'method'].map((part) => textOf(text, part))).toEqual([
      sandbox.name,
      'THB 1,234.56',
      'Visa •••• 4242',
    ]);
    expect(text).not.toContain('4242424242424242');
    expect(text).toMatch(
      /<input[^>]* name="one_time_password" autocomplete="one-time-code" inputmode="numeric"/,
    );
    expect(textOf(text, 'hint')).toContain('123456 approves, 000000 declines');
    expect(text).not.toMatch(/data-testid="(pay|problem|sent)"/);
  });

  it('has no decimals for currencies without them', async () => {
    const japanese = await createSandbox(gateway, {
      ...OTP,
      three_d_secure: true,
      country: 'JP',
      currency: 'JPY',
    });
    const text = await show((await waiting({ amount: 5000, currency: 'JPY' }, japanese)).authorize_uri);
    expect(textOf(text, 'amount')).toBe('JPY 5,000');
  });

  it.each(['123456', ' 123 456 '])('accepts %p, pays, and redirects to the shop', async (password) => {
    const charge = await waiting();
    expect(await enter(charge.authorize_uri, password)).toBe(RETURN_URI);
    expect(await chargeOf(charge)).toMatchObject({ status: 'successful', authenticated_by: '3DS' });
    expect(await enter(charge.authorize_uri, password)).toBe(RETURN_URI);
    expect(await eventKeys(charge)).toEqual(['charge.create', 'charge.complete']);
  });

  it('authorizes a charge for a later capture, and lets the issuer decline', async () => {
    const held = await waiting({ capture: false });
    await enter(held.authorize_uri, '123456');
    expect(await chargeOf(held)).toMatchObject({ status: 'pending', authorized: true });
    const poor = await waiting({ card: await sandbox.token({ number: '4111111111140011' }) });
    await enter(poor.authorize_uri, '123456');
    expect(await chargeOf(poor)).toMatchObject({ status: 'failed', failure_code: 'insufficient_fund' });
  });

  it('fails at once with the rejected password, and after cancellation', async () => {
    const refused = await waiting();
    expect(await enter(refused.authorize_uri, '000000')).toBe(RETURN_URI);
    const cancelled = await waiting();
    expect((await send(cancelled.authorize_uri, { outcome: 'failed' })).headers['location']).toBe(RETURN_URI);
    for (const charge of [refused, cancelled]) expect(await chargeOf(charge)).toMatchObject(REJECTED);
  });

  it('shows the remaining attempts after a wrong password, and fails with the third', async () => {
    const charge = await waiting();
    for (const left of [2, 1]) {
      expect(await enter(charge.authorize_uri, '111111')).toBe(charge.authorize_uri);
      const text = await show(charge.authorize_uri);
      expect(textOf(text, 'problem')).toContain('Wrong code.');
      expect(textOf(text, 'attempts-left')).toBe(`Attempts left: ${left}`);
      expect(await chargeOf(charge)).toMatchObject({ status: 'pending', failure_code: null });
    }
    expect(await eventKeys(charge)).toEqual(['charge.create']);
    expect(await enter(charge.authorize_uri, '111111')).toBe(RETURN_URI);
    expect(await chargeOf(charge)).toMatchObject(REJECTED);
    expect(await eventKeys(charge)).toEqual(['charge.create', 'charge.complete']);
    expect(textOf(await show(charge.authorize_uri), 'status')).toBe('Payment failed');
    expect(await enter(charge.authorize_uri, '123456')).toBe(charge.authorize_uri);
    expect(await chargeOf(charge)).toMatchObject(REJECTED);
  });

  it('keeps a browser on the page while passwords are wrong', async () => {
    const { authorize_uri: uri } = await waiting();
    const wrong = await send(uri, { outcome: 'successful', one_time_password: '1' }).set(
      'Origin',
      gateway.settings.payUrl,
    );
    expect([wrong.status, wrong.headers['location']]).toEqual([303, '?retry']);
    const right = await send(uri, { outcome: 'successful', one_time_password: '123456' }).set(
      'Origin',
      gateway.settings.payUrl,
    );
    expect(right.headers['location']).toBe('?return');
  });

  it('confirms a new password, without more attempts', async () => {
    const { authorize_uri: uri } = await waiting();
    await enter(uri, '111111');
    const text = await show(`${uri}?sent=`);
    expect([textOf(text, 'sent'), textOf(text, 'attempts-left')]).toEqual([
      'A new code has been sent.',
      'Attempts left: 2',
    ]);
  });

  it('counts concurrent wrong passwords, and fails once', async () => {
    const charge = await waiting();
    const answers = await Promise.all(Array.from({ length: 6 }, () => enter(charge.authorize_uri, '999999')));
    expect(answers.filter((to) => to === charge.authorize_uri)).toHaveLength(2);
    expect(await chargeOf(charge)).toMatchObject(REJECTED);
    expect(await eventKeys(charge)).toEqual(['charge.create', 'charge.complete']);
  });

  it('does not pay without a password', async () => {
    const charge = await waiting();
    for (const form of [
      { one_time_password: ' ' },
      { one_time_password: '' },
      { 'one_time_password[a]': '123456' },
    ]) {
      const { status, body } = await send(charge.authorize_uri, { outcome: 'successful', ...form });
      expect([status, body]).toMatchObject([400, { code: 'bad_request' }]);
    }
    expect(textOf(await show(charge.authorize_uri), 'attempts-left')).toBeUndefined();
  });

  it('replaces an open page with buttons, whose click no longer pays', async () => {
    const changed = await createSandbox(gateway, { three_d_secure: true });
    const charge = await waiting({}, changed);
    await control(gateway).patch(`/api/sandboxes/${changed.name}`).send(OTP).expect(200);
    const click = (): request.Test => send(charge.authorize_uri, { outcome: 'successful' });
    const { status, headers } = await click();
    expect([status, headers['location']]).toEqual([303, charge.authorize_uri]);
    const inBrowser = (await click().set('Origin', gateway.settings.payUrl)).headers['location'] as string;
    const page = await show(`${charge.authorize_uri}${inBrowser}`);
    expect([textOf(page, 'hint'), textOf(page, 'problem')]).toEqual([
      expect.stringContaining('123456'),
      undefined,
    ]);
    expect(await chargeOf(charge, changed)).toMatchObject({ status: 'pending' });
    expect((await send(charge.authorize_uri, { outcome: 'failed' })).headers['location']).toBe(RETURN_URI);
  });

  it('redirects a late click to the result, with or without a password', async () => {
    const charge = await waiting();
    await enter(charge.authorize_uri, '123456');
    const { status } = await send(charge.authorize_uri, { outcome: 'successful' });
    expect(status).toBe(303);
    expect(await chargeOf(charge)).toMatchObject({ paid: true });
  });

  it('stores no password in the request log', async () => {
    const charge = await waiting();
    await enter(charge.authorize_uri, '135790');
    const path = new URL(charge.authorize_uri).pathname;
    const { body } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/requests?path=${path}&method=POST&wait=10s`)
      .expect(200);
    expect((body as { data: object[] }).data).toMatchObject([
      { parameters: { one_time_password: '[masked]' } },
    ]);
    expect(JSON.stringify(body)).not.toContain('135790');
  });

  it.each([
    ['a passkey', { authentication: 'PASSKEY' }],
    ['no card', { card: undefined, amount: 2000, currency: 'MYR', source: { type: 'boost' } }],
  ])('requires 3-D Secure: with %s there are buttons', async (_, form) => {
    expect(await show((await waiting(form)).authorize_uri)).toContain('data-testid="pay"');
  });

  it('has buttons by default, and after a change back', async () => {
    const plain = await createSandbox(gateway, { three_d_secure: true });
    const charge = await waiting({}, plain);
    expect(await show(charge.authorize_uri)).toContain('data-testid="pay"');
    const change = (form: object): request.Test =>
      control(gateway).patch(`/api/sandboxes/${plain.name}`).send(form);
    expect((await change(OTP).expect(200)).body).toMatchObject(OTP);
    expect(await show(charge.authorize_uri)).toContain('data-testid="confirm"');
    expect((await change({ three_d_secure_challenge: null }).expect(200)).body).toMatchObject({
      three_d_secure_challenge: 'buttons',
    });
    expect(await show(charge.authorize_uri)).toContain('data-testid="pay"');
    expect((await change({ three_d_secure_challenge: 'sms' })).body).toMatchObject({
      message: 'three_d_secure_challenge must be one of buttons, otp',
    });
  });

  it('counts a wrong password of an open page even after the change back to buttons', async () => {
    const former = await createSandbox(gateway, { ...OTP, three_d_secure: true });
    const charge = await waiting({}, former);
    await control(gateway)
      .patch(`/api/sandboxes/${former.name}`)
      .send({ three_d_secure_challenge: 'buttons' })
      .expect(200);
    await enter(charge.authorize_uri, '999999');
    expect(await chargeOf(charge, former)).toMatchObject({ status: 'pending' });
    await enter(charge.authorize_uri, '000000');
    expect(await chargeOf(charge, former)).toMatchObject(REJECTED);
  });

  it('is skipped with auto_approve', async () => {
    const machine = await createSandbox(gateway, { ...OTP, three_d_secure: true, auto_approve: true });
    const charge = await waiting({}, machine);
    await control(gateway).get(`/api/sandboxes/${machine.name}/idle?wait=10s`).expect(200);
    expect(await chargeOf(charge, machine)).toMatchObject({ status: 'successful' });
  });
});

describe('wrong one-time passwords', () => {
  it('are counted across two processes', async () => {
    const charge = await waiting();
    const [first, second] = [
      charge.authorize_uri,
      charge.authorize_uri.replace(gateway.settings.payUrl, other.settings.payUrl),
    ];
    expect(other.settings.payUrl).not.toBe(gateway.settings.payUrl);
    await Promise.all([first, second].map((uri) => enter(uri, '999999')));
    expect(
      await Promise.all([first, second].map(async (uri) => textOf(await show(uri), 'attempts-left'))),
    ).toEqual(['Attempts left: 1', 'Attempts left: 1']);
  });

  it('are restored with a snapshot, like the setting, and from a file', async () => {
    const kept = await createSandbox(gateway, { ...OTP, three_d_secure: true });
    const charge = await waiting({}, kept);
    await enter(charge.authorize_uri, '111111');
    const snapshots = snapshotsOf(kept);
    await snapshots.save();
    const file = await snapshots.export();
    await enter(charge.authorize_uri, '111111');
    await control(gateway)
      .patch(`/api/sandboxes/${kept.name}`)
      .send({ three_d_secure_challenge: 'buttons' })
      .expect(200);
    await snapshots.restore();
    expect(textOf(await show(charge.authorize_uri), 'attempts-left')).toBe('Attempts left: 2');
    const seeded = await createSandbox(gateway, { seed: file });
    expect(seeded.body).toMatchObject(OTP);
    const { body } = await seeded.get('/charges');
    const [copy] = (body as { data: Waiting[] }).data;
    expect(textOf(await show(copy?.authorize_uri ?? ''), 'attempts-left')).toBe('Attempts left: 2');
  });
});
