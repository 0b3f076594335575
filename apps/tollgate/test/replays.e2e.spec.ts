import { createHmac } from 'node:crypto';
import type request from 'supertest';
import { until } from '#platform/testing/until.js';
import { sign } from '#engine/webhooks/rules/signature.js';
import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { openReceiver, useReceiver, type Receiver, type ReceivedWebhook } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { snapshotsOf } from './snapshots.js';

const gateway = useGateway();
/** The endpoint of the sandbox, and the one that gets the replay. */
const shop = useReceiver();
const colleague = useReceiver();

const replay = (sandbox: Sandbox, form: object): request.Test =>
  control(gateway).post(`/api/sandboxes/${sandbox.name}/replays`).send(form);

interface Replay {
  readonly count: number;
  readonly delivered: number;
  readonly failed: number;
  readonly data: readonly {
    readonly key: string;
    readonly offset_ms: number;
    readonly original: { readonly status: number | null; readonly error: string | null };
    readonly attempt: {
      readonly number: number;
      readonly trigger: string;
      readonly machine_at: string;
    } | null;
  }[];
}

async function ended(sandbox: Sandbox, count: number): Promise<void> {
  const accountId = await sandbox.accountId();
  await until(
    async () =>
      (await gateway.database.webhookDelivery.count({
        where: { accountId, status: { in: ['delivered', 'exhausted'] } },
      })) === count,
    `${count} webhooks have not ended`,
  );
}

const aboutOf =
  (id: string) =>
  ({ event }: ReceivedWebhook): boolean =>
    event.data.id === id;
const receivedBy = (receiver: Receiver, id: string): ReceivedWebhook[] =>
  receiver.received.filter(aboutOf(id));

describe('a replay', () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    shop.answer((_, response) => void response.end('ok'));
    colleague.answer((_, response) => void response.end('ok'));
    sandbox = await createSandbox(gateway, { webhook_uri: shop.uri, webhook_retry_delays: ['400ms'] });
  });

  it('sends the same bodies in the same order and spacing, newly signed', async () => {
    let count = 0;
    shop.answer((_, response) => {
      count += 1;
      response.writeHead(count === 1 ? 500 : 200).end();
    });
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await ended(sandbox, 2);
    // The first webhook of the replay may be late on a busy machine, so the spacing counts from here.
    const began = Date.now();
    const { body } = await replay(sandbox, { object: id, to: colleague.uri }).expect(200);
    const { data, ...about } = body as Replay;
    expect(about).toMatchObject({
      object: 'replay',
      object_id: id,
      speed: 1,
      count: 3,
      delivered: 3,
      failed: 0,
    });
    const [before, after] = [receivedBy(shop, id), receivedBy(colleague, id)];
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect(before.map(({ event }) => event.key)).toEqual([
      'charge.create',
      'charge.create',
      'charge.complete',
    ]);
    expect(after.map(({ headers }) => [headers['tollgate-trigger'], headers['tollgate-attempt']])).toEqual([
      ['replay', '1'],
      ['replay', '2'],
      ['replay', '1'],
    ]);
    expect(data.map(({ original }) => original.status)).toEqual([500, 200, 200]);
    const [, second] = data.map(({ attempt }) => Date.parse(attempt?.machine_at ?? ''));
    expect(data[1]?.offset_ms).toBeGreaterThanOrEqual(400);
    expect((second ?? 0) - began).toBeGreaterThanOrEqual((data[1]?.offset_ms ?? 0) - 5);
    for (const { text, headers } of after) {
      const at = new Date(Number(headers['omise-signature-timestamp']) * 1_000);
      expect(headers['omise-signature']).toBe(sign(text, sandbox.body.webhook_secret, at)['Omise-Signature']);
    }
  });

  it('is faster at a higher speed', async () => {
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    const { delivery, number, ...attempt } = await gateway.database.webhookAttempt
      .findFirstOrThrow({ where: { accountId: await sandbox.accountId() } })
      .then(({ deliveryId, ...row }) => ({ delivery: deliveryId, ...row }));
    // As after a day of retries.
    const machineAt = new Date((attempt.machineAt?.getTime() ?? 0) + 86_400_000);
    await gateway.database.webhookAttempt.create({
      data: {
        ...attempt,
        deliveryId: delivery,
        number: number + 1,
        machineAt,
        headers: {},
        answerHeaders: {},
        change: undefined,
      },
    });
    const { body: slow } = await replay(sandbox, { object: id, to: colleague.uri, speed: 10 });
    expect(slow).toMatchObject({
      code: 'bad_request',
      message: 'the replay would last 2h24m, and at most 4m is possible; choose a higher speed',
    });
    const { body } = await replay(sandbox, { object: id, to: colleague.uri, speed: 1_000_000 }).expect(200);
    expect(body).toMatchObject({ count: 2, delivered: 2, data: [{ offset_ms: 0 }, { offset_ms: 86 }] });
  });

  it.each([
    ['patch', { data: { amount: 1 } }, 'right'],
    ['corrupt_body', true, 'wrong'],
    ['no_signature', true, 'none'],
    ['two_signatures', true, 'wrong right'],
    ['wrong_signature', true, 'wrong'],
    ['stale', true, 'right stale'],
  ])('repeats what the fault %s did', async (effect, value, shape) => {
    await setFault(sandbox, { on: 'webhook', do: { [effect]: value } });
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    const before = shop.received.at(-1);
    await control(gateway).delete(`/api/sandboxes/${sandbox.name}/faults`);
    await replay(sandbox, { object: id, to: colleague.uri }).expect(200);
    const after = colleague.received.at(-1);
    expect(after?.text).toBe(before?.text);
    expect([shapeOf(before, sandbox), shapeOf(after, sandbox)]).toEqual([shape, shape]);
  });

  it('signs by the mistaken rule by which an exam has signed', async () => {
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    const accountId = await sandbox.accountId();
    await gateway.database.webhookAttempt.updateMany({
      where: { accountId },
      data: { change: { mistake: 'body-alone' } },
    });
    const { body } = await replay(sandbox, { object: id, to: colleague.uri }).expect(200);
    const sent = colleague.received.at(-1);
    const key = Buffer.from(sandbox.body.webhook_secret, 'base64');
    expect(sent?.headers['omise-signature']).toBe(
      createHmac('sha256', key)
        .update(sent?.text ?? '')
        .digest('hex'),
    );
    expect((body as Replay).data).toMatchObject([
      { attempt: { change: { signature: null, signature_mistake: 'body-alone', body_cut: false } } },
    ]);
  });

  it('cuts a body as faults of earlier releases did', async () => {
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    const accountId = await sandbox.accountId();
    await gateway.database.webhookAttempt.updateMany({
      where: { accountId },
      data: { change: { isCut: true } },
    });
    const { body } = await replay(sandbox, { object: id, to: colleague.uri }).expect(200);
    expect(colleague.received.at(-1)?.text).toBe(receivedBy(shop, id)[0]?.text.slice(0, -1));
    expect((body as Replay).data).toMatchObject([
      { attempt: { change: { body_cut: true, body_altered: false } } },
    ]);
  });

  it('sends each event once where none was ever sent', async () => {
    const silent = await createSandbox(gateway);
    const { id } = await silent.charge();
    await silent.post(`/charges/${id}/mark_as_paid`).expect(200);
    const { body } = await replay(silent, { object: id, to: colleague.uri, speed: 100 }).expect(200);
    expect((body as Replay).data).toMatchObject([
      { key: 'charge.create', original: { status: null, error: null }, attempt: { trigger: 'replay' } },
      { key: 'charge.complete', original: { status: null, error: null }, attempt: { trigger: 'replay' } },
    ]);
    expect(receivedBy(colleague, id)).toHaveLength(2);
  });

  it('leaves out what never reached the endpoint, and earlier replays', async () => {
    await setFault(sandbox, { on: 'webhook', do: { drop: true }, times: 1 });
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    for (const _ of [1, 2]) {
      const { body } = await replay(sandbox, { object: id, to: colleague.uri }).expect(200);
      expect((body as Replay).count).toBe(1);
    }
  });

  it('needs the endpoint where there were several', async () => {
    const other = await openReceiver();
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    const event = receivedBy(shop, id)[0]?.event.id ?? '';
    const path = `/api/sandboxes/${sandbox.name}/events/${event}/deliver`;
    await control(gateway).post(path).send({ to: other.uri }).expect(200);
    const { body: refusal } = await replay(sandbox, { object: id, to: colleague.uri });
    expect(refusal).toMatchObject({
      code: 'bad_request',
      message: `the webhooks were sent to several URLs: choose ${shop.uri} or ${other.uri} with from`,
    });
    for (const from of [shop.uri, other.uri]) {
      const { body } = await replay(sandbox, { object: id, to: colleague.uri, from }).expect(200);
      expect(body).toMatchObject({ count: 1, delivered: 1 });
    }
    await other.close();
  });

  it('lists the webhooks without sending them', async () => {
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    const { body } = await replay(sandbox, { object: id, to: colleague.uri, dry_run: true }).expect(200);
    expect(body).toMatchObject({
      dry_run: true,
      count: 1,
      delivered: 0,
      failed: 0,
      data: [{ attempt: null }],
    });
    expect(receivedBy(colleague, id)).toEqual([]);
  });

  it('counts responses that are not 2xx', async () => {
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    colleague.answer((_, response) => void response.writeHead(500).end());
    const { body } = await replay(sandbox, { object: id, to: colleague.uri }).expect(200);
    expect(body).toMatchObject({ delivered: 0, failed: 1, data: [{ attempt: { answer: { status: 500 } } }] });
  });

  it('sends the webhooks of a bundle with the secret of the sandbox that has it', async () => {
    const { id } = await sandbox.charge({ metadata: { order: '1042' } });
    await ended(sandbox, 1);
    const { text } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/bundle`)
      .query({ object: id, without_personal_data: false })
      .buffer(true);
    const other = await createSandbox(gateway);
    const { body: restored } = await snapshotsOf(other).import(text).expect(200);
    const { object_id: object } = restored as { object_id: string };
    await replay(other, { object, to: colleague.uri }).expect(200);
    const [sent] = receivedBy(colleague, object);
    expect(sent?.text.replaceAll(/(_test_)[0-9a-z]{19}/g, '$1')).toBe(
      receivedBy(shop, id)[0]?.text.replaceAll(/(_test_)[0-9a-z]{19}/g, '$1'),
    );
    expect(shapeOf(sent, other)).toBe('right');
  });

  it.each([
    [{ to: 'http://127.0.0.1:1/', object: 'chrg_test_0000000000000000000' }, 'not_found', 'was not found'],
    [{ to: 'http://169.254.169.254/' }, 'bad_request', 'to '],
    [{ to: '' }, 'bad_request', 'to must be an absolute http or https URL'],
    [{ speed: 0 }, 'bad_request', 'speed must be a number above 0, at most 1000000'],
    [{ speed: 'fast' }, 'bad_request', 'speed must be'],
    [{ from: 'http://127.0.0.1:2/' }, 'bad_request', 'no webhook was sent to http://127.0.0.1:2/'],
    [{ loud: true }, 'bad_request', 'loud'],
  ])('is rejected with %j', async (form, code, message) => {
    const { id } = await sandbox.charge();
    await ended(sandbox, 1);
    const { body } = await replay(sandbox, { object: id, to: colleague.uri, ...form });
    expect(body).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

/** Which signatures a webhook has: of its body, by the secret of the sandbox, at its time. */
function shapeOf(webhook: ReceivedWebhook | undefined, sandbox: Sandbox): string {
  const signature = webhook?.headers['omise-signature'];
  if (typeof signature !== 'string' || !webhook) return 'none';
  const seconds = Number(webhook.headers['omise-signature-timestamp']);
  const right = sign(webhook.text, sandbox.body.webhook_secret, new Date(seconds * 1_000))['Omise-Signature'];
  const age = Date.now() / 1_000 - seconds > 1_800 ? ' stale' : '';
  return (
    signature
      .split(',')
      .map((one) => (one === right ? 'right' : 'wrong'))
      .join(' ') + age
  );
}
