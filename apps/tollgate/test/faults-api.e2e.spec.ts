import { askForFault, failureOf, faultsOf, firingsOf, setFault } from './faults.js';
import { useGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const SOURCE = 'src_test_60aaaaaaaaaaaaaaaa1';
const CARD = 'card_test_60aaaaaaaaaaaaaaaa1';
const LINKED_ACCOUNT = 'lnac_test_60aaaaaaaaaaaaaaaa1';
const gateway = useGateway();
const CHARGE = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};
const ON_CHARGES = { on: 'api', match: { route: 'POST /charges' } };

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox(gateway);
});

const statusesOf = async (calls: number, form: object = CHARGE): Promise<number[]> => {
  const statuses = [];
  for (let call = 0; call < calls; call += 1) statuses.push((await sandbox.post('/charges', form)).status);
  return statuses;
};

describe('a fault on answers', () => {
  it('fails two requests, then none', async () => {
    await setFault(sandbox, { ...ON_CHARGES, name: 'twice-503', times: 2, do: { status: 503 } });
    const { status, body, headers } = await sandbox.post('/charges', CHARGE);
    expect([status, headers['tollgate-fault']]).toEqual([503, 'twice-503']);
    expect(body).toEqual({
      object: 'error',
      location: 'https://www.omise.co/api-errors#service-unavailable',
      code: 'service_unavailable',
      message: 'the service is not ready; retry shortly',
    });
    expect(await statusesOf(2)).toEqual([503, 200]);
    expect(await sandbox.total('/charges')).toBe(1);
    expect(await faultsOf(sandbox)).toMatchObject({ data: [{ status: 'exhausted', matched: 2, fired: 2 }] });
  });

  it('answers with any code and status, as documented', async () => {
    await setFault(sandbox, { ...ON_CHARGES, do: { status: 400, code: 'bank_on_fire' } });
    await setFault(sandbox, { ...ON_CHARGES, do: { status: 418, code: 'teapot' } });
    const answers = [await sandbox.post('/charges'), await sandbox.post('/charges')];
    expect(answers.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
      [400, 'bank_on_fire'],
      [418, 'teapot'],
    ]);
  });

  it('answers with the given code and message', async () => {
    await setFault(sandbox, {
      ...ON_CHARGES,
      do: { status: 500, code: 'internal_error', message: 'the bank is on fire' },
    });
    const { status, body } = await sandbox.post('/charges', CHARGE);
    expect([status, (body as { code: string }).code, (body as { message: string }).message]).toEqual([
      500,
      'internal_error',
      'the bank is on fire',
    ]);
  });

  it('with when=before executes nothing, and stores no Idempotency-Key', async () => {
    await setFault(sandbox, { ...ON_CHARGES, do: { disconnect: true } });
    expect(await failureOf(sandbox.post('/charges', CHARGE).set('Idempotency-Key', 'one'))).toBe(
      'ECONNRESET',
    );
    expect(await sandbox.total('/charges')).toBe(0);
    const again = await sandbox.post('/charges', CHARGE).set('Idempotency-Key', 'one').expect(200);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
  });

  it.each([{ disconnect: true }, { status: 500 }])(
    'with when=after loses the response but not the work: %j',
    async (effect) => {
      await setFault(sandbox, { ...ON_CHARGES, when: 'after', do: effect });
      const lost = await failureOf(sandbox.post('/charges', CHARGE).set('Idempotency-Key', 'one'));
      expect(['ECONNRESET', 'answered 500']).toContain(lost);
      expect(await sandbox.total('/charges')).toBe(1);
      const { headers } = await sandbox.post('/charges', CHARGE).set('Idempotency-Key', 'one').expect(200);
      expect(headers['idempotent-replayed']).toBe('true');
      expect(await sandbox.total('/charges')).toBe(1);
      expect(await sandbox.total('/events')).toBe(1);
    },
  );

  it('with when=after is not used by a rejected request', async () => {
    await setFault(sandbox, { ...ON_CHARGES, when: 'after', do: { status: 500 } });
    expect(await statusesOf(1, { ...CHARGE, amount: 1 })).toEqual([400]);
    expect(await statusesOf(2)).toEqual([500, 200]);
  });

  it('counts concurrent requests exactly', async () => {
    await setFault(sandbox, { ...ON_CHARGES, times: 5, skip: 3, do: { status: 503 } });
    const answers = await Promise.all(Array.from({ length: 64 }, () => sandbox.post('/charges', CHARGE)));
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(5);
    expect(await sandbox.total('/charges')).toBe(59);
    expect(await firingsOf(sandbox, 5)).toHaveLength(5);
  });

  it('hits the same requests with the same seed', async () => {
    const seeded = { ...ON_CHARGES, times: 'always', probability: 0.5, do: { status: 503 } };
    await setFault(sandbox, { ...seeded, name: 'first', seed: 'one' });
    const first = await statusesOf(12);
    await control(gateway).delete(`/api/sandboxes/${sandbox.name}/faults`).expect(200);
    await setFault(sandbox, { ...seeded, name: 'second', seed: 'one' });
    expect(await statusesOf(12)).toEqual(first);
    await control(gateway).delete(`/api/sandboxes/${sandbox.name}/faults/second`).expect(200);
    await setFault(sandbox, { ...seeded, seed: 'two' });
    expect(await statusesOf(12)).not.toEqual(first);
    expect(first).toEqual(expect.arrayContaining([200, 503]));
  });

  it('never fires with probability 0, and the list says so', async () => {
    await setFault(sandbox, {
      ...ON_CHARGES,
      name: 'never',
      probability: 0,
      times: 'always',
      must_fire: true,
      do: { status: 503 },
    });
    expect(await statusesOf(3)).toEqual([200, 200, 200]);
    expect(await faultsOf(sandbox)).toMatchObject({
      unfired: ['never'],
      data: [{ matched: 3, fired: 0, must_fire: true }],
    });
  });

  it('delays a response after the work', async () => {
    await setFault(sandbox, { ...ON_CHARGES, do: { delay: '150ms' } });
    const began = performance.now();
    const { headers } = await sandbox.post('/charges', CHARGE).expect(200);
    expect(headers['tollgate-fault']).toMatch(/^fault-/);
    expect(performance.now() - began).toBeGreaterThanOrEqual(149);
  });

  it('limits the rate, with Retry-After', async () => {
    await setFault(sandbox, {
      on: 'api',
      match: { method: 'GET' },
      do: { rate_limit: { limit: 2, per: '1d' } },
    });
    const answers = [];
    for (let call = 0; call < 4; call += 1) answers.push(await sandbox.get('/account'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    expect(answers[3]?.body).toMatchObject({ object: 'error', code: 'too_many_requests' });
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('ends after its time', async () => {
    await setFault(sandbox, { ...ON_CHARGES, times: 'always', ttl: '1ms', do: { status: 503 } });
    expect(await statusesOf(1)).toEqual([200]);
    expect(await faultsOf(sandbox)).toMatchObject({ data: [{ status: 'expired', fired: 0 }] });
  });

  it('is shown on the timeline and in the request log', async () => {
    await setFault(sandbox, { ...ON_CHARGES, name: 'told', do: { status: 503 } });
    const { headers } = await sandbox.post('/charges', CHARGE).expect(503);
    const [fired] = await firingsOf(sandbox, 1);
    expect(fired).toMatchObject({ fault: 'told', do: { status: 503 }, request_id: headers['x-request-id'] });
    const log = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/requests`)
      .query({ path: '/charges', wait: '60s' });
    const parameters = { amount: 2000, source: { type: 'boost' } };
    expect((log.body as { data: object[] }).data).toMatchObject([{ status: 503, fault: 'told', parameters }]);
  });

  it('is deleted by a reset', async () => {
    await setFault(sandbox, { ...ON_CHARGES, times: 'always', do: { status: 503 } });
    await sandbox.reset();
    expect(await statusesOf(1)).toEqual([200]);
    expect(await faultsOf(sandbox)).toMatchObject({ data: [] });
  });

  it('does not hit another sandbox', async () => {
    await setFault(await createSandbox(gateway), { on: 'api', times: 'always', do: { status: 503 } });
    expect(await statusesOf(1)).toEqual([200]);
  });
});

describe('the match of a fault', () => {
  it.each<[string, object, object]>([
    ['metadata', { metadata: { order: '1042' } }, { metadata: { order: 1042, shop: 'Bangkok' } }],
    ['an amount', { amount: 5000 }, { amount: 5000 }],
    ['a type of source', { source_type: 'touch_n_go' }, { source: { type: 'touch_n_go' } }],
    ['a kind of key', { key: 'secret', amount: 5000 }, { amount: 5000 }],
  ])('with %s hits matching requests', async (_, match, form) => {
    await setFault(sandbox, { on: 'api', match, do: { status: 503 } });
    expect(await statusesOf(1)).toEqual([200]);
    expect(await statusesOf(2, { ...CHARGE, ...form })).toEqual([503, 200]);
  });

  it('with a charge’s metadata hits requests about that charge, such as its third refund', async () => {
    const charge = await sandbox.cardCharge({ metadata: { order: '1042' } });
    const other = await sandbox.cardCharge();
    await setFault(sandbox, {
      on: 'api',
      match: { route: 'POST /charges/{id}/refunds', metadata: { order: '1042' } },
      skip: 2,
      do: { status: 500 },
    });
    const refund = async ({ id }: { id: string }): Promise<number> =>
      (await sandbox.post(`/charges/${id}/refunds`, { amount: 1000 })).status;
    expect(await refund(other)).toBe(200);
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push(await refund(charge));
    expect(statuses).toEqual([200, 200, 500, 200]);
  });

  it('with a source type hits a charge on an existing source', async () => {
    const { body } = await sandbox.post('/sources', { amount: 100_000, currency: 'THB', type: 'promptpay' });
    const { id } = body as { id: string };
    await setFault(sandbox, {
      on: 'api',
      match: { route: 'POST /charges', source_type: 'promptpay' },
      times: 2,
      do: { status: 500 },
    });
    const forms = [{ source: id }, { source: { id } }].map((form) => ({
      amount: 100_000,
      currency: 'THB',
      ...form,
    }));
    const statuses = [];
    for (const form of forms) statuses.push((await sandbox.post('/charges', form)).status);
    expect(statuses).toEqual([500, 500]);
  });

  it('shows its route as documented', async () => {
    await setFault(sandbox, {
      on: 'api',
      match: { route: 'post /charges/:charge/refunds' },
      do: { status: 500 },
    });
    expect((await faultsOf(sandbox)).data).toMatchObject([
      { match: { route: 'POST /charges/{id}/refunds' } },
    ]);
  });

  it('with an object hits requests with its id', async () => {
    const [one, other] = [await sandbox.charge(), await sandbox.charge()];
    await setFault(sandbox, { on: 'api', match: { object: one.id }, do: { status: 500 } });
    expect((await sandbox.get(`/charges/${other.id}`)).status).toBe(200);
    expect((await sandbox.get(`/charges/${one.id}`)).status).toBe(500);
  });
});

describe('a request for a fault', () => {
  it.each<[object, string]>([
    [{ do: { status: 503 } }, 'on must be one of api, payment, webhook'],
    [{ on: 'api' }, 'do must contain one of status, delay, disconnect, rate_limit for a fault on api'],
    [{ on: 'api', do: { status: 200 } }, 'do[status] must be a whole number from 400 to 599'],
    [
      { on: 'api', do: { status: 503, delay: '1s' } },
      'do must contain one of status, delay, disconnect, rate_limit for a fault on api',
    ],
    [{ on: 'api', do: { delay: '61s' } }, 'do[delay] must be a duration of at most 1m, such as 2s'],
    [{ on: 'payment', when: 'after', do: { never: true } }, 'when requires a fault on api'],
    [{ on: 'payment', do: { fail: 'no_luck' } }, 'do[fail] must be one of payment_expired,'],
    [
      { on: 'payment', match: { source_type: 'promptpay' }, do: { fail: 'expired_card' } },
      'do[fail] must be one of these if match selects a source: payment_rejected, payment_expired,',
    ],
    [
      { on: 'payment', match: { object: CARD }, do: { fail: 'invalid_account' } },
      'do[fail] must be one of these if match selects a card: payment_rejected, insufficient_fund,',
    ],
    [{ on: 'webhook', do: { reorder: 1 } }, 'do[reorder] must be a whole number from 2 to 100'],
    [
      { on: 'api', match: { route: 'POST /chargs' }, do: { status: 503 } },
      'match[route] is not a route of the API',
    ],
    [
      { on: 'api', match: { route: 'GET /checkout/{id}' }, do: { status: 503 } },
      'match[route] is not a route of the API',
    ],
    [
      { on: 'payment', match: { route: 'POST /charges' }, do: { never: true } },
      'match has an unknown field route for a fault on payment',
    ],
    [
      { on: 'webhook', match: { key: 'charge.completed' }, do: { drop: 1 } },
      'match[key] must be one of card.destroy, card.update, charge.capture,',
    ],
    [
      { on: 'api', match: { source_type: 'prompt_pay' }, do: { status: 503 } },
      'match[source_type] must be one of internet_banking_bay,',
    ],
    [
      { on: 'webhook', match: { object: SOURCE }, do: { drop: 1 } },
      'match[object] must be the id of one of these objects: event, charge, card, customer, dispute, refund, link, recipient, transfer, schedule',
    ],
    [
      { on: 'payment', match: { object: 'order-1042' }, do: { never: true } },
      'match[object] must be the id of one of these objects: charge, source,',
    ],
    [
      { on: 'payment', match: { object: LINKED_ACCOUNT }, do: { settle: 'failed' } },
      'match[object] must be the id of one of these objects for do[settle]: source, card, customer',
    ],
    [{ on: 'api', times: 0, do: { status: 503 } }, 'times must be a whole number, 1 or more, or always'],
    [{ on: 'api', probability: 1.5, do: { status: 503 } }, 'probability must be a number from 0 to 1'],
    [{ on: 'api', ttl: 'soon', do: { status: 503 } }, 'ttl must be a duration of at most 30d, such as 10m'],
    [{ on: 'api', name: '../etc', do: { status: 503 } }, 'name must be at most 64 letters'],
    [{ on: 'api', tims: 2, do: { status: 503 } }, 'tims is not a parameter of this request'],
    [
      { on: 'api', name: '4242424242424242', do: { status: 503 } },
      'a fault must not contain a card number, secret key, webhook secret or token',
    ],
    [
      { on: 'api', name: 'skey_test_tollgate', do: { status: 503 } },
      'a fault must not contain a card number, secret key, webhook secret or token',
    ],
    [
      { on: 'api', do: { status: 503, message: 'no 4242 4242 4242 4242' } },
      'a fault must not contain a card number, secret key, webhook secret or token',
    ],
    [
      { on: 'api', match: { metadata: { key: 'skey_test_tollgate' } }, do: { status: 503 } },
      'a fault must not contain a card number, secret key, webhook secret or token',
    ],
  ])('is rejected with %j', async (fault, message) => {
    const { status, body } = await askForFault(sandbox, fault);
    expect(status).toBe(400);
    expect((body as { message: string }).message).toContain(message);
    expect(await faultsOf(sandbox)).toMatchObject({ data: [] });
  });

  it('is rejected if it contains the webhook secret', async () => {
    const { body } = await askForFault(sandbox, {
      on: 'api',
      do: { status: 503, message: `not ${sandbox.body.webhook_secret}` },
    });
    expect(body).toMatchObject({
      code: 'bad_request',
      message: 'a fault must not contain a card number, secret key, webhook secret or token',
    });
    expect(await faultsOf(sandbox)).toMatchObject({ data: [] });
  });

  it('is rejected with the name of an active fault', async () => {
    const fault = { ...ON_CHARGES, name: 'mine', do: { status: 503 } };
    await setFault(sandbox, fault);
    expect((await askForFault(sandbox, fault)).status).toBe(400);
    expect(await statusesOf(1)).toEqual([503]);
    await setFault(sandbox, fault);
    expect(await statusesOf(2)).toEqual([503, 200]);
  });
});

it('a fault can be sent as a form', async () => {
  const form = 'on=api&match[metadata][order]=7&times=2&do[status]=503';
  await control(gateway).post(`/api/sandboxes/${sandbox.name}/faults`).type('form').send(form).expect(200);
  expect(await statusesOf(3, { ...CHARGE, metadata: { order: 7 } })).toEqual([503, 503, 200]);
});
