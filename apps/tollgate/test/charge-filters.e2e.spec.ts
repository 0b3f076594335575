import { useGateway } from './harness.js';
import { frozenSandbox, advance } from './clock.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const BEGIN = '2031-01-01T00:00:00.000Z';
let sandbox: Sandbox;
const names = new Map<string, string>();

interface Found {
  readonly id: string;
  readonly [field: string]: unknown;
}

interface List {
  readonly data: readonly Found[];
  readonly next: string | null;
  readonly previous: string | null;
}

async function find(query: object, of = sandbox): Promise<List> {
  const { status, body } = await control(gateway)
    .get(`/api/sandboxes/${of.name}/objects/charges`)
    .query({ limit: 100, ...query });
  expect({ status, body: body as object }).toMatchObject({ status: 200 });
  return body as List;
}

const namesOf = ({ data }: List): (string | undefined)[] => data.map(({ id }) => names.get(id));
const fail = async ({ id }: { readonly id: string }, code: string): Promise<unknown> =>
  sandbox.post(`/charges/${id}/mark_as_failed`, { failure_code: code }).expect(200);

beforeAll(async () => {
  sandbox = await frozenSandbox(gateway, BEGIN);
  const keep = async <T extends { readonly id: string }>(name: string, made: Promise<T>): Promise<T> => {
    const charge = await made;
    names.set(charge.id, name);
    return charge;
  };
  await keep('pending', sandbox.charge({ metadata: { order: '1042', shop: 'north' } }));
  await fail(await keep('poor', sandbox.charge({ amount: 5_000 })), 'insufficient_fund');
  await advance(sandbox, { by: '1h' });
  await fail(
    await keep('refused', sandbox.charge({ amount: 9_000, metadata: { order: '1043', shop: 'north' } })),
    'payment_rejected',
  );
  const refunded = await keep('refunded', sandbox.cardCharge({ amount: 100_000 }));
  await sandbox.post(`/charges/${refunded.id}/refunds`, { amount: 25_000 }).expect(200);
  const disputed = await keep('disputed', sandbox.cardCharge({ amount: 200_000 }));
  await sandbox.post(`/charges/${disputed.id}/disputes`).expect(200);
  const { id: customer } = (await sandbox.post('/customers', { card: await sandbox.token() }).expect(200))
    .body as Found;
  const { id } = (await sandbox.post('/charges', { amount: 3_000, currency: 'THB', customer }).expect(200))
    .body as Found;
  names.set(id, 'customer');
  names.set(customer, customer);
  await keep('authorized', sandbox.cardCharge({ capture: false }));
});

describe('the charges of a sandbox', () => {
  it.each<[object, readonly string[]]>([
    [{}, ['pending', 'poor', 'refused', 'refunded', 'disputed', 'customer', 'authorized']],
    [{ status: 'pending' }, ['pending']],
    [{ status: 'authorized' }, ['authorized']],
    [{ status: 'failed' }, ['poor', 'refused']],
    [{ failure_code: 'insufficient_fund' }, ['poor']],
    [{ 'amount[gte]': 5_000 }, ['poor', 'refused', 'refunded', 'disputed', 'authorized']],
    [{ 'amount[lte]': 3_000 }, ['pending', 'customer']],
    [{ 'amount[gte]': 5_000, 'amount[lte]': 9_000 }, ['poor', 'refused']],
    [
      { 'created[gte]': '2031-01-01T01:00:00Z' },
      ['refused', 'refunded', 'disputed', 'customer', 'authorized'],
    ],
    [{ 'created[lt]': '2031-01-01T01:00:00Z' }, ['pending', 'poor']],
    [{ 'created[gte]': BEGIN, 'created[lt]': '2031-01-01T00:00:00.001Z' }, ['pending', 'poor']],
    [{ currency: 'myr' }, ['pending', 'poor', 'refused']],
    [{ type: 'card' }, ['refunded', 'disputed', 'customer', 'authorized']],
    [{ type: 'boost', status: 'pending' }, ['pending']],
    [{ refunded: true }, ['refunded']],
    [{ refunded: false, type: 'card' }, ['disputed', 'customer', 'authorized']],
    [{ disputed: true }, ['disputed']],
    [{ 'metadata[order]': '1042' }, ['pending']],
    [{ 'metadata[shop]': 'north' }, ['pending', 'refused']],
    [{ 'metadata[shop]': 'north', 'metadata[order]': '1043' }, ['refused']],
    [
      { status: 'failed', 'amount[gte]': 6_000, 'created[gte]': '2031-01-01T01:00:00Z', search: 'north' },
      ['refused'],
    ],
    [{ status: 'failed', livemode: true }, []],
    [{ search: '4242' }, []],
    [{ 'amount[gte]': '', failure_code: '', status: 'pending' }, ['pending']],
  ])('are found with %j', async (query, expected) => {
    expect(namesOf(await find(query))).toEqual(expected);
    expect(namesOf(await find({ ...query, before: 'end' }))).toEqual(expected);
  });

  it('are found by their customer', async () => {
    const [customer] = [...names.keys()].filter((id) => id.startsWith('cust_'));
    expect(namesOf(await find({ customer }))).toEqual(['customer']);
  });

  it('show refunds, disputes, failures and cards', async () => {
    const { data } = await find({});
    const of = (name: string): Found | undefined => data.find(({ id }) => names.get(id) === name);
    expect(of('poor')).toMatchObject({
      failure_code: 'insufficient_fund',
      refunded_amount: 0,
      disputed: false,
      card: null,
    });
    expect(of('refunded')).toMatchObject({
      refunded_amount: 25_000,
      disputed: false,
      card: { brand: 'Visa', last_digits: '4242' },
    });
    expect(of('disputed')).toMatchObject({ disputed: true, status: 'successful', failure_code: null });
    const { body } = await sandbox.get(`/charges/${of('pending')?.id}`).expect(200);
    expect(Date.parse(String(of('pending')?.['expires_at']))).toBe(
      Date.parse((body as { expires_at: string }).expires_at),
    );
  });

  it('are counted by status', async () => {
    const counts = async (query: object): Promise<object> =>
      (
        await control(gateway)
          .get(`/api/sandboxes/${sandbox.name}/objects/charges/counts`)
          .query(query)
          .expect(200)
      ).body as object;
    const test = {
      all: 7,
      successful: 3,
      pending: 1,
      authorized: 1,
      failed: 2,
      expired: 0,
      reversed: 0,
      refunded: 1,
      disputed: 1,
    };
    expect(await counts({})).toEqual({ object: 'charge_counts', ...test });
    expect(await counts({ livemode: false })).toEqual({ object: 'charge_counts', ...test });
    const none = Object.fromEntries(Object.keys(test).map((name) => [name, 0]));
    expect(await counts({ livemode: true })).toEqual({ object: 'charge_counts', ...none });
  });

  it.each<[object, RegExp]>([
    [{ amount: 5 }, /^amount must have its parts in brackets$/],
    [{ 'amount[gt]': 5 }, /^amount has no gt; it has gte and lte$/],
    [{ 'amount[gte]': '1.5' }, /^amount\[gte\] must be a whole number/],
    [{ 'created[gte]': 'today' }, /^created\[gte\] must be an ISO 8601 datetime/],
    [{ currency: 'XXX' }, /^currency must be a currency/],
    [{ refunded: 'maybe' }, /^refunded must be true or false/],
    [{ 'metadata[a][b]': 'c' }, /^metadata\[a\] must be a string/],
    [{ failure: 'x' }, /^failure is not a parameter/],
  ])('are rejected with %j', async (query, message) => {
    const { body } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/objects/charges`)
      .query(query)
      .expect(400);
    expect(body).toMatchObject({ code: 'bad_request', message: expect.stringMatching(message) as string });
  });

  it('are found by their own text fields only', async () => {
    const { body } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/objects/refunds?failure_code=x&type=`)
      .expect(400);
    expect(body).toMatchObject({ message: 'only charges are found by failure_code' });
  });
});

describe('a list of many charges', () => {
  const MANY = 12_000;
  let crowded: Sandbox;
  let needles: readonly string[];

  beforeAll(async () => {
    crowded = await createSandbox(gateway);
    const first = await crowded.charge({ metadata: { order: 'needle' } });
    await crowded
      .post(`/charges/${first.id}/mark_as_failed`, { failure_code: 'insufficient_fund' })
      .expect(200);
    const template = await crowded.cardCharge();
    await gateway.database.$executeRaw`
      INSERT INTO charge SELECT (jsonb_populate_record(charge, jsonb_build_object('id', 'chrg_test_9' || lpad(n::text, 18, '0'),
        'created_at', created_at + n * interval '1 millisecond', 'payment_id', NULL))).*
      FROM charge, generate_series(1, ${MANY}::int) n WHERE id = ${template.id}`;
    const last = await crowded.charge({ metadata: { order: 'needle' } });
    await gateway.database.charge.update({
      where: { id: last.id },
      data: { createdAt: new Date(Date.now() + 3_600_000) },
    });
    needles = [first.id, last.id];
  });

  const ids = ({ data }: List): readonly string[] => data.map(({ id }) => id);

  it('reads a bounded number per page, and its cursors continue', async () => {
    const seen: string[] = [];
    let pages = 0;
    for (let after: string | null = ''; after !== null; pages += 1) {
      const page: List = await find({ 'metadata[order]': 'needle', after }, crowded);
      seen.push(...ids(page));
      after = page.next;
    }
    expect([seen, pages]).toEqual([needles, 3]);
    const backwards: string[] = [];
    for (let before: string | null = 'end'; before !== null;) {
      const page: List = await find({ search: 'needle', before }, crowded);
      backwards.push(...ids(page));
      before = page.previous;
    }
    expect(backwards).toEqual(needles.toReversed());
  });

  it('finds a few by an index', async () => {
    const found = await find({ failure_code: 'insufficient_fund' }, crowded);
    expect([ids(found), found.next]).toEqual([needles.slice(0, 1), null]);
    const failed = await find({ status: 'failed', 'metadata[order]': 'needle' }, crowded);
    expect([ids(failed), failed.next]).toEqual([needles.slice(0, 1), null]);
    const small = await find({ 'amount[lte]': 2_000, before: 'end' }, crowded);
    expect([ids(small), small.previous]).toEqual([needles, null]);
  });

  it('reads frequent matches in order, page by page', async () => {
    const first = await find({ status: 'successful' }, crowded);
    const second = await find({ status: 'successful', after: first.next }, crowded);
    expect([first.data.length, second.data.length]).toEqual([100, 100]);
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(200);
    const back = await find({ status: 'successful', before: second.previous }, crowded);
    expect(ids(back)).toEqual(ids(first));
  });

  it('counts up to a limit', async () => {
    const { body } = await control(gateway)
      .get(`/api/sandboxes/${crowded.name}/objects/charges/counts`)
      .expect(200);
    expect(body).toMatchObject({ all: 10_000, successful: 10_000, failed: 1, pending: 1 });
  });
});
