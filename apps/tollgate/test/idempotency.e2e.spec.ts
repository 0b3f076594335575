import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { statementsDuring } from '../../../proof/rig/statements.js';
import { rowsOfAccount } from './account-rows.js';
import { useOwnGateway } from './harness.js';
import { GOOD_CARD, type Merchant } from './merchant.js';
import { useReceiver } from './receiver.js';
import { earningSide, prepare, ROUTE_REQUESTS } from './route-requests.js';

const HOUR_MS = 60 * 60 * 1_000;
const OTHER_REQUEST = 'Idempotency-Key was already used for another request; use a new key for each request';

const BOOST = {
  amount: 2000,
  currency: 'MYR',
  'source[type]': 'boost',
  return_uri: 'https://shop.example/return',
};

const gateway = useOwnGateway();
const receiver = useReceiver();
let merchant: Merchant;

beforeEach(async () => {
  merchant = await gateway.account();
});

const workDone = (): Promise<Record<string, string[]>> => rowsOfAccount(gateway, merchant.id);

/** The path of a dispute that is open. */
async function disputed(): Promise<string> {
  const { body } = await merchant.post(`/charges/${(await merchant.cardCharge()).id}/disputes`);
  return `/disputes/${body.id}`;
}

const kept = (): Promise<number> =>
  gateway.database.idempotencyKey.count({ where: { accountId: merchant.id } });
const replayed = ({ headers }: request.Response): unknown => headers['idempotent-replayed'];

const WRITES = ROUTE_REQUESTS.filter(
  ({ host, route, keys }) => host !== 'pay' && /^(POST|PATCH) /.test(route) && keys.length > 0,
);

describe.each(WRITES)('$route with an Idempotency-Key', (row) => {
  it('does its work once, in one transaction, and repeats its response byte for byte', async () => {
    const side = await earningSide(gateway, merchant.keys);
    await prepare(side, row);
    const send = async (): Promise<{ answer: Response; text: string }> => {
      const asked = side.requestOf(row.exchange);
      asked.headers.set('Idempotency-Key', 'a');
      const answer = await fetch(asked);
      return { answer, text: await answer.text() };
    };
    const before = await workDone();
    let first = {} as Awaited<ReturnType<typeof send>>;
    const sent = await statementsDuring(async () => {
      first = await send();
    });
    // Sweeps of the worker have transactions too, on other connections.
    const own = sent
      .filter(({ text }) => text.includes('idempotency_key'))
      .map(({ connection }) => connection);
    const begun = sent.filter(({ text, connection }) => text === 'BEGIN' && own.includes(connection));
    expect(begun).toHaveLength(1);
    const { answer, text } = first;
    expect([answer.status, text, answer.headers.get('idempotent-replayed')]).toEqual([200, text, null]);
    const body = JSON.parse(text) as { object: string; id: string; location: string };
    const after = await workDone();
    if (body.object !== 'account') expect(after).not.toEqual(before);
    const second = await send();
    expect([second.answer.status, second.text]).toEqual([200, text]);
    expect(second.answer.headers.get('idempotent-replayed')).toBe('true');
    for (const header of ['omise-version', 'content-type', 'cache-control'])
      expect(second.answer.headers.get(header)).toBe(answer.headers.get(header));
    expect(await workDone()).toEqual(after);
    // The response matches the stored object.
    const { location } = body;
    const found = await request(
      location.startsWith('http') ? location : `${gateway.settings.baseUrl}${location}`,
    )
      .get('')
      .auth(merchant.key(location.startsWith('http') ? 'public' : 'secret'), '');
    expect([found.status, found.body.id]).toEqual([200, body.id]);
  });
});

describe('an idempotency key', () => {
  it('belongs to one request: another body, path or query is rejected', async () => {
    const id = (await merchant.charge()).id;
    const send = (call: request.Test): request.Test => call.set('Idempotency-Key', 'a');
    await send(merchant.patch(`/charges/${id}`, { description: 'first' }));
    const done = await workDone();
    const others = [
      merchant.patch(`/charges/${id}`, { description: 'second' }),
      merchant.patch(`/charges/${id}`),
      merchant.patch(`/charges/${(await merchant.charge()).id}`, { description: 'first' }),
      merchant.post(`/charges/${id}/expire`, { description: 'first' }),
      merchant.patch(`/charges/${id}?expand=true`, { description: 'first' }),
    ];
    for (const other of others) {
      const { status, body } = await send(other);
      expect({ status, body: body as unknown }).toMatchObject({
        status: 400,
        body: { code: 'bad_request', message: OTHER_REQUEST },
      });
    }
    expect((await workDone())['event']).toHaveLength((done['event']?.length ?? 0) + 1);
    expect(replayed(await send(merchant.patch(`/charges/${id}`, { description: 'first' })))).toBe('true');
  });

  it('matches the same parameters in another order', async () => {
    const first = await merchant.post('/charges', BOOST).set('Idempotency-Key', 'a');
    const reversed = Object.fromEntries(Object.entries(BOOST).reverse());
    const second = await merchant.post('/charges', reversed).set('Idempotency-Key', 'a');
    expect([second.text, replayed(second)]).toEqual([first.text, 'true']);
  });

  it('matches the same path in another spelling, but not another id', async () => {
    const [first, second] = [(await merchant.charge()).id, (await merchant.charge()).id];
    const send = (path: string): request.Test => merchant.post(path).set('Idempotency-Key', 'a');
    const { text } = await send(`/charges/${first}/expire`);
    for (const path of [
      `/charges/${first}/expire/`,
      `/Charges/${first}/EXPIRE`,
      `/charges/${first.replace('_', '%5F')}/expire`,
    ]) {
      const again = await send(path);
      expect([again.text, replayed(again)]).toEqual([text, 'true']);
    }
    for (const id of [second, first.toUpperCase()])
      expect((await send(`/charges/${id}/expire`)).body.message).toBe(OTHER_REQUEST);
  });

  it('is separate for the other mode, another account, and the other kind of key', async () => {
    const stranger = await gateway.account();
    const form = { type: 'boost', amount: 2000, currency: 'MYR' };
    const withPublicKey = request(gateway.settings.baseUrl)
      .post('/sources')
      .auth(merchant.key('public'), '')
      .type('form')
      .send(form);
    const calls = [
      merchant.post('/sources', form),
      merchant.post('/sources', form, 'live'),
      stranger.post('/sources', form),
      withPublicKey,
    ];
    const ids = new Set<string>();
    for (const call of calls) {
      const answer = await call.set('Idempotency-Key', 'a');
      expect([answer.status, replayed(answer)]).toEqual([200, undefined]);
      ids.add(answer.body.id as string);
    }
    expect(ids.size).toBe(calls.length);
  });

  it.each(['', 'x'.repeat(256), 'pr\u00fcfung'])('%j is rejected, and nothing is done', async (key) => {
    const { status, body } = await merchant.post('/charges', BOOST).set('Idempotency-Key', key);
    const message = 'Idempotency-Key must be 1 to 255 printable ASCII characters';
    expect({ status, body: body as unknown }).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message },
    });
    expect((await workDone())['charge']).toEqual([]);
  });

  it('is ignored by GET and DELETE, and a request without one stores no record', async () => {
    const { id } = await merchant.customer();
    await merchant.get(`/customers/${id}`).set('Idempotency-Key', '');
    expect((await merchant.delete(`/customers/${id}`).set('Idempotency-Key', 'a')).status).toBe(200);
    expect((await merchant.delete(`/customers/${id}`).set('Idempotency-Key', 'a')).status).toBe(404);
    expect(await kept()).toBe(0);
  });

  it('expires after 24 hours of the account’s clock, and its record is deleted', async () => {
    const send = (): request.Test => merchant.post('/charges', BOOST).set('Idempotency-Key', 'a');
    const first = await send();
    await merchant.advance(23 * HOUR_MS);
    expect((await send()).text).toBe(first.text);
    expect(await kept()).toBe(1);
    await merchant.advance(HOUR_MS);
    expect(await kept()).toBe(0);
    const again = await send();
    expect([again.status, replayed(again)]).toEqual([200, undefined]);
    expect(again.body.id).not.toBe(first.body.id);
  });

  it('expires even if its record still exists', async () => {
    const send = (): request.Test => merchant.post('/charges', BOOST).set('Idempotency-Key', 'a');
    const first = await send();
    await gateway.database.$executeRaw`
      CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`;
    await gateway.database
      .$executeRaw`CREATE TRIGGER keep BEFORE DELETE ON idempotency_key FOR EACH ROW EXECUTE FUNCTION keep()`;
    await merchant.advance(24 * HOUR_MS);
    expect(await kept()).toBe(1);
    const again = await send();
    expect([again.status, replayed(again), again.body.id === first.body.id]).toEqual([200, undefined, false]);
    expect((await send()).text).toBe(again.text);
    await gateway.database.$executeRaw`DROP TRIGGER keep ON idempotency_key`;
  });

  it('is stored only as a hash, like its request', async () => {
    const number = GOOD_CARD.number;
    const made = await merchant.postToken().set('Idempotency-Key', number);
    expect(made.status).toBe(200);
    expect((await merchant.postToken().set('Idempotency-Key', number)).text).toBe(made.text);
    expect(
      (await merchant.postToken({ security_code: '321' }).set('Idempotency-Key', number)).body.message,
    ).toBe(OTHER_REQUEST);
    const refused = await merchant
      .post('/charges', { amount: 2000, currency: 'THB', card: number })
      .set('Idempotency-Key', `${number}-2`);
    expect(refused.body.message).toBe('token [card number] was not found');
    const records = JSON.stringify(
      await gateway.database.idempotencyKey.findMany({ where: { accountId: merchant.id } }),
    );
    expect(records).toContain(made.body.id);
    expect(records).toContain('[card number]');
    expect(records).not.toContain(number);
    expect(records).not.toContain(GOOD_CARD.number.slice(6));
  });
});

describe('the error of a request with a key', () => {
  it('is repeated, even if the request would succeed now', async () => {
    const { id } = await merchant.charge({ capture: false });
    const capture = (key: string): request.Test =>
      merchant.post(`/charges/${id}/capture`).set('Idempotency-Key', key);
    const refused = await capture('a');
    expect([refused.status, refused.body.code]).toEqual([400, 'failed_capture']);
    await merchant.post(`/charges/${id}/mark_as_paid`);
    const again = await capture('a');
    expect([again.status, again.text, replayed(again), again.headers['omise-version']]).toEqual([
      400,
      refused.text,
      'true',
      undefined,
    ]);
    expect((await capture('b')).status).toBe(200);
  });

  it('is repeated for an invalid parameter, and for a 404', async () => {
    for (const [path, form, status] of [
      ['/charges', { amount: 'much', currency: 'THB', 'source[type]': 'promptpay' }, 400],
      ['/charges/chrg_test_none/expire', {}, 404],
    ] as const) {
      const first = await merchant.post(path, form).set('Idempotency-Key', path);
      const second = await merchant.post(path, form).set('Idempotency-Key', path);
      expect([first.status, second.status, second.text, replayed(second)]).toEqual([
        status,
        status,
        first.text,
        'true',
      ]);
    }
  });

  it('is not stored if it came before the work: invalid API key, path, version or body', async () => {
    const send = (call: request.Test): request.Test => call.set('Idempotency-Key', 'a');
    expect((await send(merchant.post('/charges', BOOST).auth('skey_test_unknown', ''))).status).toBe(401);
    expect((await send(merchant.post('/charge', BOOST))).status).toBe(404);
    expect((await send(merchant.post('/charges', BOOST).set('Omise-Version', '1999-01-01'))).status).toBe(
      404,
    );
    expect((await send(merchant.post('/charges').type('json').send('{'))).status).toBe(400);
    expect(await kept()).toBe(0);
    expect((await send(merchant.post('/charges', BOOST))).status).toBe(200);
  });
});

describe('the error of a request with a key in an older version', () => {
  it('is not stored if the parameter is unknown in that version', async () => {
    const boost = {
      amount: 2000,
      currency: 'MYR',
      source: { type: 'boost' },
      return_uri: 'https://shop.example/',
    };
    const send = (version: string): request.Test =>
      merchant.post('/charges', boost).set('Idempotency-Key', 'older-first').set('Omise-Version', version);
    expect((await send('2015-11-17')).body).toMatchObject({ code: 'service_not_found' });
    expect((await send('2017-11-02')).body).toMatchObject({ object: 'charge', status: 'pending' });
  });
});

describe('a file with a key', () => {
  it('makes a different request by its content and its name', async () => {
    const dispute = await disputed();
    const upload = (content = '%PDF-1.4 first', name = 'scan.pdf'): request.Test =>
      merchant.upload(`${dispute}/documents`, Buffer.from(content), name).set('Idempotency-Key', 'a');
    const first = await upload();
    expect((await upload()).text).toBe(first.text);
    for (const other of [upload('%PDF-1.4 other'), upload(undefined, 'skan.pdf')]) {
      expect((await other).body.message).toBe(OTHER_REQUEST);
    }
    expect((await merchant.get(`${dispute}/documents`)).body.total).toBe(1);
  });

  it('that is missing is rejected repeatedly, even without a multipart body', async () => {
    const dispute = await disputed();
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await merchant.post(`${dispute}/documents`).set('Idempotency-Key', 'a');
      expect([status, body.code]).toEqual([400, 'missing_file']);
    }
  });
});

describe('a failure of the database', () => {
  it('is forgotten with all work, so that the same key can retry', async () => {
    const send = (): request.Test => merchant.post('/charges', BOOST).set('Idempotency-Key', 'a');
    await gateway.database.$executeRaw`ALTER TABLE idempotency_key RENAME COLUMN status TO mislaid`;
    const unheard = await send();
    await gateway.database.$executeRaw`ALTER TABLE idempotency_key RENAME COLUMN mislaid TO status`;
    expect(unheard.status).toBeGreaterThanOrEqual(500);
    await gateway.database
      .$executeRaw`ALTER TABLE idempotency_key ADD CONSTRAINT no_answer CHECK (status = 0) NOT VALID`;
    const unanswered = await send();
    await gateway.database.$executeRaw`ALTER TABLE idempotency_key DROP CONSTRAINT no_answer`;
    expect(unanswered.status).toBe(500);
    expect([(await workDone())['charge'], await kept()]).toEqual([[], 0]);
    expect((await send()).status).toBe(200);
  });
});

describe('work with a key', () => {
  it('is delivered to receivers once', async () => {
    const key = randomUUID();
    const form = { ...BOOST, 'webhook_endpoints[]': receiver.uri };
    const made = await merchant.post('/charges', form).set('Idempotency-Key', key);
    expect((await receiver.next('charge.create')).event.data.id).toBe(made.body.id);
    await merchant.post('/charges', form).set('Idempotency-Key', key);
    await merchant.post(`/charges/${made.body.id}/expire`);
    await receiver.next('charge.complete');
    // An attempt that is not answered in time is made again.
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(2);
  });

  it('on the account is visible to others at once', async () => {
    await merchant.get('/account');
    const { body } = await merchant.patch('/account', { three_d_secure: true }).set('Idempotency-Key', 'a');
    expect(body.three_d_secure).toBe(true);
    expect((await merchant.get('/account')).body).toEqual(body);
  });
});
