import request from 'supertest';
import { withPrefix, type IdentifiedObject } from '#kernel/ids.js';
import { IdSeed } from '#kernel/seeded-ids.js';
import { SECOND_MS } from '#kernel/time.js';
import { advance } from './clock.js';
import { useOwnGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { fill, linesOf, shown, snapshotsOf, type Line } from './snapshots.js';

/** Two gateways on one database stand for two processes: they share nothing else. */
const gateway = useOwnGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));

const CLOCK = { now: '2031-02-03T04:05:06Z', frozen: true };
let seeds = 0;
let seed: string;
let sandbox: Sandbox;

const create = (form: object = {}): Promise<Sandbox> =>
  createSandbox(gateway, { id_seed: seed, clock: CLOCK, ...form });
const change = (form: object, of = sandbox): request.Test =>
  control(gateway).patch(`/api/sandboxes/${of.name}`).send(form);

beforeEach(async () => {
  seeds += 1;
  seed = `checkout tests ${seeds}`;
  sandbox = await create();
});

/** The first ids that the seed makes. */
function firstIds(count: number, object: IdentifiedObject = 'charge', livemode = false): string[] {
  const ids = new IdSeed(seed);
  return Array.from({ length: count }, (_, index) =>
    withPrefix(object, livemode, ids.suffix(object, livemode, index + 1)),
  );
}

/** The ids of new charges, made one after the other. */
async function charged(count: number, at = gateway, of = sandbox): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await of.charge({}, at)).id);
  return ids;
}

/** Something of everything and a month, as callers see it, and its file. */
async function story(of: Sandbox, snapshot: string): Promise<{ lists: unknown[]; rows: Line[] }> {
  await fill(of);
  await advance(of, { by: '31d' });
  const lists = await shown(of);
  await snapshotsOf(of).save(snapshot).expect(200);
  const lines = linesOf(await snapshotsOf(of).export({}, snapshot));
  return { lists, rows: lines.slice(0, -1).map(withoutChance) };
}

/** A row without what differs by nature: the ids of requests and of moves of the clock, and the machine's time. */
function withoutChance(row: Line): Line {
  const { trigger_id: _, request_id: __, ...rest } = row;
  return row['table'] === 'clock_move' ? { table: row['table'] } : rest;
}

describe('a sandbox with an id_seed', () => {
  it('gives the same ids, lists and files for the same calls after a reset', async () => {
    const { name } = sandbox;
    const first = await story(sandbox, 'first');
    const second = await story(await create({ name, if_exists: 'reset' }), 'second');
    expect(second.lists).toEqual(first.lists);
    expect(second.rows).toEqual(first.rows);
    expect(new Set(first.rows.map(({ table }) => table)).size).toBeGreaterThan(15);
  });

  it('shows it, and makes the first ids of the seed in each mode', async () => {
    expect(sandbox.body).toMatchObject({ id_seed: seed });
    expect(await charged(3)).toEqual(firstIds(3));
    const live = await request(gateway.settings.baseUrl)
      .post('/customers')
      .auth(sandbox.body.live.secret_key, '')
      .expect(200);
    expect(live.body).toMatchObject({ id: firstIds(1, 'customer', true)[0] });
  });

  it('uses no number for a rejected call', async () => {
    await sandbox.post('/charges', { amount: 1, currency: 'THB', source: { type: 'boost' } }).expect(400);
    expect(await charged(1)).toEqual(firstIds(1));
  });

  it('begins again after a reset, although the worker has not removed the rows yet', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(await charged(3)).toEqual(firstIds(3));
      await sandbox.reset();
      expect(await sandbox.total('/charges')).toBe(0);
    }
  });

  it('begins again in a new sandbox after its deletion', async () => {
    await charged(2);
    await sandbox.delete();
    sandbox = await create();
    expect(await charged(2)).toEqual(firstIds(2));
  });

  it('goes on in another process', async () => {
    const ids = [...(await charged(2)), ...(await charged(2, twin)), ...(await charged(1))];
    expect(ids).toEqual(firstIds(5));
  });

  it('gives each object an id of its own when two processes make them at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => sandbox.charge({}, index % 2 === 0 ? gateway : twin)),
    );
    expect(made.map(({ id }) => id).toSorted()).toEqual(firstIds(40));
    expect(await gateway.database.event.count({ where: { accountId: await sandbox.accountId() } })).toBe(40);
  });

  it('gives an idempotent request the next id, and its repetition the same', async () => {
    const form = { amount: 2000, currency: 'THB', source: { type: 'promptpay' } };
    const post = (): request.Test => sandbox.post('/charges', form).set('Idempotency-Key', 'order-1');
    const ids = [(await post()).body as { id: string }, (await post()).body as { id: string }];
    expect(ids.map(({ id }) => id)).toEqual([firstIds(1)[0], firstIds(1)[0]]);
    expect(await charged(1)).toEqual(firstIds(2).slice(1));
  });

  it('goes on after the ids of a restored snapshot', async () => {
    await charged(2);
    await snapshotsOf(sandbox).save().expect(200);
    for (let round = 0; round < 2; round += 1) {
      expect(await charged(2)).toEqual(firstIds(4).slice(2));
      await snapshotsOf(sandbox).restore().expect(200);
    }
  });

  it('imports a file under the same new ids each time', async () => {
    const origin = await createSandbox(gateway, { clock: CLOCK });
    await fill(origin);
    await snapshotsOf(origin).save().expect(200);
    const file = await snapshotsOf(origin).export();
    const lists: unknown[][] = [];
    for (let round = 0; round < 2; round += 1) {
      sandbox = await create({ name: sandbox.name, if_exists: 'reset', seed: file });
      expect(await charged(2)).toEqual(firstIds(2));
      lists.push(await shown(sandbox));
    }
    expect(lists[1]).toEqual(lists[0]);
    expect(await sandbox.total('/charges')).toBe((await origin.total('/charges')) + 2);
  });

  it('records in every epoch that a customer opens the page of a charge', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { authorize_uri: page } = await sandbox.charge();
      await request(page).get('').expect(200);
      const { body } = await control(gateway)
        .get(`/api/sandboxes/${sandbox.name}/timeline`)
        .query({ kinds: 'page', wait: '10s' });
      expect(body).toMatchObject({ data: [{ kind: 'page', object_id: firstIds(1)[0] }] });
      await sandbox.reset();
    }
  });

  it('shows the machine’s time of its events, and of their restore', async () => {
    const eventTimes = async (): Promise<number[]> => {
      const times: number[] = [];
      for (const list of ['events', 'timeline?kinds=event']) {
        const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/${list}`).expect(200);
        for (const { machine_at: at } of (body as { data: { machine_at: string }[] }).data)
          times.push(Date.parse(at));
      }
      return times;
    };
    const began = Date.now() - SECOND_MS;
    await charged(1);
    await snapshotsOf(sandbox).save().expect(200);
    const made = await eventTimes();
    await snapshotsOf(sandbox).restore().expect(200);
    const times = [...made, ...(await eventTimes())];
    expect(times.length).toBe(4);
    expect(times.filter((time) => time < began)).toEqual([]);
  });
});

describe('an id_seed', () => {
  it('belongs to one sandbox', async () => {
    const refusal = {
      code: 'bad_request',
      message: `id_seed ${seed} makes the IDs of the sandbox ${sandbox.name}; send another one, delete that sandbox, or start a Tollgate for each test run`,
    };
    const made = await control(gateway).post('/api/sandboxes').send({ id_seed: seed });
    expect([made.status, made.body]).toEqual([400, expect.objectContaining(refusal)]);
    const other = await createSandbox(gateway);
    expect((await change({ id_seed: seed }, other).expect(400)).body).toMatchObject(refusal);
    expect(await create({ name: sandbox.name, if_exists: 'reuse' })).toMatchObject({ name: sandbox.name });
  });

  it('is changed only while the sandbox is empty', async () => {
    const other = await createSandbox(gateway);
    await other.charge();
    const { body } = await change({ id_seed: `${seed} more` }, other).expect(400);
    expect(body).toMatchObject({
      message: `the sandbox ${other.name} has objects; reset it before you change its id_seed, or send if_exists=reset`,
    });
    await other.reset();
    seed = `${seed} more`;
    expect((await change({ id_seed: seed }, other).expect(200)).body).toMatchObject({ id_seed: seed });
    expect(await charged(2, gateway, other)).toEqual(firstIds(2));
    expect((await change({ id_seed: seed, country: 'TH' }, other).expect(200)).body).toMatchObject({
      id_seed: seed,
    });
  });

  it('can be removed', async () => {
    expect((await change({ id_seed: '' }).expect(200)).body).toMatchObject({ id_seed: null });
    expect(await charged(1)).not.toEqual(firstIds(1));
    expect((await createSandbox(gateway)).body).toMatchObject({ id_seed: null });
  });

  it.each([['two\nlines'], ['x'.repeat(101)], [7]])('must be a short text: %j', async (given) => {
    expect((await change({ id_seed: given }).expect(400)).body).toMatchObject({
      message: 'id_seed must be a text of at most 100 characters in one line',
    });
  });
});
