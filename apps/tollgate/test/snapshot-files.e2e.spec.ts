import { createHash } from 'node:crypto';
import { Prisma } from '#platform/database/generated/client.js';
import { migrationNames } from '#platform/database/migrations.js';
import { until } from '#platform/testing/until.js';
import { eventText } from '#engine/events/rules/event-text.js';
import { pagesOf } from '#control/snapshots/snapshot-rows.js';
import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { fill, FILLED_CHARGES, linesOf, snapshotsOf } from './snapshots.js';

const gateway = useGateway();
const receiver = useReceiver();
/** A quarter of a page's limit for files, which are written in hex. */
const MIB = 1024 * 1024;
let sandbox: Sandbox;
let snapshots: ReturnType<typeof snapshotsOf>;

beforeEach(async () => {
  sandbox = await createSandbox(gateway);
  snapshots = snapshotsOf(sandbox);
});

const patch = (form: object): Promise<unknown> =>
  Promise.resolve(control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send(form).expect(200));

describe('an exported snapshot', () => {
  it('has a sorted line for each row, a header and a trailer', async () => {
    await fill(sandbox);
    const { body: saved } = (await snapshots.save()) as { body: { rows: number; at: string } };
    const text = await snapshots.export();
    const [header, ...rest] = linesOf(text);
    const [trailer, rows] = [rest.at(-1), rest.slice(0, -1)];
    const settings = {
      country: 'TH',
      currency: 'THB',
      api_version: '2019-05-29',
      fidelity: null,
      three_d_secure: false,
      three_d_secure_challenge: 'buttons',
      page_theme: 'method',
      zero_interest_installments: false,
      auto_approve: false,
      exchange_rates: null,
    };
    const about = {
      version: 1,
      schema: (await migrationNames()).at(-1),
      personal_data: true,
      at: saved.at,
      frozen: false,
      settings,
    };
    expect(header).toEqual({ tollgate: 'snapshot', ...about });
    const before = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1);
    expect(trailer).toEqual({
      rows: rows.length,
      orders: expect.any(Number),
      sha256: createHash('sha256').update(before).digest('hex'),
    });
    expect(rows).toHaveLength(saved.rows);
    const ids = rows.filter(({ table }) => table === 'charge').map(({ id }) => id as string);
    expect(ids).toHaveLength(FILLED_CHARGES);
    expect(ids).toEqual(ids.toSorted());
    expect(rows.filter((row) => ['account_id', 'xid', 'snapshot_id'].some((name) => name in row))).toEqual(
      [],
    );
  });

  it('is identical when repeated, even after a restore', async () => {
    await fill(sandbox);
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/freeze`).expect(200);
    await snapshots.save();
    const text = await snapshots.export();
    expect(await snapshots.export()).toBe(text);
    await sandbox.charge();
    await snapshots.restore();
    await snapshots.save('again');
    expect(await snapshots.export({}, 'again')).toBe(text);
  });

  it('contains events as stored, and uploaded files', async () => {
    const { pending } = await fill(sandbox);
    await snapshots.save();
    const rows = linesOf(await snapshots.export());
    const event = rows.find(({ table, object_id: id }) => table === 'event' && id === pending);
    const { body } = await gateway.database.event.findUniqueOrThrow({
      where: { id: event?.['id'] as string },
    });
    expect(JSON.stringify(event?.['body'])).toBe(body);
    const document = rows.find(({ table }) => table === 'dispute_document');
    expect(document).toMatchObject({
      content: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64'),
    });
  });

  it('has an event that was stored on many lines like others', async () => {
    const { id } = await sandbox.charge();
    const listed = async (): Promise<unknown> =>
      ((await sandbox.get(`/charges/${id}/events`)).body as { data: unknown }).data;
    const before = await listed();
    const stored = () => gateway.database.event.findFirstOrThrow({ where: { objectId: id } });
    const { id: event, body } = await stored();
    await gateway.database.event.update({ where: { id: event }, data: { body: eventText(body) } });
    expect(await listed()).toEqual(before);
    await snapshots.save();
    await snapshots.import(await snapshots.export()).expect(200);
    expect(await stored()).toMatchObject({ id: event, body });
  });

  it('is read in pages that fit large files', async () => {
    await fill(sandbox);
    await snapshots.save();
    const { id } = await gateway.database.snapshot.findFirstOrThrow({ orderBy: { id: 'desc' } });
    await gateway.database.query(Prisma.sql`
      INSERT INTO snapshot.dispute_document
      SELECT copy.* FROM snapshot.dispute_document document, generate_series(1, 7) number,
        jsonb_populate_record(document, jsonb_build_object('id', 'docu_test_copy' || number, 'content', '\\x' || repeat('00', ${MIB}::int))) copy
      WHERE document.snapshot_id = ${id}::bigint`);
    const pages: { table: string; ids: unknown[] }[] = [];
    for await (const { table, rows } of pagesOf(gateway.database, id))
      pages.push({ table, ids: rows.map((row) => row['id']) });
    const files = pages.filter(({ table }) => table === 'dispute_document');
    expect(files.map(({ ids }) => ids.length)).toEqual([4, 3, 1]);
    expect(new Set(files.flatMap(({ ids }) => ids)).size).toBe(8);
    expect(pages.filter(({ table }) => table === 'charge').map(({ ids }) => ids.length)).toEqual([
      FILLED_CHARGES,
    ]);
  });

  it('contains no key, secret, or address with credentials', async () => {
    const { body: inbox } = await control(gateway).put(`/api/sandboxes/${sandbox.name}/inbox/shop`);
    const { url } = inbox as { url: string };
    await patch({ webhook_uri: url });
    await sandbox.charge({
      webhook_endpoints: ['https://shop.example/hook?token=t-secret'],
      return_uri: 'https://shop.example/?s=t-secret',
    });
    await fill(sandbox);
    const accountId = await sandbox.accountId();
    await until(
      async () => (await gateway.database.webhookAttempt.count({ where: { accountId } })) > 0,
      'no webhook is tried',
    );
    await snapshots.save();
    const text = await snapshots.export();
    const { test, live, webhook_secret: secret } = sandbox.body;
    const keys = [test, live].flatMap(({ public_key: shown, secret_key: hidden }) => [shown, hidden]);
    const secrets = [...keys, secret, url.split('/').at(-1) ?? '', 't-secret', '4242424242424242'];
    expect(secrets.filter((one) => text.includes(one))).toEqual([]);
    expect(text).toContain('/inbox/');
  });

  it('can exclude personal data', async () => {
    await fill(sandbox);
    await setFault(sandbox, { on: 'api', do: { status: 503, message: 'Call Anong' } });
    await snapshots.save();
    const told = [
      'Anong',
      'Somchai',
      'somchai@example.com',
      '0812345678',
      'Praditmanutham',
      'A book',
      '"order":"1"',
      'photo.png',
    ];
    const whole = await snapshots.export();
    expect(told.filter((one) => !whole.includes(one))).toEqual([]);
    const text = await snapshots.export({ without_personal_data: true });
    expect(told.filter((one) => text.includes(one))).toEqual([]);
    const lines = linesOf(text);
    expect(lines[0]).toMatchObject({ personal_data: false });
    expect(lines.filter(({ table }) => table === 'charge')).toHaveLength(FILLED_CHARGES);
    expect(lines.filter(({ table }) => table === 'idempotency_key')).toEqual([]);
  });

  it('is not found if unknown, and rejected with invalid parameters', async () => {
    await snapshots.save();
    const path = `/api/sandboxes/${sandbox.name}/snapshots`;
    expect((await control(gateway).get(`${path}/none/export`)).body).toMatchObject({ code: 'not_found' });
    const { body } = await control(gateway)
      .get(`${path}/before/export`)
      .query({ without_personal_data: 'some' });
    expect(body).toMatchObject({
      code: 'bad_request',
      message: 'without_personal_data must be true or false',
    });
    const { body: paged } = await control(gateway).get(`${path}/before/export`).query({ limit: 2 });
    expect(paged).toMatchObject({ code: 'bad_request', message: expect.stringContaining('limit') });
  });
});

describe('a difference of two snapshots', () => {
  interface Change {
    readonly kind: string;
    readonly id: string;
    readonly change: string;
    readonly fields: Record<string, { from: unknown; to: unknown }>;
  }
  const diff = async (): Promise<{ total: number; data: Change[]; [name: string]: unknown }> =>
    (await snapshots.diff('before', 'after').expect(200)).body as { total: number; data: Change[] };

  beforeEach(async () => {
    await fill(sandbox);
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/freeze`).expect(200);
  });

  it('is empty without changes', async () => {
    await snapshots.save('before');
    await snapshots.save('after');
    expect(await diff()).toEqual({
      object: 'diff',
      from: 'before',
      to: 'after',
      clock: null,
      settings: {},
      total: 0,
      data: [],
    });
  });

  it('lists added, deleted and changed objects', async () => {
    const { id } = await sandbox.charge();
    await snapshots.save('before');
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await snapshots.save('after');
    const { data, total } = await diff();
    expect(total).toBe(data.length);
    const counts: Record<string, number> = {};
    for (const { kind, change } of data) counts[`${kind} ${change}`] = (counts[`${kind} ${change}`] ?? 0) + 1;
    expect(counts).toEqual({
      'charge changed': 1,
      'transaction added': 1,
      'journal_entry added': 4,
      'event added': 1,
    });
    const paid = data.find(({ kind }) => kind === 'charge');
    expect(paid).toMatchObject({
      id,
      livemode: false,
      fields: { status: { from: 'pending', to: 'successful' } },
    });
    expect(Object.keys(paid?.fields ?? {}).sort()).toEqual([
      'authorized_at',
      'paid_at',
      'status',
      'transaction_id',
    ]);
    const back = (await snapshots.diff('after', 'before').expect(200)).body as { data: Change[] };
    expect(back.data.filter(({ change }) => change === 'removed')).toHaveLength(6);
  });

  it('shows amount and order of added and removed objects, and what they are about', async () => {
    const { id } = await sandbox.cardCharge({ metadata: { order: '1042' } });
    await snapshots.save('before');
    await sandbox.post(`/charges/${id}/refunds`, { amount: 2_000 }).expect(200);
    await sandbox.post('/customers', { email: 'ann@shop.example' }).expect(200);
    await snapshots.save('after');
    const none = { amount: null, currency: null, about: null, metadata: {} };
    const refund = { ...none, amount: 2_000, currency: 'THB', metadata: { order: '1042' } };
    for (const [change, data] of [
      ['added', (await diff()).data],
      ['removed', ((await snapshots.diff('after', 'before').expect(200)).body as { data: Change[] }).data],
    ] as const) {
      expect(data.find(({ kind }) => kind === 'refund')).toMatchObject({ ...refund, change });
      expect(data.find(({ kind }) => kind === 'customer')).toMatchObject({
        ...none,
        about: 'ann@shop.example',
        change,
      });
      expect(data.find(({ kind }) => kind === 'transaction')).toMatchObject({ about: 'debit', change });
      expect(data.find(({ kind }) => kind === 'charge')).toMatchObject({
        amount: 100_000,
        metadata: { order: '1042' },
      });
    }
  });

  it('lists clock and settings', async () => {
    await snapshots.save('before');
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/advance`).send({ by: '1h' });
    await patch({ three_d_secure: true });
    await snapshots.save('after');
    const { clock, settings } = await diff();
    const { from, to } = clock as Record<'from' | 'to', { at: string; frozen: boolean }>;
    expect(Date.parse(to.at) - Date.parse(from.at)).toBe(3_600_000);
    expect([from.frozen, to.frozen]).toEqual([true, true]);
    expect(settings).toEqual({ three_d_secure: { from: false, to: true } });
  });

  it('lists deliveries and attempts', async () => {
    await patch({ webhook_uri: receiver.uri });
    await snapshots.save('before');
    const { id } = await sandbox.charge();
    await receiver.next(({ event }) => (event.data as { id: string }).id === id);
    const accountId = await sandbox.accountId();
    await until(
      async () =>
        (await gateway.database.webhookDelivery.count({ where: { accountId, status: 'delivered' } })) === 1,
      'not recorded',
    );
    await snapshots.save('after');
    const { data } = await diff();
    expect(data.map(({ kind, change }) => `${kind} ${change}`)).toEqual([
      'source added',
      'charge added',
      'event added',
      'webhook_delivery added',
      'webhook_attempt added',
    ]);
  });
});
