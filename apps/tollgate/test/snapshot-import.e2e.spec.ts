import { Prisma } from '#platform/database/generated/client.js';
import { SAVED_TABLES } from '#gateway/snapshots/saved-tables.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '../../rig/until.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { exportedFrom, fileOf, fill, linesOf, snapshotsOf, type Line } from './snapshots.js';

const gateway = useGateway({ IMPORT_MAX: '8MiB' });
/** Of another installation: no id is known there. */
const elsewhere = useGateway();
const receiver = useReceiver();
const BOOST = { amount: 2000, currency: 'MYR', source: { type: 'boost' }, return_uri: 'https://shop.example/return' };
const LISTS = ['/charges', '/customers', '/events', '/transactions', '/disputes', '/linked_accounts', '/refunds', '/balance'];
const TABLES = ['snapshot', ...SAVED_TABLES.map(({ name }) => `snapshot.${name}`)];

let text: string;
let lines: Line[];
let origin: Sandbox;
let made: Awaited<ReturnType<typeof exportedFrom>>['made'];

beforeAll(async () => {
  ({ origin, text, made } = await exportedFrom(gateway));
  lines = linesOf(text);
});

async function shown(sandbox: Sandbox): Promise<unknown[]> {
  return Promise.all(LISTS.map(async (list) => (await sandbox.get(list)).body as unknown));
}

/** What is said of addresses is of the installation. */
function withoutHosts(value: unknown, ...of: readonly Sandbox[]): string {
  const hosts = of.flatMap(({ gateway: { settings } }) => [settings.baseUrl, settings.payUrl, settings.vaultUrl]);
  return hosts.reduce((all, host) => all.replaceAll(host, ''), JSON.stringify(value));
}

describe('a file that is imported', () => {
  it('is the sandbox that it was exported from, and the same text again', async () => {
    const sandbox = await createSandbox(elsewhere);
    await sandbox.charge();
    const { body } = await snapshotsOf(sandbox).import(text).expect(200);
    expect(body).toMatchObject({ object: 'restore', snapshot: null, epoch: 2, at: '2031-02-03T05:05:06.000Z', frozen: true });
    expect(withoutHosts(await shown(sandbox), sandbox, origin)).toEqual(withoutHosts(await shown(origin), sandbox, origin));
    await snapshotsOf(sandbox).save();
    const again = linesOf(await snapshotsOf(sandbox).export());
    const rowsOf = (all: Line[]): Line[] =>
      all.slice(0, -1).map((line) => ({ ...line, order: undefined, ...(line['table'] === 'webhook_delivery' && { status: 'held' }) }));
    expect(rowsOf(again)).toEqual(rowsOf(lines));
  });

  it('tells what happened in its order', async () => {
    const sandbox = await createSandbox(elsewhere);
    await snapshotsOf(sandbox).import(text, { new_ids: true }).expect(200);
    const timeline = async (one: Sandbox): Promise<string[]> => {
      const { body } = await control(one.gateway).get(`/api/sandboxes/${one.name}/timeline`).query({ kinds: 'event,clock', limit: 100 });
      return (body as { data: { kind: string; details: { key?: string } }[] }).data.map(({ kind, details }) => details.key ?? kind);
    };
    const told = await timeline(origin);
    await until(async () => (await timeline(sandbox)).length >= told.length, 'the timeline is not whole');
    expect(await timeline(sandbox)).toEqual(told);
  });

  it('goes on: a charge is paid, another expires, money is paid back', async () => {
    const sandbox = await createSandbox(elsewhere);
    await snapshotsOf(sandbox).import(text, { new_ids: 'true' }).expect(200);
    const { body } = await sandbox.get('/charges?limit=100');
    const charges = (body as { data: { id: string; status: string; metadata: object }[] }).data;
    const [pending, other] = charges.filter(({ status }) => status === 'pending').map(({ id }) => id);
    expect(charges.map(({ id }) => id)).not.toContain(made.pending);
    expect((await sandbox.post(`/charges/${pending}/mark_as_paid`)).body).toMatchObject({ status: 'successful' });
    const [first] = charges.filter(({ status }) => status === 'successful');
    expect((await sandbox.post(`/charges/${first?.id}/refunds`, { amount: 100 })).body).toMatchObject({ object: 'refund' });
    const { body: advance } = await control(elsewhere).post(`/api/sandboxes/${sandbox.name}/clock/advance`).send({ by: '30d' });
    expect(advance).toMatchObject({ from: '2031-02-03T05:05:06.000Z', status: 'done' });
    expect((await sandbox.get(`/charges/${other}`)).body).toMatchObject({ status: 'expired' });
  });

  it('may replace what it was exported from', async () => {
    const sandbox = await createSandbox(gateway, { clock: { frozen: true } });
    await fill(sandbox);
    await snapshotsOf(sandbox).save();
    const file = await snapshotsOf(sandbox).export();
    const before = await shown(sandbox);
    await sandbox.charge();
    await snapshotsOf(sandbox).import(file).expect(200);
    expect(await shown(sandbox)).toEqual(before);
  });

  it('may be imported again and again under new ids, which are in the bodies of events too', async () => {
    const ids = new Set<string>();
    const known =
      text.match(/\b(?:chrg|src|evnt|cust|card|trxn|rfnd|dspt|docu|tokn|pay2|paym|lnac|whdl|schd|occu|rchg)_test_[0-9a-z]{19}/g) ?? [];
    for (const one of [await createSandbox(gateway), await createSandbox(gateway)]) {
      await snapshotsOf(one).import(text, { new_ids: true }).expect(200);
      await snapshotsOf(one).save();
      const file = await snapshotsOf(one).export();
      expect(known.filter((id) => file.includes(id))).toEqual([]);
      expect(file).toContain('"order":"1"');
      const charges = linesOf(file).filter(({ table }) => table === 'charge');
      expect(charges.map(({ status }) => status)).toEqual(lines.filter(({ table }) => table === 'charge').map(({ status }) => status));
      for (const { id } of charges) ids.add(id as string);
    }
    expect(ids.size).toBe(14);
  });

  it('sends no webhook until somebody says so', async () => {
    const sandbox = await createSandbox(gateway);
    const own = lines.map((line) => (line['table'] === 'webhook_delivery' ? { ...line, uri: receiver.uri, status: 'pending' } : line));
    const { body } = await snapshotsOf(sandbox).import(fileOf(own), { new_ids: true }).expect(200);
    const deliveries = lines.filter(({ table }) => table === 'webhook_delivery').length;
    expect(body).toMatchObject({ held: deliveries });
    await gateway.tollgate.worker.get(JobRunner).sweep();
    expect(receiver.received).toEqual([]);
    const { body: released } = await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/release`);
    expect(released).toMatchObject({ delivered: deliveries });
    expect(receiver.received).toHaveLength(deliveries);
  });

  it('has the faults that it holds, with what they have counted', async () => {
    const from = await createSandbox(gateway);
    const faults = (one: Sandbox): string => `/api/sandboxes/${one.name}/faults`;
    const fault = { name: 'third', on: 'api', match: { route: 'POST /charges', metadata: { order: '7' } }, skip: 2, do: { status: 503 } };
    await control(gateway).post(faults(from)).send(fault).expect(200);
    const ask = async (one: Sandbox): Promise<number> => (await one.post('/charges', { ...BOOST, metadata: { order: '7' } })).status;
    expect([await ask(from), await ask(from)]).toEqual([200, 200]);
    await snapshotsOf(from).save();
    const sandbox = await createSandbox(gateway);
    const file = await snapshotsOf(from).export();
    await snapshotsOf(sandbox).import(file, { new_ids: true }).expect(200);
    expect([await ask(sandbox), await ask(sandbox), await ask(from)]).toEqual([503, 200, 503]);
    const about = linesOf(file).findIndex(({ table }) => table === 'fault');
    const wrong = linesOf(file).with(about, { ...linesOf(file)[about], effect: { kind: 'never' } });
    const elsewhere = linesOf(file).with(about, { ...linesOf(file)[about], match: { route: 'POST /chargs' } });
    for (const [changed, problem] of [
      [wrong, /fault: effect must be one of a fault on this subject/],
      [elsewhere, /^line \d+ of the file cannot be read: match\[route\] is no route of the API/],
    ] as const) {
      const { body } = await snapshotsOf(sandbox).import(fileOf(changed), { new_ids: true });
      expect(body).toMatchObject({ code: 'bad_request', message: expect.stringMatching(problem) });
    }
    expect(await snapshotsOf(from).export({ without_personal_data: true })).not.toContain('"table":"fault"');
  });

  it('may be without personal data', async () => {
    const sandbox = await createSandbox(gateway);
    const file = await snapshotsOf(origin).export({ without_personal_data: true });
    await snapshotsOf(sandbox).import(file, { new_ids: true }).expect(200);
    expect(await sandbox.total('/charges')).toBe(7);
  });

  it('answers an Idempotency-Key that it holds with the charge of then', async () => {
    const sandbox = await createSandbox(gateway);
    await snapshotsOf(sandbox).import(text, { new_ids: true }).expect(200);
    const { headers, body } = await sandbox.post('/charges', BOOST).set('Idempotency-Key', 'order-1042');
    expect(headers['idempotent-replayed']).toBe('true');
    expect((await sandbox.get(`/charges/${(body as { id: string }).id}`)).status).toBe(200);
  });
});

describe('a file that is refused', () => {
  let sandbox: Sandbox;
  let before: unknown;
  let stored: number[];

  beforeAll(async () => {
    sandbox = await createSandbox(gateway, { clock: { frozen: true } });
    await sandbox.charge();
    before = await shown(sandbox);
    const nobodys = { where: { sandboxName: null } };
    await until(async () => (await gateway.database.snapshot.count(nobodys)) === 0, 'rows of other files are left');
    stored = await counts();
  });

  const counts = async (): Promise<number[]> =>
    Promise.all(
      TABLES.map(async (table) => {
        const [row] = await gateway.database.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM ${Prisma.raw(table)}`;
        return row?.count ?? 0;
      }),
    );

  async function expectRefused(file: string, message: RegExp, query: object = { new_ids: true }): Promise<void> {
    const { status, body } = await snapshotsOf(sandbox).import(file, query);
    expect([status, (body as { code: string }).code, (body as { message: string }).message]).toEqual([
      400,
      'bad_request',
      expect.stringMatching(message),
    ]);
    expect(await shown(sandbox)).toEqual(before);
  }

  /** The file with this changed in the first row of a table that fits. */
  function changed(table: string, change: object | ((row: Line) => object), which: (row: Line) => boolean = () => true): string {
    const index = lines.findIndex((line) => line['table'] === table && which(line));
    const row: Line = lines[index] ?? {};
    return fileOf(lines.with(index, { ...row, ...(typeof change === 'function' ? (change as (row: Line) => object)(row) : change) }));
  }

  it.each<[string, () => string, RegExp]>([
    ['is empty', () => '', /^the file is empty$/],
    ['is cut in a line', () => text.slice(0, -200), /^the file is cut: its last line is not there$/],
    ['is cut after a line', () => `${text.split('\n').slice(0, -5).join('\n')}\n`, /^the file is cut/],
    ['lacks a line', () => text.split('\n').toSpliced(5, 1).join('\n'), /^the file must have \d+ rows, and has \d+$/],
    ['was changed', () => text.replace('"amount":2000', '"amount":2001'), /^the file was changed: its checksum is another$/],
    ['is no JSON', () => 'hello\nworld\n', /^the file is cut/],
    ['is something else', () => fileOf([{ a: 1 }, { rows: 0, orders: 0, sha256: '' }]), /must begin as an exported snapshot/],
    [
      'is of a newer version',
      () => fileOf(lines.with(0, { ...lines[0], version: 2 })),
      /it is of version 2, which a newer release has written; this one reads version 1$/,
    ],
    [
      'is of a newer schema',
      () => fileOf(lines.with(0, { ...lines[0], schema: '29990101000000_next' })),
      /it is of a newer release: this one does not know the schema 29990101000000_next$/,
    ],
    ['has a time of nobody', () => fileOf(lines.with(0, { ...lines[0], at: '9999-01-01' })), /at must be a time/],
    [
      'has settings of nobody',
      () => fileOf(lines.with(0, { ...lines[0], settings: { ...(lines[0]?.['settings'] as object), currency: 'XXX' } })),
      /currency must be one of/,
    ],
    [
      'has too many settings',
      () => fileOf(lines.with(0, { ...lines[0], settings: { ...(lines[0]?.['settings'] as object), webhook_secret: 'x' } })),
      /settings of the file must be/,
    ],
    [
      'has a line that is too long',
      () => fileOf(lines.with(1, { ...lines[1], ip: 'x'.repeat(7_000_000) })),
      /ip must be a text of at most/,
    ],
  ])('because it %s', async (_, file, message) => {
    await expectRefused(file(), message);
  });

  const STRANGER = 'chrg_test_000000000000000000a';
  it.each<[string, () => string, RegExp]>([
    [
      'an owner',
      () => changed('charge', { account_id: '60tollgatedemo00000' }),
      /^line \d+ of the file cannot be read: charge has no column "account_id"$/,
    ],
    ['a column of nobody', () => changed('event', { xid: 1 }), /event has no column "xid"/],
    ['a table that is not saved', () => changed('charge', { table: 'api_key' }), /table must be one that is saved/],
    ['a table with the name of a property', () => changed('charge', { table: 'constructor' }), /table must be one/],
    ['a column missing', () => changed('charge', { amount: undefined }), /charge\.amount is missing/],
    ['a status of nobody', () => changed('charge', { status: 'paid' }), /charge\.status must be one of pending/],
    ['an amount that is no whole number', () => changed('charge', { amount: 20.5 }), /charge\.amount must be a whole number/],
    [
      'a count that cannot go on',
      () => changed('charge', { version: 2_147_483_647 }),
      /charge\.version must be a whole number from 0 to 1000000000/,
    ],
    ['an amount as text', () => changed('charge', { amount: '2000' }), /charge\.amount must be a whole number/],
    [
      'a larger amount than any',
      () => changed('charge', { amount: 9e15 }),
      /^line \d+ of the file cannot be read: charge\.amount must be a/,
    ],
    [
      'a larger amount than its method takes',
      () => changed('source', { amount: 400_000_000_000 }),
      /^line \d+ of the file cannot be read: source: amount must be less than \d+$/,
    ],
    ['a currency that its method does not take', () => changed('source', { currency: 'JPY' }), /source: currency must be one of its type/],
    [
      'a smaller amount than a card is charged',
      () => changed('charge', { amount: 1_999, captured_amount: 0, refunded_amount: 0 }, ({ card_id: id }) => id !== null),
      /charge: amount must be greater than or equal to 2000 \(thb subunits\)/,
    ],
    [
      'another amount than its source',
      () => changed('charge', { amount: 2001 }, ({ source_id: id, status }) => id !== null && status === 'pending'),
      /^line \d+ of the file does not fit the others: charge chrg\w+: amount and currency must be those of its source$/,
    ],
    [
      'metadata that is nested deeper than requests are',
      () => changed('charge', { metadata: Array.from({ length: 10 }).reduce<object>((inner) => ({ a: inner }), {}) }),
      /charge\.metadata must be metadata: a JSON object, neither too long nor nested too deep/,
    ],
    ['a currency of nobody', () => changed('source', { currency: 'XXX' }), /source\.currency must be a currency/],
    ['a payment method of nobody', () => changed('source', { type: 'cash' }), /source\.type must be one of/],
    ['an id that is a path', () => changed('charge', { id: '../../etc/passwd' }), /charge\.id must be an id/],
    [
      'an id of the other mode',
      () => changed('charge', { id: 'chrg_0000000000000000001' }),
      /charge\.id must be an id of such an object in this mode/,
    ],
    ['an id of something else', () => changed('charge', ({ source_id: id }) => ({ id })), /charge\.id must be an id/],
    [
      'a paid charge without money',
      () => changed('charge', { transaction_id: null }, ({ status }) => status === 'successful'),
      /transaction_id must not be null in this state/,
    ],
    [
      'a pending charge that is paid',
      () => changed('charge', { paid_at: '2031-01-01T00:00:00.000Z' }, ({ status }) => status === 'pending'),
      /paid_at must be null in this state/,
    ],
    ['more paid back than taken', () => changed('charge', { refunded_amount: 999_999_999 }), /refunded_amount must/],
    [
      'money paid back that no refund has',
      () => changed('charge', { refunded_amount: 5 }, ({ status, refund_count: count }) => status === 'successful' && count === 0),
      /refunded_amount and refund_count must be those of its refunds/,
    ],
    ['a time of nobody', () => changed('charge', { created_at: 'yesterday' }), /created_at must be a time/],
    ['a webhook to where none may go', () => changed('webhook_delivery', { uri: 'http://169.254.169.254/' }), /uri .*link-local/],
    ['a webhook to no address', () => changed('webhook_delivery', { uri: 'file:///etc/passwd' }), /webhook_delivery\.uri/],
    [
      'an endpoint of a charge to where none may go',
      () => changed('charge', { webhook_endpoints: ['http://169.254.169.254/'] }),
      /charge\.webhook_endpoints/,
    ],
    [
      'an address to return to that is a script',
      () => changed('charge', { return_uri: 'javascript:alert(1)' }, ({ return_uri: uri }) => uri !== null),
      /charge\.return_uri must be an http or https address/,
    ],
    [
      'the number of a card',
      () => changed('card', { name: 'Somchai 4242 4242 4242 4242' }),
      /card\.name must not hold the number of a card/,
    ],
    [
      'a secret key in an event',
      () => changed('event', ({ body }) => ({ body: { ...(body as object), note: 'skey_test_tollgate' } })),
      /it holds a card number or a secret key/,
    ],
    [
      'metadata without an end',
      () => changed('charge', { metadata: Array.from({ length: 2_000 }).reduce<object>((inner) => ({ a: inner }), {}) }),
      /it is nested more than 32 levels deep/,
    ],
    ['a claim', () => changed('webhook_delivery', { claimed_until: '2031-01-01T00:00:00.000Z' }), /claimed_until must be null/],
    ['a delivery in a state of nobody', () => changed('webhook_delivery', { status: 'sent' }), /webhook_delivery\.status must be one of/],
    [
      'an event that is another',
      () => changed('event', ({ body }) => ({ body: { ...(body as object), id: 'evnt_test_0000000000000000001' } })),
      /body must be the event itself/,
    ],
    [
      'a refund of nothing',
      () => changed('refund', { charge_id: STRANGER }),
      /refund rfnd\w+: charge_id must be that of a row in the file|refunded_amount and/,
    ],
    [
      'a charge on a source that is not there',
      () => changed('charge', { source_id: 'src_test_0000000000000000001' }, ({ source_id: id }) => id !== null),
      /charge chrg\w+: source_id must be that of a row in the file/,
    ],
    [
      'two charges on one source',
      () =>
        changed(
          'charge',
          ({ id }) => ({
            source_id: lines.find((line) => line['table'] === 'charge' && line['source_id'] !== null && line['id'] !== id)?.['source_id'],
          }),
          ({ source_id: id }) => id !== null,
        ),
      /source_id must not be that of another row/,
    ],
    ['two rows with one id', () => fileOf([...lines.slice(0, 2), ...lines.slice(1)]), /^line 3 .* id must not be that of another row$/],
    [
      'postings that do not add up',
      () => changed('journal_entry', ({ amount }) => ({ amount: (amount as number) + 1 })),
      /must add up to 0|posted to the merchant/,
    ],
    ['an order of nobody', () => changed('event', { order: 1_000_000 }), /order must be a whole number/],
    ['a NUL', () => changed('customer', { description: 'a\0b' }), /without NUL characters/],
    ['half a sign', () => changed('customer', { description: '\ud800' }), /it must be valid Unicode|is no JSON/],
    ['a file that is none', () => changed('dispute_document', { content: 'not base64!' }), /content must be at most/],
  ])('because it has %s', async (_, file, message) => {
    await expectRefused(file(), message);
  });

  it('because its ids are taken, and nobody is told by whom', async () => {
    await expectRefused(text, /^the file has ids that are taken; import it with new_ids=true$/, {});
  });

  it('because it is larger than IMPORT_MAX', async () => {
    const { status, body } = await snapshotsOf(sandbox).import(`${'x'.repeat(8 * 2 ** 20)}x`);
    expect([status, body]).toEqual([
      413,
      expect.objectContaining({ code: 'body_too_large', message: 'the file is too large (maximum is 8388608 bytes)' }),
    ]);
    expect(await shown(sandbox)).toEqual(before);
  });

  it('leaves no rows behind', async () => {
    await until(async () => String(await counts()) === String(stored), 'rows of a file are left');
  });

  it('because it is sent as a form', async () => {
    const { body } = await control(gateway).post(`/api/sandboxes/${sandbox.name}/import`).attach('file', Buffer.from(text), 'a.ndjson');
    expect(body).toMatchObject({ code: 'bad_request', message: 'send the file itself as the body: curl --data-binary @file' });
  });
});
