import { createHash } from 'node:crypto';
import request from 'supertest';
import type { Gateway } from './harness.js';
import { ACCOUNT_LISTS } from './lists.js';
import { ORDER } from './merchant.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

/** A sandbox as callers see it: its account, its balance and its lists. */
export function shown(sandbox: Sandbox, at = sandbox.gateway): Promise<unknown[]> {
  const paths = ['/account', '/balance', ...ACCOUNT_LISTS];
  return Promise.all(paths.map(async (path) => (await sandbox.get(path, at).expect(200)).body as unknown));
}

/** Snapshot calls of a sandbox on the control host. */
export function snapshotsOf(sandbox: Sandbox): {
  save: (name?: string) => request.Test;
  list: () => request.Test;
  restore: (name?: string) => request.Test;
  remove: (name?: string) => request.Test;
  /** The text of the file. */
  export: (query?: object, name?: string) => Promise<string>;
  diff: (before: string, after: string) => request.Test;
  import: (text: string, query?: object) => request.Test;
} {
  const path = `/api/sandboxes/${sandbox.name}/snapshots`;
  const host = (): ReturnType<typeof control> => control(sandbox.gateway);
  return {
    save: (name = 'before') => host().post(path).send({ name }),
    list: () => host().get(path),
    restore: (name = 'before') => host().post(`${path}/${name}/restore`),
    remove: (name = 'before') => host().delete(`${path}/${name}`),
    export: async (query = {}, name = 'before') => {
      const { status, text } = await host()
        .get(`${path}/${name}/export`)
        .query(query)
        .buffer(true)
        .parse(readText);
      if (status !== 200) throw new Error(text);
      return text;
    },
    import: (text, query = {}) =>
      host()
        .post(`/api/sandboxes/${sandbox.name}/import`)
        .query(query)
        .type('application/x-ndjson')
        .send(text),
    diff: (before, after) => host().get(`${path}/${before}/diff/${after}`),
  };
}

/** Ids of the created objects. */
interface Filled {
  readonly pending: string;
  readonly paid: string;
  readonly customer: string;
  readonly dispute: string;
}

/** Number of charges in a filled sandbox. */
export const FILLED_CHARGES = 7;

/** Something of everything that a sandbox may hold. */
export async function fill(sandbox: Sandbox): Promise<Filled> {
  const { id: pending } = await sandbox.charge({
    metadata: { order: '1' },
    description: 'A book for Somchai',
  });
  const { id: paid } = await sandbox.charge();
  await sandbox.post(`/charges/${paid}/mark_as_paid`);
  const { settings } = sandbox.gateway;
  const card = { ...CARD, street1: '1448/4 Praditmanutham Road', phone_number: '0812345678' };
  const { body: token } = await request(settings.vaultUrl)
    .post('/tokens')
    .auth(sandbox.body.test.public_key, '')
    .send({ card });
  const form = { card: (token as Made).id, email: 'somchai@example.com', description: 'Somchai Prasert' };
  const { id: customer } = (await sandbox.post('/customers', form)).body as Made;
  const { id: charged } = (await sandbox.post('/charges', { amount: 100_000, currency: 'THB', customer }))
    .body as Made;
  await sandbox.post(`/charges/${charged}/refunds`, { amount: 10_000 });
  const charge = { customer, amount: 100_000, description: 'For Somchai' };
  await sandbox.post('/schedules', { every: 365, period: 'day', end_date: '2033-12-31', charge });
  const { id: disputed } = await sandbox.cardCharge();
  const { id: dispute } = (await sandbox.post(`/charges/${disputed}/disputes`)).body as Made;
  await request(settings.baseUrl)
    .post(`/disputes/${dispute}/documents`)
    .auth(sandbox.secretKey, '')
    .attach('file', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'photo.png');
  await sandbox.post('/links', {
    amount: 100_000,
    currency: 'THB',
    title: 'Order-384',
    description: 'New Product',
  });
  const { id: session } = (
    await request(settings.payUrl).post('/api/sessions').auth(sandbox.secretKey, '').send(ORDER)
  ).body as Made;
  await request(settings.payUrl).post(`/checkout/${session}`).type('form').send({ method: 'promptpay' });
  await sandbox.post('/linked_accounts', {
    type: 'direct_debit_scb',
    return_uri: 'https://shop.example/linked',
  });
  const { id: recipient } = (await sandbox.post('/recipients', RECIPIENT)).body as Made;
  await sandbox.post('/transfers', { amount: 5_000, recipient });
  const transfer = { recipient, percentage_of_balance: 12.5 };
  await sandbox.post('/schedules', { every: 30, period: 'day', end_date: '2033-12-31', transfer });
  await sandbox.post('/charges', BOOST).set('Idempotency-Key', 'order-1042');
  return { pending, paid, customer, dispute };
}

/**
 * A sandbox with something of everything, whose clock has been moved and whose webhooks are held, and its
 * file.
 */
export async function exportedFrom(
  gateway: Gateway,
): Promise<{ origin: Sandbox; text: string; made: Filled }> {
  const origin = await createSandbox(gateway, { clock: { now: '2031-02-03T04:05:06Z', frozen: true } });
  const path = `/api/sandboxes/${origin.name}`;
  await control(gateway).post(`${path}/webhooks/hold`).expect(200);
  await control(gateway).patch(path).send({ webhook_uri: 'http://127.0.0.1:9/hook' }).expect(200);
  const made = await fill(origin);
  await control(gateway).post(`${path}/clock/advance`).send({ by: '1h' }).expect(200);
  await snapshotsOf(origin).save().expect(200);
  return { origin, text: await snapshotsOf(origin).export(), made };
}

export type Line = Record<string, unknown>;

export function linesOf(text: string): Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** A file with these lines between its first and its last. */
export function fileOf(lines: readonly Line[]): string {
  const [rows, trailer] = [lines.slice(0, -1), lines.at(-1)];
  const text = rows.map((line) => `${JSON.stringify(line)}\n`).join('');
  return `${text}${JSON.stringify({ ...trailer, rows: rows.length - 1, sha256: createHash('sha256').update(text).digest('hex') })}\n`;
}

interface Made {
  readonly id: string;
}

const BOOST = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};
const RECIPIENT = {
  name: 'Somchai Prasert',
  bank_account: { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' },
};
const CARD = {
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2040,
  name: 'Somchai Prasert',
  security_code: '123',
};

/** A parser for answers that are texts of another type. */
export function readText(res: request.Response, done: (error: Error | null, body: unknown) => void): void {
  const stream = res as unknown as NodeJS.ReadableStream & { text: string };
  stream.setEncoding('utf8');
  stream.text = '';
  stream.on('data', (piece: string) => (stream.text += piece));
  stream.on('end', () => done(null, stream.text));
}
