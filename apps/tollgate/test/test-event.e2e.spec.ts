import { createHmac } from 'node:crypto';
import type request from 'supertest';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const receiver = useReceiver();

beforeEach(() => {
  receiver.answer((_, response) => void response.end('ok'));
});

const post = (sandbox: Sandbox, path: string, body: object = {}): request.Test =>
  control(gateway).post(`/api/sandboxes/${sandbox.name}/${path}`).send(body);

describe('a test event', () => {
  it('is the signed event of an existing customer, without a charge', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { body } = await post(sandbox, 'webhooks/test').expect(200);
    const { id, object_id: customer, event } = body as { id: string; object_id: string; event: string };
    expect(body).toMatchObject({
      object: 'delivery',
      key: 'customer.create',
      livemode: false,
      status: 'delivered',
      uri: receiver.uri,
    });
    expect(body).toMatchObject({
      last_status: 200,
      attempts: [{ number: 1, trigger: 'schedule', answer: { status: 200, body: 'ok' } }],
    });
    const { headers, text, event: received } = await receiver.next((webhook) => webhook.event.id === event);
    const signed = `${String(headers['omise-signature-timestamp'])}.${text}`;
    const secret = Buffer.from(sandbox.body.webhook_secret, 'base64');
    expect(headers['omise-signature']).toBe(createHmac('sha256', secret).update(signed).digest('hex'));
    expect(received.data.id).toBe(customer);
    expect((await sandbox.get(`/customers/${customer}`)).body).toMatchObject({
      id: customer,
      livemode: false,
    });
    expect((await sandbox.get(`/events/${event}`)).body).toMatchObject({
      id: event,
      webhook_deliveries: [{ id, status: 200 }],
    });
    expect(await sandbox.total('/charges')).toBe(0);
    const acts = await control(gateway).get(`/api/sandboxes/${sandbox.name}/timeline?kinds=act&wait=10s`);
    expect(acts.body).toMatchObject({ data: [{ details: { action: 'send_test_event' } }] });
  });

  it('can be sent in live mode', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { body } = await post(sandbox, 'webhooks/test', { livemode: true }).expect(200);
    expect(body).toMatchObject({ livemode: true, status: 'delivered' });
    expect(await sandbox.total('/customers')).toBe(0);
  });

  it('shows the failed attempt, and is retried', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end('down'));
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    const { body } = await post(sandbox, 'webhooks/test').expect(200);
    expect(body).toMatchObject({
      status: 'pending',
      last_status: 500,
      attempts: [{ answer: { status: 500, body: 'down' } }],
    });
    expect((body as { next_attempt_at: string }).next_attempt_at).not.toBeNull();
  });

  it('is held like other webhooks', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await post(sandbox, 'webhooks/hold').expect(200);
    expect((await post(sandbox, 'webhooks/test').expect(200)).body).toMatchObject({
      status: 'held',
      attempts: [],
    });
  });

  it('is rejected without a webhook URL, and creates nothing', async () => {
    const sandbox = await createSandbox(gateway);
    const { status, body } = await post(sandbox, 'webhooks/test');
    expect([status, (body as { message: string }).message]).toEqual([
      400,
      'the sandbox has no webhook URL in test mode; set webhook_uri',
    ]);
    expect(await sandbox.total('/customers')).toBe(0);
  });
});
