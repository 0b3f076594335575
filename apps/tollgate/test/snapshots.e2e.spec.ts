import { jest } from '@jest/globals';
import request from 'supertest';
import { Prisma } from '#platform/database/generated/client.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '#platform/testing/until.js';
import { DeliveryStore } from '#engine/webhooks/delivery.store.js';
import { ROW_RULES } from '#control/snapshots/rules/row-rules.js';
import { OWNED_TABLES } from '#control/sandboxes/closed-accounts.sweeper.js';
import { HISTORY_TABLES, SAVED_TABLES } from '#control/snapshots/saved-tables.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { fill, shown, snapshotsOf } from './snapshots.js';

/** Two gateways on one database stand for two processes: they share nothing else. */
const gateway = useOwnGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
const receiver = useReceiver();
const sweep = (): Promise<void> => gateway.tollgate.worker.get(JobRunner).sweep();

let sandbox: Sandbox;
let snapshots: ReturnType<typeof snapshotsOf>;

beforeEach(async () => {
  sandbox = await createSandbox(gateway);
  snapshots = snapshotsOf(sandbox);
});

describe('a restored sandbox', () => {
  // Lists contain the current time.
  beforeEach(
    async () => void (await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/freeze`).expect(200)),
  );

  it('has its old state, in every process, from the response on', async () => {
    const { pending, paid } = await fill(sandbox);
    await snapshots.save().expect(200);
    const before = [await shown(sandbox), await shown(sandbox, twin)];
    await sandbox.post(`/charges/${pending}/mark_as_paid`).expect(200);
    await sandbox.post(`/charges/${paid}/refunds`, { amount: 2000 }).expect(200);
    const { id: later } = await sandbox.charge();
    expect(await shown(sandbox, twin)).not.toEqual(before[1]);
    const { body } = await snapshots.restore().expect(200);
    expect(body).toMatchObject({ object: 'restore', snapshot: 'before', epoch: 2, frozen: true, held: 0 });
    expect([await shown(sandbox), await shown(sandbox, twin)]).toEqual(before);
    expect((await sandbox.get(`/charges/${later}`)).status).toBe(404);
  });

  it('continues from there, repeatedly', async () => {
    const { pending, paid } = await fill(sandbox);
    await snapshots.save();
    const before = await shown(sandbox);
    for (let round = 0; round < 3; round += 1) {
      expect((await sandbox.post(`/charges/${pending}/mark_as_paid`)).body).toMatchObject({
        status: 'successful',
      });
      expect((await sandbox.post(`/charges/${paid}/refunds`, { amount: 2000 })).body).toMatchObject({
        object: 'refund',
        amount: 2000,
      });
      await snapshots.restore().expect(200);
      expect(await shown(sandbox)).toEqual(before);
    }
  });

  it('can have been reset in between, with its rows deleted or not', async () => {
    await fill(sandbox);
    await snapshots.save();
    const before = await shown(sandbox);
    await sandbox.reset();
    await snapshots.restore().expect(200);
    expect(await shown(sandbox)).toEqual(before);
    await sandbox.reset();
    await until(
      async () => (
        await sweep(),
        (await gateway.database.account.count({ where: { closedAt: { not: null } } })) === 0
      ),
      'rows are left',
    );
    await snapshots.restore().expect(200);
    expect(await shown(sandbox)).toEqual(before);
  });

  it('has no later rows', async () => {
    await snapshots.save();
    const { paid } = await fill(sandbox);
    const after = await sandbox.accountId();
    await snapshots.restore();
    expect(await gateway.database.charge.count({ where: { id: paid } })).toBe(0);
    await until(
      async () => (await sweep(), (await gateway.database.account.count({ where: { id: after } })) === 0),
      'the old epoch is left',
    );
  });

  it('replays old idempotent responses, and does later ones again', async () => {
    const boost = {
      amount: 2000,
      currency: 'MYR',
      source: { type: 'boost' },
      return_uri: 'https://shop.example/return',
    };
    const create = async (key: string): Promise<string> =>
      ((await sandbox.post('/charges', boost).set('Idempotency-Key', key)).body as { id: string }).id;
    const first = await create('of-before');
    await snapshots.save();
    const second = await create('of-after');
    await snapshots.restore();
    expect(await create('of-before')).toBe(first);
    expect(await create('of-after')).not.toBe(second);
  });

  it('has the old settings of calls, and today’s keys and addresses', async () => {
    await snapshots.save();
    const form = {
      currency: 'SGD',
      three_d_secure: true,
      webhook_uri: 'http://127.0.0.1:9/hook',
      urls: { pay: 'https://pay.example' },
    };
    await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send(form).expect(200);
    await snapshots.restore();
    expect((await sandbox.get('/account')).body).toMatchObject({
      currency: 'THB',
      webhook_uri: 'http://127.0.0.1:9/hook',
    });
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}`);
    expect(body).toMatchObject({
      test: { ...sandbox.body.test, webhook_uri: 'http://127.0.0.1:9/hook' },
      webhook_secret: sandbox.body.webhook_secret,
      urls: { pay: 'https://pay.example' },
    });
  });
});

describe('the clock of a restored sandbox', () => {
  const clock = (path: string, form: object = {}): request.Test =>
    control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/${path}`).send(form);
  const now = async (): Promise<{ now: string; frozen: boolean }> =>
    (await control(gateway).get(`/api/sandboxes/${sandbox.name}/clock`)).body as {
      now: string;
      frozen: boolean;
    };

  it('is frozen at its old time', async () => {
    await clock('freeze');
    const { body } = await snapshots.save();
    const before = await now();
    expect(body).toMatchObject({ at: before.now, frozen: true });
    await clock('advance', { by: '30d' });
    await clock('resume');
    expect((await snapshots.restore()).body).toMatchObject({ at: before.now, frozen: true });
    expect(await now()).toEqual(before);
    expect((await sandbox.charge()).created_at).toBe(before.now.replace(/\.\d+Z$/, 'Z'));
    expect((await clock('advance', { by: '1d' })).body).toMatchObject({ from: before.now, status: 'done' });
  });

  it('runs on from its old time', async () => {
    await clock('advance', { by: '1d' });
    const { body: saved } = (await snapshots.save()) as { body: { at: string } };
    await clock('advance', { by: '30d' });
    const begun = Date.now();
    await snapshots.restore();
    const after = await now();
    const ranMs = Date.parse(after.now) - Date.parse(saved.at);
    expect(after.frozen).toBe(false);
    expect(ranMs).toBeGreaterThanOrEqual(0);
    expect(ranMs).toBeLessThanOrEqual(Date.now() - begun);
  });

  it('expires a charge again', async () => {
    const { id } = await sandbox.charge();
    await clock('freeze');
    await snapshots.save();
    for (let round = 0; round < 2; round += 1) {
      await clock('advance', { by: '30d' });
      expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({ status: 'expired' });
      await snapshots.restore();
      expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({ status: 'pending' });
    }
    await clock('resume');
    await gateway.database.charge.updateMany({ where: { id }, data: { expiresAt: new Date(0) } });
    await sweep();
    expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({ status: 'expired' });
  });
});

describe('the webhooks of a restored sandbox', () => {
  const deliveries = async (query: object = {}): Promise<{ id: string; status: string }[]> =>
    (
      (await control(gateway).get(`/api/sandboxes/${sandbox.name}/deliveries`).query(query)).body as {
        data: { id: string; status: string }[];
      }
    ).data;

  beforeEach(async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const form = { webhook_uri: receiver.uri, webhook_retry_delays: '1h' };
    await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send(form).expect(200);
  });

  it('are held until released, and later ones are sent', async () => {
    const { id } = await sandbox.charge();
    const accountId = await sandbox.accountId();
    await until(
      async () =>
        (await gateway.database.webhookDelivery.count({
          where: { accountId, claimedUntil: null, attemptCount: 1 },
        })) === 1,
      'the attempt is not recorded',
    );
    await snapshots.save();
    receiver.answer((_, response) => void response.end());
    const { body } = await snapshots.restore();
    expect(body).toMatchObject({ held: 1 });
    const before = receiver.received.length;
    await gateway.database.webhookDelivery.updateMany({
      where: { status: 'held' },
      data: { nextAttemptAt: new Date(0) },
    });
    await sweep();
    const { id: later } = await sandbox.charge();
    await receiver.next(({ event }) => (event.data as { id: string }).id === later);
    expect(receiver.received.slice(before).map(({ event }) => (event.data as { id: string }).id)).toEqual([
      later,
    ]);
    const { body: release } = await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/release`);
    expect(release).toMatchObject({ delivered: 1, held: 0 });
    expect(receiver.received.at(-1)?.headers['tollgate-epoch']).toBe('2');
    expect((receiver.received.at(-1)?.event.data as { id: string }).id).toBe(id);
  });

  it('in progress are not recorded', async () => {
    let answer = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      receiver.answer((_, response) => {
        answer = () => void response.end();
        resolve();
      });
    });
    const finishes = [gateway, twin].map(({ tollgate }) =>
      jest.spyOn(tollgate.worker.get(DeliveryStore), 'finish'),
    );
    const finished = (): readonly unknown[] =>
      finishes.flatMap(({ mock }) => mock.results.map(({ value }) => value));
    await sandbox.charge();
    await isAsked;
    await snapshots.save();
    await snapshots.restore().expect(200);
    answer();
    await until(() => finished().length === 1, 'the attempt does not end');
    expect(await finished()[0]).toBeUndefined();
    const held = await deliveries({ status: 'held' });
    expect(held).toHaveLength(1);
    expect(
      await gateway.database.webhookAttempt.count({
        where: { deliveryId: { in: held.map(({ id }) => id) } },
      }),
    ).toBe(0);
  });
});

describe('the history of a restored sandbox', () => {
  interface Entry {
    readonly id: string;
    readonly kind: string;
    readonly object_id: string | null;
    readonly details: { readonly action?: string };
  }
  const timeline = async (query: object = {}): Promise<{ data: Entry[]; next: string; gap: boolean }> =>
    (
      await control(gateway)
        .get(`/api/sandboxes/${sandbox.name}/timeline`)
        .query({ limit: 100, ...query })
    ).body as { data: Entry[]; next: string; gap: boolean };

  it('has the old entries, later requests, and the restore', async () => {
    const { id } = await sandbox.charge();
    await snapshots.save();
    const before = await timeline({ kinds: 'event', wait: '60s' });
    const { id: undone } = await sandbox.charge();
    const logged = async (): Promise<Entry[]> => (await timeline({ kinds: 'request' })).data;
    await until(async () => (await logged()).length === 2, 'the requests are not logged');
    await snapshots.restore();
    expect((await timeline({ kinds: 'event', wait: '60s' })).data).toEqual(before.data);
    expect((await logged()).map(({ object_id: object }) => object)).toEqual([id, undone]);
    const acts = (await timeline({ kinds: 'act', wait: '60s', count: 2 })).data.map(
      ({ details, object_id: object }) => [details.action, object],
    );
    expect(acts).toEqual([
      ['save', 'before'],
      ['restore', 'before'],
    ]);
  });

  it('continues at an old cursor, which reports one gap', async () => {
    await sandbox.charge();
    await snapshots.save();
    const { next: cursor } = await timeline({ kinds: 'event,act', wait: '60s', count: 2 });
    await sandbox.charge();
    await snapshots.restore();
    const { id: later } = await sandbox.charge();
    const seen = await timeline({ kinds: 'event,act', after: cursor, wait: '60s', count: 2 });
    expect(seen.gap).toBe(true);
    expect(seen.data.map(({ object_id: object, details }) => details.action ?? object)).toEqual([
      'restore',
      later,
    ]);
    expect(await timeline({ kinds: 'event,act', after: seen.next })).toMatchObject({ gap: false, data: [] });
  });

  it('is not in its inboxes', async () => {
    const inbox = (): Promise<request.Response> =>
      control(gateway)
        .get(`/api/sandboxes/${sandbox.name}/inbox/shop`)
        .then((response) => response);
    const { body } = await control(gateway).put(`/api/sandboxes/${sandbox.name}/inbox/shop`);
    const { url } = body as { url: string };
    await request(url).post('').send({ any: 'thing' }).expect(200);
    expect((await inbox()).body).toMatchObject({ data: [{ body: '{"any":"thing"}' }] });
    await snapshots.save();
    await snapshots.restore();
    expect((await inbox()).body).toMatchObject({ data: [] });
    await request(url).post('').send({ any: 'thing' }).expect(200);
  });
});

describe('the snapshots of a sandbox', () => {
  it('include the default recipient, even before its first read', async () => {
    await snapshots.save('one').expect(200);
    const idsOf = async (): Promise<unknown> =>
      ((await sandbox.get('/recipients')).body as { data: { id: string }[] }).data.map(({ id }) => id);
    const ids = await idsOf();
    await snapshots.save('two').expect(200);
    expect((await snapshots.diff('one', 'two')).body).toMatchObject({ data: [] });
    await snapshots.restore('one').expect(200);
    expect(await idsOf()).toEqual(ids);
  });

  it('are compared without secrets in metadata', async () => {
    await snapshots.save('none').expect(200);
    const { id } = await sandbox.charge({ metadata: { order: 'A-1', password: 'hunter2' } });
    await snapshots.save('added').expect(200);
    await sandbox.patch(`/charges/${id}`, { metadata: { order: 'A-2', password: 'hunter3' } }).expect(200);
    await snapshots.save('changed').expect(200);
    const rowOf = async (before: string, after: string): Promise<object | undefined> => {
      const { body } = await snapshots.diff(before, after).expect(200);
      return (body as { data: { id: string }[] }).data.find((row) => row.id === id);
    };
    const [first, second] = ['A-1', 'A-2'].map((order) => ({ order, password: '[masked]' }));
    expect(await rowOf('none', 'added')).toMatchObject({ metadata: first });
    expect(await rowOf('added', 'changed')).toMatchObject({
      metadata: second,
      fields: { metadata: { from: first, to: second } },
    });
  });

  it('are listed, oldest first, and can be deleted', async () => {
    const names = ['one', 'two', 'three'];
    for (const name of names) await snapshots.save(name).expect(200);
    const { body } = await snapshots.list();
    const view = {
      object: 'snapshot',
      at: expect.stringMatching(/T.*Z$/),
      machine_at: expect.stringMatching(/T.*Z$/),
      frozen: false,
      // The default recipient of each mode.
      rows: 2,
    };
    expect(body).toEqual({ object: 'list', data: names.map((name) => ({ ...view, name })), next: null });
    const page = async (after?: string): Promise<{ data: { name: string }[]; next: string | null }> =>
      (await snapshots.list().query({ limit: 2, ...(after && { after }) })).body as {
        data: { name: string }[];
        next: string | null;
      };
    const first = await page();
    expect(first.data.map(({ name }) => name)).toEqual(['one', 'two']);
    expect((await page(first.next ?? '')).data.map(({ name }) => name)).toEqual(['three']);
    expect((await snapshots.remove('two').expect(200)).body).toEqual({
      object: 'snapshot',
      name: 'two',
      deleted: true,
    });
    expect((await page()).data.map(({ name }) => name)).toEqual(['one', 'three']);
    for (const call of [snapshots.remove('two'), snapshots.restore('two')])
      expect((await call).body).toMatchObject({ code: 'not_found', message: 'snapshot two was not found' });
    await snapshots.save('two').expect(200);
  });

  it('have unique names, and are at most twenty', async () => {
    const refused = async (name: unknown): Promise<string> => {
      const { status, body } = await snapshots.save(name as string);
      expect([status, (body as { code: string }).code]).toEqual([400, 'bad_request']);
      return (body as { message: string }).message;
    };
    await snapshots.save('taken').expect(200);
    expect(await refused('taken')).toMatch(/^a snapshot named taken exists/);
    for (const name of ['../up', '', 'ทดสอบ', 7, { a: 1 }, '4242424242424242', 'skey_test_60tollgate'])
      expect(await refused(name)).toMatch(/^name must (be|not contain)/);
    for (let number = 2; number <= 20; number += 1) await snapshots.save(`n-${number}`).expect(200);
    expect(await refused('one-more')).toMatch(/at most 20 snapshots/);
    await snapshots.remove('taken');
    await snapshots.save('one-more').expect(200);
  });

  it('are private', async () => {
    await snapshots.save();
    const other = snapshotsOf(await createSandbox(gateway));
    expect((await other.list()).body).toMatchObject({ data: [] });
    expect((await other.restore()).status).toBe(404);
    expect((await other.remove()).status).toBe(404);
  });

  it('are deleted with the sandbox, and a new one of its name has none', async () => {
    await fill(sandbox);
    await snapshots.save();
    const stored = async (): Promise<number> => {
      const counts = await Promise.all(
        [...SAVED_TABLES.map(({ name }) => `snapshot.${name}`), 'snapshot'].map(async (table) => {
          const [row] = await gateway.database.$queryRaw<
            { count: number }[]
          >`SELECT count(*)::int AS count FROM ${Prisma.raw(table)}
            WHERE ${Prisma.raw(table === 'snapshot' ? 'id' : 'snapshot_id')} = ${id}`;
          return row?.count ?? 0;
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    };
    const { id } = await gateway.database.snapshot.findFirstOrThrow({ where: { sandboxName: sandbox.name } });
    expect(await stored()).toBeGreaterThan(30);
    await sandbox.delete();
    await createSandbox(gateway, { name: sandbox.name });
    expect((await snapshots.list()).body).toMatchObject({ data: [] });
    await until(async () => (await sweep(), (await stored()) === 0), 'rows are left');
  });
});

describe('the tables of snapshots', () => {
  it('are those of sandboxes, except history, inboxes and exams', () => {
    const left = ['inbox', 'inbox_entry', 'exam'];
    expect([...SAVED_TABLES.map(({ name }) => name), ...HISTORY_TABLES, ...left].sort()).toEqual(
      [...OWNED_TABLES].sort(),
    );
  });

  it('have the same columns, except the account', async () => {
    const columnsIn = (schema: string): Promise<unknown[]> => gateway.database.$queryRaw`
      SELECT table_name, column_name, udt_name, datetime_precision, is_nullable FROM information_schema.columns
      WHERE table_schema = ${schema} AND table_name = ANY(${SAVED_TABLES.map(({ name }) => name)}::text[])
        AND column_name NOT IN ('account_id', 'snapshot_id') ORDER BY table_name, ordinal_position`;
    expect(await columnsIn('snapshot')).toEqual(await columnsIn('public'));
  });

  it('have a rule for each column of files', async () => {
    const columns = await gateway.database.$queryRaw<{ name: string; columns: string[] }[]>`
      SELECT table_name AS name, array_agg(column_name::text ORDER BY column_name) AS columns FROM information_schema.columns
      WHERE table_schema = 'snapshot' AND column_name NOT IN ('xid', 'snapshot_id') GROUP BY table_name`;
    const stored = Object.fromEntries(columns.map(({ name, columns: names }) => [name, names]));
    const known = Object.entries(ROW_RULES).map(([name, { columns: rules }]) => [
      name,
      Object.keys(rules).sort(),
    ]);
    expect(Object.fromEntries(known)).toEqual(stored);
  });
});
