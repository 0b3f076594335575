import request from 'supertest';
import { useOwnGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { fill, FILLED_CHARGES, snapshotsOf } from './snapshots.js';

/** Two gateways on one database stand for two processes: they share nothing else. */
const gateway = useOwnGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));

/** Restores that readers see: there, back, and there again. */
const RESTORES = 3;
const LINK = { amount: 300_000, currency: 'THB', title: 'Order 1042', description: 'A pair of shoes' };
const SESSION = {
  amount: 300_000,
  currency: 'THB',
  payment_methods: ['promptpay', 'card'],
  redirect_urls: { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cart' },
};
const LINKED_ACCOUNT = { type: 'direct_debit_scb', return_uri: 'https://shop.example/return' };
const BOOST = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};

let sandbox: Sandbox;
let snapshots: ReturnType<typeof snapshotsOf>;
/** A charge that both states have, pending in one and paid in the other. */
let pending: string;
/** A link that may be paid again and again, and is in both states. */
let reusable: string;
/** Requests that take several statements, to several hosts. */
let reads: readonly (() => request.Test)[];

beforeAll(async () => {
  // Lists show the time of their request.
  sandbox = await createSandbox(gateway, {
    webhook_uri: 'http://127.0.0.1:9/hook',
    webhook_retry_delays: '30d',
    clock: { now: '2031-02-03T04:05:06Z', frozen: true },
  });
  snapshots = snapshotsOf(sandbox);
  const { pending: id, paid, customer } = await fill(sandbox);
  pending = id;
  const { authorize_uri: page } = (await sandbox.get(`/charges/${pending}`)).body as {
    authorize_uri: string;
  };
  const link = await made<{ payment_uri: string }>(sandbox.post('/links', LINK));
  reusable = (await made<{ payment_uri: string }>(sandbox.post('/links', { ...LINK, multiple: true })))
    .payment_uri;
  const session = await made<{ redirect_url: string }>(
    request(gateway.settings.payUrl).post('/api/sessions').auth(sandbox.secretKey, '').send(SESSION),
  );
  const registration = await made<{ id: string; registration_uri: string }>(
    sandbox.post('/linked_accounts', LINKED_ACCOUNT),
  );
  const own = `/api/sandboxes/${sandbox.name}`;
  reads = [
    ...[
      '/charges',
      `/charges/${paid}?expand=true`,
      '/search?scope=charge',
      '/balance',
      `/customers/${customer}/cards`,
    ].map((path) => () => sandbox.get(path)),
    ...['/charges', `/charges/${pending}`, '/events', `/charges/${paid}/refunds`].map(
      (path) => () => sandbox.get(path, twin),
    ),
    ...[`${own}/api/test/charges`, `${own}/deliveries`, `${own}/objects/charges`].map(
      (path) => () => control(gateway).get(path),
    ),
    () => control(twin).get(`${own}/money`),
    ...[page, link.payment_uri, session.redirect_url, registration.registration_uri].flatMap((uri) => [
      () => request(uri).get(''),
      () => request(atTwin(uri)).get(''),
    ]),
  ];
  await snapshots.save('pending').expect(200);
  for (const uri of [link.payment_uri, session.redirect_url])
    await request(uri).post('').send({ method: 'promptpay' }).expect(303);
  const { data } = await made<{ data: { id: string; link: string | null }[] }>(
    sandbox.get('/charges?order=reverse_chronological&limit=2'),
  );
  for (const { id } of data) await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
  reads = [
    ...reads,
    ...data.map(
      ({ id }) =>
        () =>
          request(link.payment_uri).get(`?charge=${id}`),
    ),
  ];
  await sandbox.post(`/linked_accounts/${registration.id}/mark_as_registered`).expect(200);
  await sandbox.post(`/charges/${pending}/mark_as_paid`).expect(200);
  await sandbox.post(`/charges/${paid}/refunds`, { amount: 2000 }).expect(200);
  for (let count = 0; count < 3; count += 1) await sandbox.post('/charges', BOOST).expect(200);
  await snapshots.save('paid').expect(200);
});

async function made<Body>(answer: request.Test): Promise<Body> {
  return (await answer.expect(200)).body as Body;
}

/** The same page in the other process. */
function atTwin(uri: string): string {
  return uri.replace(gateway.settings.payUrl, twin.settings.payUrl);
}

/** A reader's answer, without cursors, which count commits of other sandboxes too. */
async function answerTo(read: () => request.Test): Promise<string> {
  const { status, text } = await read();
  return `${status} ${text.replaceAll(/"(next|previous)":"[^"]*"/g, '')}`;
}

/** Restores both states in turn. Answers when `work` is over. */
async function whileRestored(
  restore: (name: string) => request.Test,
  work: (isOver: () => boolean) => Promise<void>,
): Promise<void> {
  let isOver = false;
  const working = work(() => isOver);
  try {
    for (let round = 0; round < RESTORES; round += 1)
      await restore(round % 2 === 0 ? 'pending' : 'paid').expect(200);
  } finally {
    isOver = true;
    await working;
  }
}

describe('a sandbox during a restore', () => {
  it.each<[string, () => Promise<(name: string) => request.Test>]>([
    ['from a snapshot', () => Promise.resolve((name) => snapshots.restore(name))],
    [
      'from a file',
      async () => {
        const files = new Map<string, string>();
        for (const name of ['pending', 'paid']) files.set(name, await snapshots.export({}, name));
        return (name) => snapshots.import(String(files.get(name)));
      },
    ],
  ])('%s shows each reader the old or the new state', async (_, restoreBy) => {
    const restore = await restoreBy();
    const states: Set<string>[] = reads.map(() => new Set());
    for (const name of ['paid', 'pending', 'paid']) {
      await restore(name).expect(200);
      for (const [index, read] of reads.entries()) states[index]?.add(await answerTo(read));
    }
    const others: string[] = [];
    await whileRestored(restore, async (isOver) => {
      const reading = reads.map(async (read, index) => {
        while (!isOver()) {
          const answer = await answerTo(read);
          if (!states[index]?.has(answer)) others.push(`${index}: ${answer.slice(0, 300)}`);
        }
      });
      await Promise.all(reading);
    });
    expect(others).toEqual([]);
  });

  it('is never empty if created again with a seed', async () => {
    const seed = await snapshots.export({}, 'pending');
    const again = { name: `again-${sandbox.name}`, seed, if_exists: 'reset' };
    const seeded = await createSandbox(gateway, again);
    const totals = new Set<number>();
    await whileRestored(
      () => control(gateway).post('/api/sandboxes').send(again),
      async (isOver) => {
        while (!isOver()) for (const at of [gateway, twin]) totals.add(await seeded.total('/charges', at));
      },
    );
    expect([...totals]).toEqual([FILLED_CHARGES]);
  });

  it('accepts writes to objects that both states have', async () => {
    const statuses = new Set<number>();
    await whileRestored(
      (name) => snapshots.restore(name),
      async (isOver) => {
        while (!isOver())
          for (const at of [gateway, twin])
            statuses.add(
              (
                await request(at.settings.baseUrl)
                  .patch(`/charges/${pending}`)
                  .auth(sandbox.secretKey, '')
                  .send({ description: 'seen' })
              ).status,
            );
      },
    );
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  });

  it('accepts page payments of links that both states have', async () => {
    const statuses = new Set<number>();
    await whileRestored(
      (name) => snapshots.restore(name),
      async (isOver) => {
        while (!isOver())
          for (const uri of [reusable, atTwin(reusable)])
            statuses.add((await request(uri).post('').send({ method: 'promptpay' })).status);
      },
    );
    expect([...statuses].filter((status) => ![303, 503].includes(status))).toEqual([]);
  });
});
