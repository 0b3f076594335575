import { createHmac } from 'node:crypto';
import type request from 'supertest';
import { until } from '#platform/testing/until.js';
import { advance, frozenSandbox } from './clock.js';
import { faultsOf, firingsOf, setFault } from './faults.js';
import { useGateway } from './harness.js';
import { inTransaction } from './open-transaction.js';
import { openReceiver, type ReceivedWebhook, type Receiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const BEGIN = '2027-01-01T00:00:00.000Z';
const gateway = useGateway();

let receiver: Receiver;
let sandbox: Sandbox;

beforeEach(async () => {
  receiver = await openReceiver();
  sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1s,1s,1s' });
});

afterEach(() => receiver.close());

interface DeliveryBody {
  readonly id: string;
  readonly status: string;
  readonly fault: string | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly trigger: string;
    readonly error: string | null;
    readonly fault: string | null;
    readonly change: { readonly body: string | null } | null;
  }[];
}

const ask = (of: Sandbox, path: string, query: object = {}): request.Test =>
  control(gateway).get(`/api/sandboxes/${of.name}/${path}`).query(query);

/** The only delivery that it has, with its attempts, once it has this status. */
async function deliveryOf(of: Sandbox, status = 'delivered'): Promise<DeliveryBody> {
  const { body } = await ask(of, 'deliveries', { status, wait: '60s' }).expect(200);
  const [found] = (body as { data: { id: string }[] }).data;
  if (!found) throw new Error(`no delivery is ${status}: ${JSON.stringify(body)}`);
  return (await ask(of, `deliveries/${found.id}`)).body as DeliveryBody;
}

/** As docs/webhooks.md has it. */
function isGenuine({ text, headers }: ReceivedWebhook, secret: string): boolean {
  const timestamp = String(headers['omise-signature-timestamp']);
  const expected = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}.${text}`)
    .digest('hex');
  return expected === headers['omise-signature'] && Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300;
}

const receivedBy = (of: Sandbox): { genuine: boolean; attempt: unknown; fault: unknown }[] =>
  receiver.received.map((webhook) => ({
    genuine: isGenuine(webhook, of.body.webhook_secret),
    attempt: webhook.headers['tollgate-attempt'],
    fault: webhook.headers['tollgate-fault'],
  }));

/** Rejects invalid signatures, as a merchant's server does. */
function verify(): void {
  receiver.answer(
    (webhook, response) =>
      void response.writeHead(isGenuine(webhook, sandbox.body.webhook_secret) ? 200 : 401).end(),
  );
}

it('a duplicated webhook arrives twice, with the same id and bytes', async () => {
  await setFault(sandbox, {
    name: 'twice',
    on: 'webhook',
    match: { key: 'charge.create' },
    do: { duplicate: 2 },
  });
  await sandbox.charge();
  await until(
    () => receiver.received.length === 2,
    () => `${receiver.received.length} came`,
  );
  const [first, second] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
  expect(second.text).toBe(first.text);
  expect([first.headers['tollgate-trigger'], second.headers['tollgate-trigger']]).toEqual([
    'schedule',
    'fault',
  ]);
  await ask(sandbox, 'idle', { wait: '60s' });
  const { fault, attempts, status } = await deliveryOf(sandbox);
  expect([fault, status]).toEqual(['twice', 'delivered']);
  expect(attempts).toMatchObject([
    { number: 1, trigger: 'schedule', fault: 'twice', error: null },
    { number: 2, trigger: 'fault', fault: 'twice', error: null },
  ]);
  await sandbox.charge();
  await until(() => receiver.received.length === 3, 'the next one did not come');
});

it('a duplicate follows the first successful attempt', async () => {
  let answers = 0;
  receiver.answer((_, response) => void response.writeHead((answers += 1) === 1 ? 503 : 200).end());
  await setFault(sandbox, { name: 'twice', on: 'webhook', do: { duplicate: 2 } });
  await sandbox.charge();
  await until(() => answers === 3, 'it does not come three times');
  await ask(sandbox, 'idle', { wait: '60s' });
  const { attempts } = await deliveryOf(sandbox);
  expect(attempts).toMatchObject([
    { number: 1, trigger: 'schedule', fault: 'twice', error: expect.any(String) },
    { number: 2, trigger: 'schedule', fault: 'twice', error: null },
    { number: 3, trigger: 'fault', fault: 'twice', error: null },
  ]);
});

it.each(['wrong_signature', 'corrupt_body', 'stale', 'no_signature', 'two_signatures'])(
  'a webhook with %s fails verification, and its retry is correct',
  async (kind) => {
    verify();
    await setFault(sandbox, { name: 'broken', on: 'webhook', do: { [kind]: true } });
    await sandbox.charge();
    const { attempts, fault } = await deliveryOf(sandbox);
    expect(receivedBy(sandbox)).toEqual([
      { genuine: false, attempt: '1', fault: 'broken' },
      { genuine: true, attempt: '2', fault: undefined },
    ]);
    expect([fault, attempts.map((attempt) => attempt.fault)]).toEqual(['broken', ['broken', null]]);
  },
);

it('a webhook without signature has neither of its headers; one with two has the right one last', async () => {
  await setFault(sandbox, { name: 'bare', on: 'webhook', do: { no_signature: 1 } });
  await sandbox.charge();
  await until(() => receiver.received.length === 1, 'the first does not come');
  await setFault(sandbox, { name: 'rotation', on: 'webhook', do: { two_signatures: 1 } });
  await sandbox.charge();
  await until(() => receiver.received.length === 2, 'the second does not come');
  const [bare, rotated] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
  expect(Object.keys(bare.headers).filter((name) => name.startsWith('omise-'))).toEqual([]);
  const [other, right, ...more] = String(rotated.headers['omise-signature']).split(',');
  const signed = (signature = ''): boolean =>
    isGenuine(
      { ...rotated, headers: { ...rotated.headers, 'omise-signature': signature } },
      sandbox.body.webhook_secret,
    );
  expect([other?.length, signed(other), signed(right), more]).toEqual([64, false, true, []]);
});

it('a webhook with a corrupt body has another amount, and is printed like others', async () => {
  await setFault(sandbox, { on: 'webhook', do: { corrupt_body: true } });
  await sandbox.charge();
  await deliveryOf(sandbox);
  await until(() => receiver.received.length === 1, 'it does not come');
  const [{ text, event }] = receiver.received as [ReceivedWebhook];
  const { amount } = (await sandbox.get(`/charges/${event.data.id}`)).body as { amount: number };
  expect(event.data).toMatchObject({ amount: amount + 1 });
  expect(text).toBe(JSON.stringify(event, null, 2));
});

it('a webhook that hangs up arrives, counts as timed out, and is retried', async () => {
  await setFault(sandbox, { name: 'impatient', on: 'webhook', do: { hang_up: 1 } });
  await sandbox.charge();
  const { attempts } = await deliveryOf(sandbox);
  await until(() => receiver.received.length === 2, 'it does not come twice');
  expect(receivedBy(sandbox)).toEqual([
    { genuine: true, attempt: '1', fault: 'impatient' },
    { genuine: true, attempt: '2', fault: undefined },
  ]);
  expect(attempts).toMatchObject([
    { number: 1, error: expect.any(String), answer: null, fault: 'impatient' },
    { number: 2, error: null, fault: null },
  ]);
});

it('a patched webhook has the patched event in every attempt, with the right signature', async () => {
  let answers = 0;
  receiver.answer((_, response) => void response.writeHead((answers += 1) === 1 ? 503 : 200).end());
  const patch = { key: 'charge.unknown', data: { amount: 12.5, description: 'ชำระ', return_uri: null } };
  await setFault(sandbox, { name: 'unknown', on: 'webhook', do: { patch } });
  const { id } = await sandbox.charge();
  const delivery = await deliveryOf(sandbox);
  await control(gateway)
    .post(`/api/sandboxes/${sandbox.name}/deliveries/${delivery.id}/redeliver`)
    .expect(200);
  const attempts = ['1', '2', '3'];
  expect(receivedBy(sandbox)).toEqual(
    attempts.map((attempt) => ({ genuine: true, attempt, fault: 'unknown' })),
  );
  for (const { event, headers, text } of receiver.received) {
    expect(event).toMatchObject({ key: 'charge.unknown', data: { id, amount: 12.5, description: 'ชำระ' } });
    expect(event.data).not.toHaveProperty('return_uri');
    expect(text).toBe(JSON.stringify(event, null, 2));
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  }
  const [first] = receiver.received;
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
  expect((await deliveryOf(sandbox)).attempts.map(({ change }) => change?.body)).toEqual(
    Array(3).fill(first?.text),
  );
  const kept = await gateway.database.webhookAttempt.findFirstOrThrow({ where: { deliveryId: delivery.id } });
  expect(kept.change).toEqual({ body: JSON.stringify(first?.event) });
  expect(await firingsOf(sandbox)).toMatchObject([{ do: { patch } }]);
});

it('a webhook dropped twice arrives with the third attempt', async () => {
  await setFault(sandbox, { name: 'lost', on: 'webhook', do: { drop: 2 } });
  await sandbox.charge();
  const { attempts } = await deliveryOf(sandbox);
  expect(receivedBy(sandbox)).toEqual([{ genuine: true, attempt: '3', fault: undefined }]);
  expect(attempts.map(({ error, fault }) => [error, fault])).toEqual([
    [expect.stringContaining('dropped by the fault lost'), 'lost'],
    [expect.stringContaining('dropped by the fault lost'), 'lost'],
    [null, null],
  ]);
});

it('a fault can duplicate the webhooks of one recipient', async () => {
  const form = { name: 'Somchai', bank_account: { brand: 'scb', number: '1234567890', name: 'Somchai' } };
  const made = async (): Promise<string> =>
    ((await sandbox.post('/recipients', form).expect(200)).body as { id: string }).id;
  const [hit, spared] = [await made(), await made()];
  await until(() => receiver.received.length === 2, 'the webhooks of both do not come');
  await setFault(sandbox, {
    name: 'twice',
    on: 'webhook',
    match: { object: hit, key: 'recipient.update' },
    do: { duplicate: 2 },
  });
  for (const id of [spared, hit])
    await sandbox.patch(`/recipients/${id}`, { description: 'A cook' }).expect(200);
  await until(() => receiver.received.length === 5, 'three more do not come');
  const changed = receiver.received
    .slice(2)
    .map(({ text }) => (JSON.parse(text) as { data: { id: string } }).data.id);
  expect(changed.toSorted()).toEqual([hit, hit, spared].toSorted());
});

it('the webhook of a refund matches the order of its charge', async () => {
  const charges = [
    await sandbox.cardCharge({ metadata: { order: '1043' } }),
    await sandbox.cardCharge({ metadata: { order: '1042' } }),
  ];
  const match = { key: 'refund.create', metadata: { order: '1042' } };
  await setFault(sandbox, { name: 'lost', on: 'webhook', match, do: { drop: 1 } });
  for (const { id } of charges) await sandbox.post(`/charges/${id}/refunds`, { amount: 2_000 }).expect(200);
  const refunded = (): string[] =>
    receiver.received
      .filter(({ event }) => event.key === 'refund.create')
      .map(({ headers }) => String(headers['tollgate-attempt']));
  await until(() => refunded().length === 2, 'the webhooks of both refunds do not come');
  expect(refunded().toSorted()).toEqual(['1', '2']);
  expect((await faultsOf(sandbox)).data).toMatchObject([{ matched: 1, fired: 1 }]);
});

it('a delayed webhook arrives later by the sandbox’s clock', async () => {
  const frozen = await frozenSandbox(gateway, BEGIN, { webhook_uri: receiver.uri });
  await setFault(frozen, { name: 'late', on: 'webhook', do: { delay: '10m' } });
  await frozen.charge();
  await until(async () => (await firingsOf(frozen)).length === 1, 'the fault did not fire');
  expect((await ask(frozen, 'clock/upcoming')).body).toMatchObject({
    data: [{ at: '2027-01-01T00:10:00.000Z', kind: 'delivery' }, {}],
  });
  const { happened } = await advance(frozen, { by: '15m' });
  expect(happened).toMatchObject([
    { at: '2027-01-01T00:10:00.000Z', kind: 'delivery', outcome: 'delivered' },
  ]);
  expect(receivedBy(frozen)).toMatchObject([{ genuine: true, attempt: '1' }]);
});

it('reordered webhooks arrive in reverse order, after the last of them', async () => {
  const frozen = await frozenSandbox(gateway, BEGIN, { webhook_uri: receiver.uri });
  await setFault(frozen, { name: 'turned', on: 'webhook', do: { reorder: 3 } });
  const charges = [await frozen.charge(), await frozen.charge()];
  await until(async () => (await firingsOf(frozen)).length === 2, 'the fault did not keep two back');
  expect(receiver.received).toEqual([]);
  expect((await ask(frozen, 'idle')).body).toMatchObject({ idle: true, held: 2 });
  for (const came of [3, 4]) {
    charges.push(await frozen.charge());
    await until(
      () => receiver.received.length === came,
      () => `${receiver.received.length} came, not ${came}`,
    );
  }
  const [first, second, third, fourth] = charges.map(({ id }) => id);
  expect(receiver.received.map(({ event }) => event.data.id)).toEqual([third, second, first, fourth]);
  expect(await faultsOf(frozen)).toMatchObject({ data: [{ status: 'exhausted', fired: 1, matched: 3 }] });
});

it('a webhook is kept back that waits while another one of its batch is counted', async () => {
  await setFault(sandbox, { name: 'turned', on: 'webhook', do: { reorder: 3 } });
  const accountId = await sandbox.accountId();
  await inTransaction(gateway, async (client) => {
    const counted = 'matched_count = 1, fired_count = 1, awaited_count = 2';
    await client.query(`UPDATE fault SET ${counted} WHERE account_id = $1`, [accountId]);
    await sandbox.charge();
    const waiting =
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
    await until(async () => (await client.query(waiting)).rows.length > 0, 'it does not wait');
  });
  await until(async () => (await firingsOf(sandbox)).length === 1, 'the fault did not keep it back');
  expect(await faultsOf(sandbox)).toMatchObject({ data: [{ status: 'active', fired: 1, matched: 2 }] });
});

it('a complete batch does not send webhooks of the next one', async () => {
  await setFault(sandbox, { name: 'turned', on: 'webhook', do: { reorder: 2 }, times: 2 });
  await sandbox.charge();
  await until(async () => (await firingsOf(sandbox)).length === 1, 'the fault did not keep one back');
  const accountId = await sandbox.accountId();
  await gateway.database.webhookDelivery.updateMany({
    where: { accountId, status: 'held' },
    data: { faultCall: 3 },
  });
  await sandbox.charge();
  await until(() => receiver.received.length > 0, 'the one that completes the batch does not come');
  expect((await ask(sandbox, 'idle', { wait: '60s' })).body).toMatchObject({ idle: true, held: 1 });
  expect(receiver.received).toHaveLength(1);
});

it('a release sends a batch in reverse order, and counts all of it', async () => {
  const release = (): Promise<request.Response> =>
    control(gateway)
      .post(`/api/sandboxes/${sandbox.name}/webhooks/release`)
      .then((answer) => answer);
  await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
  const charges = [await sandbox.charge(), await sandbox.charge()];
  await setFault(sandbox, { name: 'turned', on: 'webhook', do: { reorder: 2 } });
  const { body } = await release();
  expect(body).toMatchObject({
    delivered: 2,
    failed: 0,
    held: 0,
    data: [{ fault: 'turned' }, { fault: 'turned' }],
  });
  expect(receiver.received.map(({ event }) => event.data.id)).toEqual(
    charges.map(({ id }) => id).toReversed(),
  );
});

it('webhooks of an incomplete batch are sent when the fault is deleted', async () => {
  await setFault(sandbox, { name: 'turned', on: 'webhook', do: { reorder: 5 } });
  await sandbox.charge();
  await until(async () => (await firingsOf(sandbox)).length === 1, 'the fault did not keep it back');
  await control(gateway).delete(`/api/sandboxes/${sandbox.name}/faults/turned`).expect(200);
  await deliveryOf(sandbox);
});

it('a webhook arrives before the response of its request', async () => {
  await setFault(sandbox, { name: 'race', on: 'webhook', times: 3, do: { before_answer: true } });
  for (let round = 0; round < 3; round += 1) {
    let isAnswered = false;
    const seen: boolean[] = [];
    receiver.answer((_, response) => {
      seen.push(isAnswered);
      response.end('ok');
    });
    const answer = await sandbox.post('/charges', {
      amount: 2000,
      currency: 'MYR',
      source: { type: 'boost' },
      return_uri: 'https://shop.example/',
    });
    isAnswered = true;
    expect([answer.status, answer.headers['tollgate-fault'], seen]).toEqual([200, 'race', [false]]);
  }
  expect(await faultsOf(sandbox)).toMatchObject({ data: [{ status: 'exhausted', fired: 3 }] });
});

it('an advance passes webhooks that faults hit', async () => {
  const frozen = await frozenSandbox(gateway, BEGIN, {
    webhook_uri: receiver.uri,
    webhook_retry_delays: '1h',
  });
  await setFault(frozen, { name: 'lost', on: 'webhook', match: { key: 'charge.complete' }, do: { drop: 1 } });
  const { id } = await frozen.charge();
  const { happened, status } = await advance(frozen, { until: 'idle' });
  expect(status).toBe('done');
  expect(
    happened.filter(({ kind }) => kind !== 'expiry').map(({ kind, outcome }) => [kind, outcome]),
  ).toEqual([
    ...(happened[0]?.kind === 'delivery' && happened.length === 4 ? [['delivery', 'delivered']] : []),
    ['delivery', 'pending'],
    ['retry', 'delivered'],
  ]);
  expect(receiver.received.at(-1)?.event).toMatchObject({
    key: 'charge.complete',
    data: { id, status: 'expired' },
  });
});
