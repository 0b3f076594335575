import { idsIn } from '#kernel/ids.js';
import { Prisma } from '#platform/database/generated/client.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '#platform/testing/until.js';
import { SAVED_TABLES } from '#control/snapshots/saved-tables.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { exportedFrom, fileOf, fill, linesOf, shown, snapshotsOf, type Line } from './snapshots.js';

const gateway = useOwnGateway({ IMPORT_MAX: '8MiB' });
/** Of another installation: no id is known there. */
const elsewhere = useOwnGateway();
const receiver = useReceiver();
const BOOST = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};
const TABLES = ['snapshot', ...SAVED_TABLES.map(({ name }) => `snapshot.${name}`)];

let text: string;
let lines: Line[];
let origin: Sandbox;
let made: Awaited<ReturnType<typeof exportedFrom>>['made'];

beforeAll(async () => {
  ({ origin, text, made } = await exportedFrom(gateway));
  lines = linesOf(text);
});

/** Addresses depend on the installation. */
function withoutHosts(value: unknown, ...of: readonly Sandbox[]): string {
  const hosts = of.flatMap(({ gateway: { settings } }) => [
    settings.baseUrl,
    settings.payUrl,
    settings.vaultUrl,
  ]);
  return hosts.reduce((all, host) => all.replaceAll(host, ''), JSON.stringify(value));
}

describe('an imported file', () => {
  it('restores the exported sandbox, and exports to the same text', async () => {
    const sandbox = await createSandbox(elsewhere);
    await sandbox.charge();
    const { body } = await snapshotsOf(sandbox).import(text).expect(200);
    expect(body).toMatchObject({
      object: 'restore',
      snapshot: null,
      epoch: 2,
      at: '2031-02-03T05:05:06.000Z',
      frozen: true,
    });
    const [, ...imported] = await shown(sandbox);
    const [, ...exported] = await shown(origin);
    expect(withoutHosts(imported, sandbox, origin)).toEqual(withoutHosts(exported, sandbox, origin));
    await snapshotsOf(sandbox).save();
    const again = linesOf(await snapshotsOf(sandbox).export());
    const rowsOf = (all: Line[]): Line[] =>
      all.slice(0, -1).map((line) => ({
        ...line,
        order: undefined,
        ...(line['table'] === 'webhook_delivery' && { status: 'held' }),
      }));
    expect(rowsOf(again)).toEqual(rowsOf(lines));
  });

  it('keeps the order of the timeline', async () => {
    const sandbox = await createSandbox(elsewhere);
    await snapshotsOf(sandbox).import(text, { new_ids: true }).expect(200);
    const timeline = async (one: Sandbox): Promise<string[]> => {
      const { body } = await control(one.gateway)
        .get(`/api/sandboxes/${one.name}/timeline`)
        .query({ kinds: 'event,clock', limit: 100 });
      return (body as { data: { kind: string; details: { key?: string } }[] }).data.map(
        ({ kind, details }) => details.key ?? kind,
      );
    };
    const told = await timeline(origin);
    await until(async () => (await timeline(sandbox)).length >= told.length, 'the timeline is not whole');
    expect(await timeline(sandbox)).toEqual(told);
  });

  it('continues: a charge is paid, another expires, money is refunded', async () => {
    const sandbox = await createSandbox(elsewhere);
    await snapshotsOf(sandbox).import(text, { new_ids: 'true' }).expect(200);
    const { body } = await sandbox.get('/charges?limit=100');
    const charges = (body as { data: { id: string; status: string; metadata: object }[] }).data;
    const [pending, other] = charges.filter(({ status }) => status === 'pending').map(({ id }) => id);
    expect(charges.map(({ id }) => id)).not.toContain(made.pending);
    expect((await sandbox.post(`/charges/${pending}/mark_as_paid`)).body).toMatchObject({
      status: 'successful',
    });
    const [first] = charges.filter(({ status }) => status === 'successful');
    expect((await sandbox.post(`/charges/${first?.id}/refunds`, { amount: 100 })).body).toMatchObject({
      object: 'refund',
    });
    const { body: advance } = await control(elsewhere)
      .post(`/api/sandboxes/${sandbox.name}/clock/advance`)
      .send({ by: '30d' });
    expect(advance).toMatchObject({ from: '2031-02-03T05:05:06.000Z', status: 'done' });
    expect((await sandbox.get(`/charges/${other}`)).body).toMatchObject({ status: 'expired' });
  });

  it('lets test money of an earlier release wait no more', async () => {
    const waiting = lines.map((line) =>
      line['table'] === 'transaction' ? { ...line, transferable_at: '2031-02-10T04:05:06.000Z' } : line,
    );
    const sandbox = await createSandbox(elsewhere);
    await snapshotsOf(sandbox).import(fileOf(waiting), { new_ids: true }).expect(200);
    expect(withoutHosts((await sandbox.get('/balance')).body, sandbox, origin)).toBe(
      withoutHosts((await origin.get('/balance')).body, sandbox, origin),
    );
  });

  it('can replace its own sandbox', async () => {
    const sandbox = await createSandbox(gateway, { clock: { frozen: true } });
    await fill(sandbox);
    await snapshotsOf(sandbox).save();
    const file = await snapshotsOf(sandbox).export();
    const before = await shown(sandbox);
    await sandbox.charge();
    await snapshotsOf(sandbox).import(file).expect(200);
    expect(await shown(sandbox)).toEqual(before);
  });

  it('can be imported repeatedly under new ids, even within event bodies', async () => {
    const ids = new Set<string>();
    const known = idsIn(text);
    for (const one of [await createSandbox(gateway), await createSandbox(gateway)]) {
      await snapshotsOf(one).import(text, { new_ids: true }).expect(200);
      await snapshotsOf(one).save();
      const file = await snapshotsOf(one).export();
      expect(known.filter((id) => file.includes(id))).toEqual([]);
      expect(file).toContain('"order":"1"');
      const charges = linesOf(file).filter(({ table }) => table === 'charge');
      expect(charges.map(({ status }) => status)).toEqual(
        lines.filter(({ table }) => table === 'charge').map(({ status }) => status),
      );
      for (const { id } of charges) ids.add(id as string);
    }
    expect(ids.size).toBe(14);
  });

  it('holds webhooks until they are released', async () => {
    const sandbox = await createSandbox(gateway);
    const own = lines.map((line) =>
      line['table'] === 'webhook_delivery' ? { ...line, uri: receiver.uri, status: 'pending' } : line,
    );
    const { body } = await snapshotsOf(sandbox).import(fileOf(own), { new_ids: true }).expect(200);
    const deliveries = lines.filter(({ table }) => table === 'webhook_delivery').length;
    expect(body).toMatchObject({ held: deliveries });
    await gateway.tollgate.worker.get(JobRunner).sweep();
    expect(receiver.received).toEqual([]);
    const { body: released } = await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/release`);
    expect(released).toMatchObject({ delivered: deliveries });
    expect(receiver.received).toHaveLength(deliveries);
  });

  it('has its faults, with their counts', async () => {
    const from = await createSandbox(gateway);
    const faults = (one: Sandbox): string => `/api/sandboxes/${one.name}/faults`;
    const fault = {
      name: 'third',
      on: 'api',
      match: { route: 'POST /charges', metadata: { order: '7' } },
      skip: 2,
      do: { status: 503 },
    };
    await control(gateway).post(faults(from)).send(fault).expect(200);
    const ask = async (one: Sandbox): Promise<number> =>
      (await one.post('/charges', { ...BOOST, metadata: { order: '7' } })).status;
    expect([await ask(from), await ask(from)]).toEqual([200, 200]);
    await snapshotsOf(from).save();
    const sandbox = await createSandbox(gateway);
    const file = await snapshotsOf(from).export();
    await snapshotsOf(sandbox).import(file, { new_ids: true }).expect(200);
    expect([await ask(sandbox), await ask(sandbox), await ask(from)]).toEqual([503, 200, 503]);
    const about = linesOf(file).findIndex(({ table }) => table === 'fault');
    const wrong = linesOf(file).with(about, { ...linesOf(file)[about], effect: { kind: 'never' } });
    const elsewhere = linesOf(file).with(about, {
      ...linesOf(file)[about],
      match: { route: 'POST /chargs' },
    });
    for (const [changed, problem] of [
      [wrong, /fault: effect must be possible for a fault on this subject/],
      [elsewhere, /^line \d+ of the file cannot be read: match\[route\] is not a route of the API/],
    ] as const) {
      const { body } = await snapshotsOf(sandbox).import(fileOf(changed), { new_ids: true });
      expect(body).toMatchObject({ code: 'bad_request', message: expect.stringMatching(problem) });
    }
    expect(await snapshotsOf(from).export({ without_personal_data: true })).not.toContain('"table":"fault"');
  });

  it('can have a posting without a transaction: that of a lost dispute', async () => {
    const from = await createSandbox(gateway);
    const { id } = await from.cardCharge();
    const { body } = await from.post(`/charges/${id}/disputes`);
    await from.patch(`/disputes/${(body as { id: string }).id}/accept`).expect(200);
    await snapshotsOf(from).save();
    const sandbox = await createSandbox(gateway);
    await snapshotsOf(sandbox)
      .import(await snapshotsOf(from).export(), { new_ids: true })
      .expect(200);
    expect((await sandbox.get('/disputes')).body).toMatchObject({ data: [{ status: 'lost' }] });
  });

  it('can be without personal data', async () => {
    const sandbox = await createSandbox(gateway);
    const file = await snapshotsOf(origin).export({ without_personal_data: true });
    await snapshotsOf(sandbox).import(file, { new_ids: true }).expect(200);
    expect(await sandbox.total('/charges')).toBe(7);
  });

  it('answers its Idempotency-Keys with the old charges', async () => {
    const sandbox = await createSandbox(gateway);
    await snapshotsOf(sandbox).import(text, { new_ids: true }).expect(200);
    const { headers, body } = await sandbox.post('/charges', BOOST).set('Idempotency-Key', 'order-1042');
    expect(headers['idempotent-replayed']).toBe('true');
    expect((await sandbox.get(`/charges/${(body as { id: string }).id}`)).status).toBe(200);
  });
});

describe('an import', () => {
  let sandbox: Sandbox;
  let before: unknown;
  let stored: number[];

  beforeAll(async () => {
    sandbox = await createSandbox(gateway, { clock: { frozen: true } });
    await sandbox.charge();
    before = await shown(sandbox);
    const nobodys = { where: { sandboxName: null } };
    await until(
      async () => (await gateway.database.snapshot.count(nobodys)) === 0,
      'rows of other files are left',
    );
    stored = await counts();
  });

  const counts = async (): Promise<number[]> =>
    Promise.all(
      TABLES.map(async (table) => {
        const [row] = await gateway.database.$queryRaw<
          { count: number }[]
        >`SELECT count(*)::int AS count FROM ${Prisma.raw(table)}`;
        return row?.count ?? 0;
      }),
    );

  async function expectRefused(
    file: string,
    message: RegExp,
    query: object = { new_ids: true },
  ): Promise<void> {
    const { status, body } = await snapshotsOf(sandbox).import(file, query);
    expect([status, (body as { code: string }).code, (body as { message: string }).message]).toEqual([
      400,
      'bad_request',
      expect.stringMatching(message),
    ]);
    expect(await shown(sandbox)).toEqual(before);
  }

  /** The file with this changed in the first row of a table that fits. */
  function changed(
    table: string,
    change: object | ((row: Line) => object),
    which: (row: Line) => boolean = () => true,
  ): string {
    const index = lines.findIndex((line) => line['table'] === table && which(line));
    const row: Line = lines[index] ?? {};
    return fileOf(
      lines.with(index, {
        ...row,
        ...(typeof change === 'function' ? (change as (row: Line) => object)(row) : change),
      }),
    );
  }

  // One of each kind of check. All rules of the file are in file-rules.spec.ts, file-lines.spec.ts and
  // saved-settings.spec.ts.
  it.each<[string, () => string, RegExp]>([
    ['is cut in a line', () => text.slice(0, -200), /^the file is truncated: its last line is missing$/],
    [
      'was changed',
      () => text.replace('"amount":2000', '"amount":2001'),
      /^the file was modified: its checksum does not match$/,
    ],
    ['is of empty lines', () => '\n'.repeat(2 ** 20), /^line 1 of the file cannot be read: it is empty$/],
    [
      'is of empty objects',
      () => '{}\n'.repeat(2 ** 18),
      /^the file cannot be imported: it is not an exported snapshot$/,
    ],
    [
      'has invalid rows',
      () => fileOf([lines[0] ?? {}, ...Array.from({ length: 2 ** 18 }, () => ({})), lines.at(-1) ?? {}]),
      /^line 2 of the file/,
    ],
    [
      'is of a newer schema',
      () => fileOf(lines.with(0, { ...lines[0], schema: '29990101000000_next' })),
      /it is from a newer release: unknown schema 29990101000000_next$/,
    ],
    [
      'has too many settings',
      () =>
        fileOf(
          lines.with(0, {
            ...lines[0],
            settings: { ...(lines[0]?.['settings'] as object), webhook_secret: 'x' },
          }),
        ),
      /settings of the file must be/,
    ],
  ])('is rejected if the file has a row that %s', async (_, file, message) => {
    await expectRefused(file(), message);
  });

  // Two rows that break their own rules, some that break CHECK constraints, and all rows that do not match
  // others. Rules of single rows are in row-rules.spec.ts, imported-row.spec.ts and checks.e2e.spec.ts.
  const STRANGER = 'chrg_test_000000000000000000a';
  it.each<[string, () => string, RegExp]>([
    [
      'an owner',
      () => changed('charge', { account_id: '60tollgatedemo00000' }),
      /^line \d+ of the file cannot be read: charge has no column "account_id"$/,
    ],
    [
      'a larger amount than its method takes',
      () => changed('source', { amount: 400_000_000_000 }),
      /^line \d+ of the file cannot be read: source: amount must be less than \d+$/,
    ],
    [
      'a payment without money',
      () => changed('charge', { transaction_id: null }, ({ status }) => status === 'successful'),
      /^line \d+ of the file is inconsistent: charge chrg\w+: transaction_id must be set if paid_at is, and null otherwise$/,
    ],
    [
      'more paid back than taken',
      () => changed('charge', { refunded_amount: 9e8 }, ({ refund_count: count }) => count === 1),
      /charge chrg\w+: captured_amount must be from refunded_amount to amount, and refunded_amount at least 0$/,
    ],
    [
      'a transfer that does not cover its fee',
      () => changed('transfer', { amount: 2_999 }),
      /transfer trsf\w+: amount must cover fee and fee_vat, which must be at least 0$/,
    ],
    [
      'a running schedule that never runs',
      () => changed('schedule', { next_on: null, next_at: null }),
      /schedule schd\w+: next_on must be set if status is running, and null unless it is running or expiring$/,
    ],
    [
      'another amount than its source',
      () =>
        changed(
          'charge',
          { amount: 2001 },
          ({ source_id: id, status }) => id !== null && status === 'pending',
        ),
      /^line \d+ of the file is inconsistent: charge chrg\w+: amount and currency must match its source$/,
    ],
    [
      'money paid back that no refund has',
      () =>
        changed(
          'charge',
          { refunded_amount: 5 },
          ({ status, refund_count: count }) => status === 'successful' && count === 0,
        ),
      /refunded_amount and refund_count must match its refunds/,
    ],
    [
      'a refund of nothing',
      () => changed('refund', { charge_id: STRANGER }),
      /refund rfnd\w+: charge_id must refer to a row in the file|refunded_amount and/,
    ],
    [
      'a charge on a source that is not there',
      () =>
        changed('charge', { source_id: 'src_test_0000000000000000001' }, ({ source_id: id }) => id !== null),
      /charge chrg\w+: source_id must refer to a row in the file/,
    ],
    [
      'two charges on one source',
      () =>
        changed(
          'charge',
          ({ id }) => ({
            source_id: lines.find(
              (line) => line['table'] === 'charge' && line['source_id'] !== null && line['id'] !== id,
            )?.['source_id'],
          }),
          ({ source_id: id }) => id !== null,
        ),
      /source_id must be unique/,
    ],
    [
      'two rows with one id',
      () => fileOf([...lines.slice(0, 2), ...lines.slice(1)]),
      /^line 3 .* id must be unique$/,
    ],
    [
      'postings that do not add up',
      () => changed('journal_entry', ({ amount }) => ({ amount: (amount as number) + 1 })),
      /must add up to 0|posting to the merchant/,
    ],
    ['a NUL', () => changed('customer', { description: 'a\0b' }), /without NUL characters/],
  ])('is rejected if the file has %s', async (_, file, message) => {
    await expectRefused(file(), message);
  });

  it('is rejected if its ids are in use, and the error does not name their owner', async () => {
    await expectRefused(text, /^the file contains ids that are in use; import it with new_ids=true$/, {});
  });

  it('is rejected if it is larger than IMPORT_MAX', async () => {
    const { status, body } = await snapshotsOf(sandbox).import(`${'x'.repeat(8 * 2 ** 20)}x`);
    expect([status, body]).toEqual([
      413,
      expect.objectContaining({
        code: 'body_too_large',
        message: 'the file is too large (maximum is 8388608 bytes)',
      }),
    ]);
    expect(await shown(sandbox)).toEqual(before);
  });

  it('leaves no rows behind when it is rejected', async () => {
    await until(async () => String(await counts()) === String(stored), 'rows of a file are left');
  });

  it('is rejected as a form', async () => {
    const { body } = await control(gateway)
      .post(`/api/sandboxes/${sandbox.name}/import`)
      .attach('file', Buffer.from(text), 'a.ndjson');
    expect(body).toMatchObject({
      code: 'bad_request',
      message: 'send the file itself as the body: curl --data-binary @file',
    });
  });
});
