import type { Client } from '@modelcontextprotocol/client';
import request from 'supertest';
import type { Gateway } from './harness.js';
import type { Receiver } from './receiver.js';

/** Calls a tool, and returns its text. */
export async function callTool(client: Client, name: string, args: object): Promise<string> {
  const { isError, text } = await askTool(client, name, args);
  if (isError) throw new Error(`${name}: ${text}`);
  return text;
}

export async function askTool(
  client: Client,
  name: string,
  args: object,
): Promise<{ isError: boolean; text: string }> {
  const { isError = false, content } = await client.callTool({ name, arguments: { ...args } });
  const text = content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
  return { isError, text };
}

/** Makes a sandbox and a charge, pays it as the customer and reads its webhook. */
export async function payAndReadWebhook(client: Client, receiver: Receiver): Promise<string> {
  const made = await callTool(client, 'sandbox', { action: 'create', webhook_uri: receiver.uri });
  const [, sandbox = ''] = /^Sandbox (\S+),/.exec(made) ?? [];
  expect(made).toMatch(/^TOLLGATE_SECRET_KEY=skey_test_\w+$/m);
  const charge = await callTool(client, 'call_api', {
    sandbox,
    method: 'POST',
    path: '/charges',
    parameters: { amount: 2000, currency: 'THB', source: { type: 'promptpay' }, metadata: { order: '1042' } },
  });
  const { id, status } = JSON.parse(charge) as { id: string; status: string };
  expect(status).toBe('pending');
  expect(await callTool(client, 'act_as_customer', { sandbox, charge: id, outcome: 'pay' })).toBe(
    `${id} is successful`,
  );
  expect(await callTool(client, 'wait_for', { sandbox, until: 'charge', object: id })).toBe(
    `${id} is successful`,
  );
  const event = { sandbox, object: id, key: 'charge.complete', seconds: 30 };
  expect(await callTool(client, 'wait_for', { ...event, until: 'event' })).toContain('charge.complete');
  const delivered = await callTool(client, 'wait_for', { ...event, until: 'webhook' });
  const [delivery] = /whdl_\w+/.exec(delivered) ?? [];
  const explained = await callTool(client, 'explain_webhook', { sandbox, delivery });
  expect(explained).toContain(`charge.complete of ${id}`);
  expect(explained).toMatch(/^#1 at \S+: answered 200$/m);
  expect(explained).toMatch(/^ {2}signature: right and fresh, Omise-Signature [\da-f]{64}$/m);
  const { text } = await receiver.next('charge.complete');
  expect(text).toContain(id);
  const timeline = await callTool(client, 'timeline', { sandbox, object: id });
  expect(timeline).toMatch(/event charge\.create pending .*\n[^]*event charge\.complete successful /);
  expect(await callTool(client, 'wait_for', { sandbox, until: 'idle', seconds: 30 })).toMatch(/^Idle\./);
  return sandbox;
}

/** The clients that the acts in a sandbox name, in their order. */
export async function actingClients(gateway: Gateway, token: string, sandbox: string): Promise<unknown[]> {
  const { body } = await request(gateway.settings.controlUrl)
    .get(`/api/sandboxes/${sandbox}/timeline?kinds=act`)
    .auth(token, { type: 'bearer' })
    .expect(200);
  const { data } = body as { data: readonly { details: { client: unknown } }[] };
  return data.map(({ details }) => details.client);
}
