import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.js';
import { checkJournal } from '../../../proof/test/money/laws.js';
import { advance, frozenSandbox, happenedKinds } from './clock.js';
import { useOwnGateway } from './harness.js';
import { Merchant } from './merchant.js';
import { control, type Sandbox } from './sandbox.js';

/** Net amount of a card charge of 1,000 baht, and the fee of a transfer. */
const NET = 96_094;
const FEE = 3_000;
const BEGIN = '2027-01-08T00:00:00.000Z';
const gateway = useOwnGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
let merchant: Merchant;

type Body = Readonly<Record<string, unknown>>;

beforeEach(async () => {
  merchant = await gateway.account();
});

const find = async (id: unknown): Promise<Body> =>
  (await merchant.get(`/transfers/${String(id)}`)).body as Body;
const balance = async (): Promise<Body> => (await merchant.get('/balance')).body as Body;
const keysOf = async (id: unknown): Promise<string[]> => {
  const { body } = await merchant.get('/events', { limit: 100 });
  const events = (body as { data: { key: string; data: { id: string } }[] }).data;
  return events.filter(({ data }) => data.id === id).map(({ key }) => key);
};
const act = async (id: unknown, action: string, form: object = {}): Promise<[number, Body]> => {
  const { status, body } = await merchant.post(`/transfers/${String(id)}/${action}`, form);
  return [status, body as Body];
};
const earn = async (charges = 1): Promise<void> => {
  for (let count = 0; count < charges; count += 1) await merchant.cardCharge();
};
const create = (form: object = {}): ReturnType<Merchant['post']> => merchant.post('/transfers', form);
const created = async (form: object = {}): Promise<Body> => {
  const { status, body } = await create(form);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Body;
};

describe('POST /transfers', () => {
  it('transfers the whole transferable balance to the default recipient, with every field in the recorded order', async () => {
    await earn();
    const made = await created();
    const id = made['id'] as string;
    const { body: recipients } = await merchant.get('/recipients');
    const fields: readonly (readonly [string, unknown])[] = [
      ['object', 'transfer'],
      ['id', expect.stringMatching(/^trsf_test_[0-9a-z]{19}$/)],
      ['livemode', false],
      ['location', `/transfers/${id}`],
      ...(['deleted', 'fail_fast', 'paid', 'sent'] as const).map((name) => [name, false] as const),
      ['sendable', true],
      ['currency', 'THB'],
      ['amount', NET],
      ['fee', 2804],
      ['metadata', {}],
      ['recipient', (recipients as { data: { id: string }[] }).data[0]?.id],
      ['bank_account', expect.objectContaining({ object: 'bank_account', last_digits: '6789' })],
      ...(['failure_code', 'failure_message', 'paid_at', 'sent_at', 'balance_hold_at'] as const).map(
        (name) => [name, null] as const,
      ),
      ['created_at', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)],
      ['transactions', []],
      ['schedule', null],
      ['fee_vat', 196],
      ['net', NET - FEE],
      ['total_fee', FEE],
      ['split_transfer_group_id', null],
    ];
    expect(Object.entries(made)).toEqual(fields);
    expect(await find(id)).toEqual(made);
    expect(await keysOf(id)).toEqual(['transfer.create']);
    expect(await balance()).toMatchObject({ total: NET, transferable: NET });
  });

  it('transfers the whole balance again while a transfer waits, which only one of them can send', async () => {
    await earn();
    const [first, second] = [await created(), await created()];
    expect([first['amount'], second['amount']]).toEqual([NET, NET]);
    expect((await act(first['id'], 'mark_as_sent'))[1]).toMatchObject({ sent: true, failure_code: null });
    expect(await find(second['id'])).toMatchObject({ sendable: false, sent: false });
    const [status, failed] = await act(second['id'], 'mark_as_sent');
    expect([status, failed]).toEqual([
      200,
      expect.objectContaining({ sent: false, failure_code: 'insufficient_balance', transactions: [] }),
    ]);
    expect(await keysOf(second['id'])).toEqual(['transfer.create', 'transfer.fail']);
    expect(await balance()).toMatchObject({ total: 0, transferable: 0 });
    expect((await create()).body).toMatchObject({
      code: 'invalid_transfer',
      message: expect.stringContaining('does not cover the fee') as string,
    });
  });

  it('accepts an amount of live money that is not transferable yet, and sends it once it is', async () => {
    await merchant.cardCharge({}, {}, 'live');
    const live = async (path: string): Promise<Body> => (await merchant.get(path, {}, 'live')).body as Body;
    expect(await live('/balance')).toMatchObject({ total: NET, transferable: 0 });
    expect((await merchant.post('/transfers', {}, 'live')).status).toBe(400);
    const { body } = await merchant.post('/transfers', { amount: 50_000 }, 'live').expect(200);
    const { id, sendable } = body as Body;
    expect(sendable).toBe(false);
    await merchant.advance(7 * DAY_MS);
    expect(await live(`/transfers/${String(id)}`)).toMatchObject({ sent: false, failure_code: null });
    await merchant.advance(2 * DAY_MS);
    expect(await live(`/transfers/${String(id)}`)).toMatchObject({ sendable: false, sent: true });
  });

  it.each<[string, object, number, string]>([
    [
      'more than there is',
      { amount: NET + 1 },
      400,
      `amount must be at most the balance of the account, ${NET}`,
    ],
    ['less than it costs', { amount: FEE - 1 }, 400, `amount must be at least ${FEE}`],
    ['no number', { amount: 'much' }, 400, 'amount is not a number'],
    ['a part of a satang', { amount: '3000.5' }, 400, 'amount must be an integer'],
    [
      'nobody',
      { recipient: 'recp_test_60aaaaaaaaaaaaaaac1' },
      404,
      'recipient recp_test_60aaaaaaaaaaaaaaac1 was not found',
    ],
  ])('rejects %s', async (_, form, status, message) => {
    await earn();
    const { status: answered, body } = await create(form);
    expect([answered, (body as Body)['message']]).toEqual([status, message]);
    expect((await merchant.get('/transfers')).body).toMatchObject({ total: 0 });
  });

  it('to an unverified recipient is not sendable until the verification', async () => {
    await earn();
    const { id: recipient } = await merchant.recipient();
    const { id, sendable } = await created({ recipient, amount: 10_000 });
    expect(sendable).toBe(false);
    expect((await act(id, 'mark_as_sent'))[0]).toBe(400);
    await merchant.patch(`/recipients/${recipient}/verify`).expect(200);
    const [status, sent] = await act(id, 'mark_as_sent');
    expect([status, sent['sent'], (sent['bank_account'] as Body)['last_digits']]).toEqual([
      200,
      true,
      '7890',
    ]);
  });
});

describe('a transfer', () => {
  it('leaves the balance when sent, arrives when paid, and is on the statement', async () => {
    await earn();
    const { id } = await created({ amount: 50_000 });
    const [, sent] = await act(id, 'mark_as_sent');
    expect(sent).toMatchObject({
      sent: true,
      paid: false,
      sendable: false,
      sent_at: expect.any(String),
      paid_at: null,
    });
    const [transaction, ...others] = sent['transactions'] as Body[];
    expect(others).toEqual([]);
    expect(transaction).toMatchObject({
      key: 'transfer.sent.debit',
      direction: 'debit',
      amount: 50_000,
      origin: id,
    });
    expect(await balance()).toMatchObject({ total: NET - 50_000, transferable: NET - 50_000 });
    const [, paid] = await act(id, 'mark_as_paid');
    expect(paid).toMatchObject({
      sent: true,
      paid: true,
      paid_at: expect.any(String),
      transactions: [transaction],
    });
    expect(await balance()).toMatchObject({ total: NET - 50_000 });
    const { body: statement } = await merchant.get('/transactions');
    expect((statement as { data: Body[] }).data.map(({ key }) => key)).toEqual([
      'charge.captured.net',
      'transfer.sent.debit',
    ]);
    expect(await keysOf(id)).toEqual(['transfer.create', 'transfer.send', 'transfer.pay']);
    await checkJournal(gateway.database);
  });

  it('that fails after it was sent is returned with its fee', async () => {
    await earn();
    const { id } = await created({ amount: 50_000 });
    await act(id, 'mark_as_sent');
    const [, failed] = await act(id, 'mark_as_failed');
    expect(failed).toMatchObject({
      sent: true,
      paid: false,
      failure_code: 'transfer_failed',
      failure_message: 'the bank rejected the transfer',
    });
    expect((failed['transactions'] as Body[]).map(({ key, amount }) => [key, amount])).toEqual([
      ['transfer.failed.credit', 50_000],
      ['transfer.sent.debit', 50_000],
    ]);
    expect(await balance()).toMatchObject({ total: NET, transferable: NET });
    expect(await keysOf(id)).toEqual(['transfer.create', 'transfer.send', 'transfer.fail']);
    await checkJournal(gateway.database);
  });

  it('can be changed and deleted only before it is sent', async () => {
    await earn();
    const { id } = await created({ amount: 50_000 });
    const { body: changed } = await merchant.patch(`/transfers/${String(id)}`, {
      amount: 20_000,
      'metadata[run]': '7',
    });
    expect(changed).toMatchObject({ amount: 20_000, net: 17_000, fee: 2804, metadata: { run: '7' } });
    const { id: other } = await created({ amount: 10_000 });
    const { body: gone } = await merchant.delete(`/transfers/${String(other)}`);
    expect(gone).toMatchObject({ id: other, deleted: true, amount: 10_000 });
    expect(await keysOf(other)).toEqual(['transfer.create', 'transfer.destroy']);
    expect((await act(other, 'mark_as_sent'))[0]).toBe(404);
    expect((await merchant.get(`/transfers/${String(other)}`)).status).toBe(404);
    await act(id, 'mark_as_sent');
    expect((await merchant.patch(`/transfers/${String(id)}`, { amount: 5000 })).body).toMatchObject({
      code: 'invalid_transfer',
    });
    const { status, body } = await merchant.delete(`/transfers/${String(id)}`);
    expect([status, (body as Body)['code']]).toEqual([422, 'failed_deletion']);
    expect(await find(id)).toMatchObject({ sent: true, amount: 20_000, deleted: false });
  });

  it('is sent once and paid once', async () => {
    await earn();
    const { id } = await created({ amount: 50_000 });
    const sent = await Promise.all(Array.from({ length: 6 }, () => act(id, 'mark_as_sent')));
    expect(sent.filter(([status]) => status === 200)).toHaveLength(1);
    const paid = await Promise.all(Array.from({ length: 6 }, () => act(id, 'mark_as_paid')));
    expect(paid.filter(([status]) => status === 200)).toHaveLength(1);
    expect(await balance()).toMatchObject({ total: NET - 50_000 });
    await checkJournal(gateway.database);
  });

  it('is shown with its recipient on request', async () => {
    await earn();
    const { id, recipient } = await created();
    const { body } = await merchant.get(`/transfers/${String(id)}`, { expand: 'true' });
    expect(body).toMatchObject({ recipient: { object: 'recipient', id: recipient, default: true } });
  });
});

it('concurrent transfers in two processes never send more than is transferable', async () => {
  await earn(3);
  const ids = [];
  for (let count = 0; count < 8; count += 1) ids.push((await created({ amount: NET }))['id']);
  const other = new Merchant(twin.tollgate, twin.settings, merchant.id);
  const answers = await Promise.all(
    ids.map((id, index) => (index % 2 ? merchant : other).post(`/transfers/${String(id)}/mark_as_sent`)),
  );
  expect(answers.map(({ status, body }) => [status, (body as Body)['failure_code']]).toSorted()).toEqual([
    ...Array<unknown>(3).fill([200, null]),
    ...Array<unknown>(5).fill([200, 'insufficient_balance']),
  ]);
  expect(await balance()).toMatchObject({ total: 0, transferable: 0 });
  await checkJournal(gateway.database);
});

describe('the clock of a sandbox', () => {
  const begin = async (): Promise<Sandbox> => {
    const sandbox = await frozenSandbox(gateway, BEGIN);
    await sandbox.cardCharge();
    return sandbox;
  };
  const transfer = async (sandbox: Sandbox, form: object = {}): Promise<string> =>
    ((await sandbox.post('/transfers', form).expect(200)).body as { id: string }).id;
  const shown = async (sandbox: Sandbox, id: string): Promise<Body> =>
    (await sandbox.get(`/transfers/${id}`)).body as Body;

  it('sends a transfer after a day, and pays it an hour later', async () => {
    const sandbox = await begin();
    const id = await transfer(sandbox, { amount: 50_000 });
    const { body: upcoming } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/clock/upcoming`)
      .expect(200);
    expect((upcoming as { data: Body[] }).data).toMatchObject([
      { kind: 'transfer_sending', at: '2027-01-09T00:00:00.000Z' },
    ]);
    const { happened } = await advance(sandbox, { by: '2d' });
    expect(happenedKinds(happened)).toEqual([
      ['2027-01-09T00:00:00.000Z', 'transfer_sending', 'sent'],
      ['2027-01-09T01:00:00.000Z', 'transfer_payment', 'paid'],
    ]);
    expect(await shown(sandbox, id)).toMatchObject({
      sent_at: '2027-01-09T00:00:00Z',
      paid_at: '2027-01-09T01:00:00Z',
    });
  });

  it('postpones an unsendable transfer by a day', async () => {
    const sandbox = await begin();
    const { body: recipient } = await sandbox.post('/recipients', RECIPIENT).expect(200);
    const id = await transfer(sandbox, { amount: 50_000, recipient: (recipient as { id: string }).id });
    const { happened } = await advance(sandbox, { by: '1d' });
    expect(happenedKinds(happened)).toEqual([['2027-01-09T00:00:00.000Z', 'transfer_sending', 'postponed']]);
    await sandbox.patch(`/recipients/${(recipient as { id: string }).id}/verify`).expect(200);
    await advance(sandbox, { by: '1d' });
    expect(await shown(sandbox, id)).toMatchObject({ sent_at: '2027-01-10T00:00:00Z' });
  });

  it('advances to idle past a transfer that can never be sent', async () => {
    const sandbox = await begin();
    const { body: recipient } = await sandbox.post('/recipients', RECIPIENT).expect(200);
    const waiting = await transfer(sandbox, { amount: 50_000, recipient: (recipient as { id: string }).id });
    const id = await transfer(sandbox, { amount: 40_000 });
    const { to, status, unfinished } = await advance(sandbox, { until: 'idle', max_real: '60s' });
    expect(await shown(sandbox, id)).toMatchObject({ sent_at: '2027-01-09T00:00:00Z', paid: true });
    expect(await shown(sandbox, waiting)).toMatchObject({ sent: false, failure_code: null });
    expect({ to, status, unfinished }).toEqual({
      to: '2027-01-18T00:00:00.000Z',
      status: 'done',
      unfinished: [],
    });
  });

  it('fails a transfer whose money has left the balance', async () => {
    const sandbox = await begin();
    const [one, other] = [await transfer(sandbox), await transfer(sandbox)];
    const { happened } = await advance(sandbox, { by: '2d' });
    expect(happenedKinds(happened)).toEqual([
      ['2027-01-09T00:00:00.000Z', 'transfer_sending', 'sent'],
      ['2027-01-09T00:00:00.000Z', 'transfer_sending', 'failed'],
      ['2027-01-09T01:00:00.000Z', 'transfer_payment', 'paid'],
    ]);
    const [first, second] = await Promise.all([one, other].map((id) => shown(sandbox, id)));
    expect([first?.['failure_code'], second?.['failure_code']].toSorted()).toEqual([
      'insufficient_balance',
      null,
    ]);
    expect((await sandbox.get('/balance')).body).toMatchObject({ total: 0 });
  });

  it('fails a transfer to an inactive recipient with fail_fast', async () => {
    const sandbox = await begin();
    const { body } = await sandbox.post('/recipients', RECIPIENT).expect(200);
    const { id: recipient } = body as { id: string };
    const id = await transfer(sandbox, { amount: 50_000, recipient, fail_fast: true });
    await advance(sandbox, { by: '2d' });
    expect(await shown(sandbox, id)).toMatchObject({ sent: false, failure_code: 'invalid_recipient' });
  });

  it('lets the bank reject a transfer to 0000000004, which is returned', async () => {
    const sandbox = await begin();
    const account = { ...RECIPIENT.bank_account, number: '0000000004' };
    const { body } = await sandbox.post('/recipients', { ...RECIPIENT, bank_account: account }).expect(200);
    const { id: recipient } = body as { id: string };
    await sandbox.patch(`/recipients/${recipient}/verify`).expect(200);
    const id = await transfer(sandbox, { amount: 50_000, recipient });
    await advance(sandbox, { by: '2d' });
    expect(await shown(sandbox, id)).toMatchObject({
      sent: true,
      paid: false,
      failure_code: 'transfer_failed',
    });
    expect((await sandbox.get('/balance')).body).toMatchObject({ total: NET, transferable: NET });
  });
});

describe('the idemp_key of a transfer', () => {
  it('answers the first transfer to each further request, in both processes', async () => {
    await earn();
    const other = new Merchant(twin.tollgate, twin.settings, merchant.id);
    const key = 'payout-2026-11-27-4242424242424242';
    const answers = await Promise.all(
      [merchant, other, merchant, other].map((shop) =>
        shop.post('/transfers', { amount: 50_000, idemp_key: key }),
      ),
    );
    const [first] = answers.map(({ body }) => body as Body);
    expect(answers.map(({ status, body }) => [status, body as Body])).toEqual(Array(4).fill([200, first]));
    await act(first?.['id'], 'mark_as_sent');
    const { body: again } = await create({ amount: 70_000, idemp_key: key });
    expect(again).toMatchObject({ id: first?.['id'], amount: 50_000, sent: true });
    expect((await merchant.get('/transfers')).body).toMatchObject({ total: 1 });
    expect(await keysOf(first?.['id'])).toEqual(['transfer.create', 'transfer.send']);
  });

  it('belongs to one account and mode, and remains with a deleted transfer', async () => {
    await earn();
    const { id } = await created({ amount: 50_000, idemp_key: 1042 });
    await merchant.delete(`/transfers/${String(id)}`).expect(200);
    expect(await created({ amount: 50_000, idemp_key: '1042' })).toMatchObject({ id, deleted: true });
    await merchant.cardCharge({}, {}, 'live');
    const { body } = await merchant.post('/transfers', { amount: 50_000, idemp_key: '1042' }, 'live');
    expect(body).toMatchObject({ livemode: true, deleted: false });
    merchant = await gateway.account();
    await earn();
    expect(await created({ amount: 50_000, idemp_key: '1042' })).toMatchObject({ deleted: false });
  });

  it('has at most 255 characters', async () => {
    await earn();
    expect((await create({ amount: 50_000, idemp_key: 'x'.repeat(256) })).body).toMatchObject({
      code: 'invalid_transfer',
      message: 'idemp_key is too long (maximum is 255 characters)',
    });
    // An empty key counts as missing.
    const [one, two] = [
      await created({ amount: 4_000, idemp_key: '' }),
      await created({ amount: 4_000, idemp_key: '' }),
    ];
    expect(one['id']).not.toBe(two['id']);
  });
});

it('sends and pays by itself while running', async () => {
  const { id } = await merchant.transfer({ amount: 50_000 });
  await merchant.advance(DAY_MS + MINUTE_MS);
  expect(await find(id)).toMatchObject({ sent: true, paid: false });
  await merchant.advance(HOUR_MS + MINUTE_MS);
  expect(await find(id)).toMatchObject({ sent: true, paid: true });
});

const RECIPIENT = {
  name: 'Somchai Prasert',
  bank_account: { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' },
};
