import { Client } from 'pg';
import request from 'supertest';
import { hostPorts } from '../../../proof/rig/ports.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { createDatabase } from './test-database.js';
import { useReceiver, type ReceivedWebhook, type Receiver } from './receiver.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HEADER = 'X-Request-Id';
const of = (id: unknown, key: string) => (webhook: ReceivedWebhook) =>
  webhook.event.data.id === id && webhook.event.key === key;

/** Rejects the first webhooks, and accepts later ones. */
function rejectFirst(receiver: Receiver, count: number): void {
  let requests = 0;
  receiver.answer((_, response) => {
    requests += 1;
    response.writeHead(requests <= count ? 500 : 200).end();
  });
}

/** A process of its own for the log, started at once: it takes its time. */
let program: Program;
let programsDatabase: string;
let programsUrl: string;

beforeAll(async () => {
  programsDatabase = await createDatabase();
  const ports = await hostPorts();
  programsUrl = `http://127.0.0.1:${ports.API_PORT}`;
  const webhooks = { WEBHOOK_RETRY_DELAYS: '50ms,1h', WEBHOOK_TIMEOUT_MS: '120000' };
  program = startProgram({ ...ports, ...webhooks, DATABASE_URL: programsDatabase });
});

afterAll(async () => {
  program.child.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
});

describe('the request id', () => {
  const gateway = useOwnGateway({ WEBHOOK_RETRY_DELAYS: '50ms,50ms,1h', WEBHOOK_TIMEOUT_MS: '120000' });
  const receiver = useReceiver();
  let merchant: Merchant;

  beforeEach(async () => {
    merchant = await gateway.account({ webhookUri: receiver.uri });
  });

  const keptWith = async (objectId: string): Promise<(string | null)[]> => {
    const events = await gateway.database.event.findMany({
      where: { objectId, accountId: merchant.id },
      orderBy: { id: 'asc' },
    });
    return events.map((event) => event.requestId);
  };

  it('is the caller’s own, on every host, or a new UUID', async () => {
    const { baseUrl, vaultUrl, payUrl } = gateway.settings;
    for (const url of [baseUrl, vaultUrl, payUrl]) {
      for (const path of ['/healthz', '/nothing']) {
        expect((await request(url).get(path).set(HEADER, 'shop.order-1042')).headers['x-request-id']).toBe(
          'shop.order-1042',
        );
        expect((await request(url).get(path)).headers['x-request-id']).toMatch(UUID);
      }
    }
  });

  it.each([
    'skey_test_tollgate',
    '4539148803436467',
    '4539 1488 0343 6467',
    'x'.repeat(200),
    '{"level":60}',
    '<b>bold</b>',
  ])('is a new UUID if the caller sent %s', async (sent) => {
    const { headers } = await merchant.get('/account').set(HEADER, sent);
    expect(headers['x-request-id']).toMatch(UUID);
  });

  it('is stored with each event of the request, and sent on every attempt', async () => {
    rejectFirst(receiver, 2);
    const { body, headers } = await merchant
      .post('/charges', {
        amount: 2000,
        currency: 'MYR',
        'source[type]': 'boost',
        return_uri: 'https://shop.example/',
      })
      .set(HEADER, 'order-1042');
    expect(headers['x-request-id']).toBe('order-1042');
    const id = body.id as string;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await receiver.next(of(id, 'charge.create'))).headers['x-request-id']).toBe('order-1042');
    }
    const paid = await merchant.post(`/charges/${id}/mark_as_paid`);
    const { headers: sent } = await receiver.next(of(id, 'charge.complete'));
    expect(sent['x-request-id']).toBe(paid.headers['x-request-id']);
    expect(await keptWith(id)).toEqual(['order-1042', paid.headers['x-request-id']]);
  });

  it('is not mixed up between concurrent requests', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `caller-${index}`);
    const form = {
      amount: 2000,
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'https://shop.example/',
    };
    const answers = await Promise.all(ids.map((id) => merchant.post('/charges', form).set(HEADER, id)));
    expect(await Promise.all(answers.map(({ body }) => keptWith(body.id as string)))).toEqual(
      ids.map((id) => [id]),
    );
  });

  it('is the first request’s id for replays with its Idempotency-Key', async () => {
    const form = {
      amount: 2000,
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'https://shop.example/',
    };
    const call = (id: string) =>
      merchant.post('/charges', form).set({ [HEADER]: id, 'Idempotency-Key': 'one' });
    const [first, second] = [await call('first-call'), await call('second-call')];
    expect([first, second].map(({ headers }) => headers['x-request-id'] as unknown)).toEqual([
      'first-call',
      'second-call',
    ]);
    expect(second.body).toEqual(first.body);
    expect(await keptWith(first.body.id as string)).toEqual(['first-call']);
  });

  it('works for an upload', async () => {
    const { id } = await merchant.cardCharge();
    const { body } = await merchant.post(`/charges/${id}/disputes`, {
      amount: 100_000,
      reason_code: 'other',
    });
    const dispute = body.id as string;
    expect((await merchant.upload(`/disputes/${dispute}/documents`).set(HEADER, 'upload-1')).status).toBe(
      200,
    );
    expect((await keptWith(dispute)).at(-1)).toBe('upload-1');
  });

  it('is null for events caused by time', async () => {
    const { id } = await merchant.charge();
    await merchant.advance(30 * 24 * 3_600_000);
    const { headers } = await receiver.next(of(id, 'charge.complete'));
    expect(headers).not.toHaveProperty('x-request-id');
    expect((await keptWith(id)).at(-1)).toBeNull();
  });
});

describe('the log', () => {
  const receiver = useReceiver();

  beforeAll(() => program.ready());

  /** Complete lines of the output. */
  const lines = (): Record<string, unknown>[] =>
    program
      .output()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const about = (id: string): Record<string, unknown>[] => lines().filter((line) => line['requestId'] === id);
  const post = (path: string, form: object, id: string) =>
    request(programsUrl).post(path).auth('skey_test_tollgate', '').type('form').set(HEADER, id).send(form);
  const untilAbout = (id: string, count: number): Promise<void> =>
    until(
      () => about(id).length >= count,
      () => `the log has not ${count} lines about ${id}: ${program.output()}`,
    );

  it('connects a request to every attempt by its event', async () => {
    rejectFirst(receiver, 1);
    const form = {
      amount: 2000,
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'https://shop.example/',
    };
    const { body } = await post('/charges', { ...form, 'webhook_endpoints[]': receiver.uri }, 'order-7');
    const { event } = await receiver.next(of(body.id, 'charge.create'));
    await untilAbout('order-7', 3);
    const [first, ...attempts] = about('order-7').toSorted((a, b) =>
      a['msg'] === 'request' ? -1 : b['msg'] === 'request' ? 1 : 0,
    );
    expect(first).toMatchObject({
      msg: 'request',
      part: 'api',
      method: 'POST',
      route: '/charges',
      status: 200,
    });
    expect(attempts).toMatchObject([
      { msg: 'webhook attempt', event: event.id, attempt: 1, status: 500, verdict: 'pending' },
      { msg: 'webhook attempt', event: event.id, attempt: 2, status: 200, verdict: 'delivered' },
    ]);
    expect(attempts[0]?.['delivery']).toBe(attempts[1]?.['delivery']);
  });

  it('names the failed request', async () => {
    const client = new Client({ connectionString: programsDatabase });
    await client.connect();
    await client.query('ALTER TABLE event RENAME COLUMN body TO mislaid');
    const { status } = await request(programsUrl)
      .get('/events/evnt_test_1')
      .auth('skey_test_tollgate', '')
      .set(HEADER, 'doomed-1');
    await client.query('ALTER TABLE event RENAME COLUMN mislaid TO body');
    await client.end();
    expect(status).toBe(500);
    await untilAbout('doomed-1', 2);
    expect(about('doomed-1').map((line) => line['msg'])).toEqual(['request failed', 'request']);
  });

  it('has the sentence of a broken CHECK constraint, and no value of the row', async () => {
    const client = new Client({ connectionString: programsDatabase });
    await client.connect();
    await client.query(
      'ALTER TABLE customer ADD CONSTRAINT link_amount_above_zero CHECK (description IS NULL)',
    );
    const { status } = await request(programsUrl)
      .post('/customers')
      .auth('skey_test_tollgate', '')
      .set(HEADER, 'doomed-2')
      .send({ description: 'Somchai Prasert' });
    await client.query('ALTER TABLE customer DROP CONSTRAINT link_amount_above_zero');
    await client.end();
    expect(status).toBe(500);
    await untilAbout('doomed-2', 2);
    const [{ msg, err } = {}] = about('doomed-2');
    expect(msg).toBe('request failed');
    const { stack } = err as { stack: string };
    expect(stack).toContain('violates check constraint "link_amount_above_zero"');
    expect(stack).toContain("detail: 'amount must be above 0'");
    expect(stack).not.toContain('Somchai');
  });

  it('contains no part of an invalid id', async () => {
    const hostile = [
      '4539148803436467',
      'skey_live_5x2secret',
      'hostile"},{"level":60',
      'hostile'.repeat(40),
    ];
    for (const id of hostile) await post('/charges', {}, id);
    const { headers } = await post('/charges', {}, 'last-one');
    expect(headers['x-request-id']).toBe('last-one');
    await untilAbout('last-one', 1);
    expect(program.output()).not.toMatch(/4539148803436467|5x2secret|hostile/);
  });
});
