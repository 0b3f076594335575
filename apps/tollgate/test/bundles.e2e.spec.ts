import type request from 'supertest';
import { objectOfId } from '#kernel/ids.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '#platform/testing/until.js';
import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { exportedFrom, fileOf, linesOf, snapshotsOf, type Line } from './snapshots.js';

const gateway = useGateway();
const receiver = useReceiver();

const bundleOf = (sandbox: Sandbox, object: string, query: object = {}): request.Test =>
  control(gateway)
    .get(`/api/sandboxes/${sandbox.name}/bundle`)
    .query({ object, ...query });

async function savedFrom(sandbox: Sandbox, object: string, query: object = {}): Promise<string> {
  const { status, text } = await bundleOf(sandbox, object, query).buffer(true).parse(readText);
  if (status !== 200) throw new Error(text);
  return text;
}

function readText(response: request.Response, done: (error: Error | null, text: string) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    response.text = Buffer.concat(chunks).toString();
    done(null, response.text);
  });
}

const idsIn = (lines: readonly Line[], table: string): unknown[] =>
  lines.filter((line) => line['table'] === table).map(({ id }) => id);

async function until2xx(sandbox: Sandbox, count: number): Promise<void> {
  const accountId = await sandbox.accountId();
  await until(
    async () =>
      (await gateway.database.webhookDelivery.count({ where: { accountId, status: 'delivered' } })) === count,
    `${count} webhooks are not delivered`,
  );
}

describe('a bundle', () => {
  it('has the rows of one payment, and none of others', async () => {
    const sandbox = await createSandbox(gateway);
    const { id: other } = await sandbox.cardCharge();
    await sandbox.post(`/charges/${other}/refunds`, { amount: 20_000 }).expect(200);
    const { id } = await sandbox.cardCharge();
    const { body: refund } = await sandbox.post(`/charges/${id}/refunds`, { amount: 30_000 }).expect(200);
    const { body: dispute } = await sandbox.post(`/charges/${id}/disputes`).expect(200);
    const lines = linesOf(await savedFrom(sandbox, id));
    expect(lines[0]).toMatchObject({ tollgate: 'snapshot', personal_data: false, bundle: { object: id } });
    expect(idsIn(lines, 'charge')).toEqual([id]);
    expect(idsIn(lines, 'refund')).toEqual([(refund as { id: string }).id]);
    expect(idsIn(lines, 'dispute')).toEqual([(dispute as { id: string }).id]);
    expect(idsIn(lines, 'card')).toHaveLength(1);
    expect(idsIn(lines, 'transaction')).toHaveLength(3);
    const keys = lines.filter(({ table }) => table === 'event').map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['charge.create', 'refund.create', 'dispute.create']));
    expect(JSON.stringify(lines)).not.toContain(other);
  });

  it('can be made of every object, and imported', async () => {
    const { origin, text } = await exportedFrom(gateway);
    const sandbox = await createSandbox(gateway);
    const lines = linesOf(text).filter(({ id }) => objectOfId(String(id)) !== undefined);
    // Every charge, as each is paid in another way, and the first object of each other kind.
    const ids = lines
      .filter(
        ({ table }, place) =>
          table === 'charge' || lines.findIndex((line) => line['table'] === table) === place,
      )
      .map(({ id }) => String(id));
    expect(ids.map(objectOfId)).toEqual(
      expect.arrayContaining(['charge', 'customer', 'schedule', 'transfer']),
    );
    for (const id of ids) {
      const bundle = await savedFrom(origin, id);
      const { status, body } = await snapshotsOf(sandbox).import(bundle);
      expect({ id, status, body: body as object }).toMatchObject({
        status: 200,
        body: { object: 'restore', object_id: expect.stringContaining(id.slice(0, 4)) },
      });
    }
  });

  it('keeps the IDs, unless they are in use', async () => {
    const origin = await createSandbox(gateway);
    const { id } = await origin.charge({ metadata: { order: '1042' } });
    const bundle = await savedFrom(origin, id);
    const sandbox = await createSandbox(gateway);
    const { body: other } = await snapshotsOf(sandbox).import(bundle).expect(200);
    const { object_id: otherId } = other as { object_id: string };
    expect(otherId).not.toBe(id);
    expect((await sandbox.get(`/charges/${otherId}`)).body).toMatchObject({
      id: otherId,
      metadata: { order: '1042' },
    });
    expect((await snapshotsOf(sandbox).import(bundle, { new_ids: false })).body).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('in use'),
    });
    await origin.delete();
    await until(async () => {
      await gateway.tollgate.worker.get(JobRunner).sweep();
      return (await snapshotsOf(sandbox).import(bundle)).body.object_id === id;
    }, 'the IDs of the deleted sandbox stay in use');
    expect((await sandbox.get(`/charges/${id}`)).status).toBe(200);
  });

  it('has no personal data but the order, unless it is asked for', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await setFault(sandbox, {
      on: 'webhook',
      match: { key: 'charge.create' },
      do: { patch: { data: { description: 'Somchai, patched' } } },
    });
    const metadata = { order: '1042', email: 'somchai@example.com' };
    const { id } = await sandbox.cardCharge({ metadata, description: 'For Somchai', ip: '203.0.113.9' });
    await until2xx(sandbox, 1);
    const personal = ['Somchai', 'somchai@example.com', '203.0.113.9'];
    const whole = await savedFrom(sandbox, id, { without_personal_data: false });
    expect(personal.filter((text) => !whole.includes(text))).toEqual([]);
    const text = await savedFrom(sandbox, id);
    expect(personal.filter((one) => text.includes(one))).toEqual([]);
    const lines = linesOf(text);
    const charge = lines.find(({ table }) => table === 'charge');
    const event = lines.find(({ table }) => table === 'event');
    const attempt = lines.find(({ table }) => table === 'webhook_attempt');
    expect(charge).toMatchObject({ metadata: { order: '1042' } });
    expect(event).toMatchObject({ body: { data: { metadata: { order: '1042' } } } });
    expect(JSON.parse((attempt?.['change'] as { body: string }).body)).toMatchObject({
      data: { id, metadata: { order: '1042' }, description: 'removed' },
    });
    expect(await savedFrom(sandbox, id, { order_key: 'none' })).not.toContain('1042');
    const sandbox2 = await createSandbox(gateway);
    await snapshotsOf(sandbox2).import(text).expect(200);
  });

  it('has no unknown parameters, values of rejected requests, request IDs of callers, fragments, nor e-mail addresses in paths', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.cardCharge({
      return_uri: 'https://shop.example/somchai@example.com/done#somchai',
    });
    await sandbox
      .post(`/charges/${id}/refunds`, { amount: 20_000, somchai: 'x' })
      .set('X-Request-Id', 'somchai-1042')
      .expect(200);
    await sandbox.get(`/charges/${id}/somchai@mail.example`).expect(404);
    await sandbox.post(`/charges/${id}/refunds`, { amount: 'Somchai', metadata: { order: '7' } }).expect(400);
    let [text, details]: [string, Line[]] = ['', []];
    await until(async () => {
      text = await savedFrom(sandbox, id);
      details = linesOf(text).flatMap(({ entry }) => (entry ? [(entry as Line)['details'] as Line] : []));
      return details.filter(({ path }) => /(refunds|\*\*\*)$/.test(String(path))).length === 3;
    }, 'the requests are not in the timeline');
    expect(text.match(/[^"]*somchai[^"]*/gi)).toBeNull();
    expect(text).toContain('https://shop.example/***/done#***');
    expect(text).toContain('https://www.omise.co/api-errors#');
    const refunds = details.filter(({ path }) => String(path).endsWith('/refunds'));
    expect(refunds.map(({ parameters }) => parameters)).toEqual([
      { amount: 20_000 },
      { amount: 'removed', metadata: { order: '7' } },
    ]);
    const whole = await savedFrom(sandbox, id, { without_personal_data: false });
    expect(whole).toContain('Somchai');
  });

  it('is not imported without the rows of its object', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    const lines = linesOf(await savedFrom(sandbox, id));
    const empty = fileOf(lines.filter((_, index) => index === 0 || index === lines.length - 1));
    const { status, body } = await snapshotsOf(sandbox).import(empty);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ message: `the file has no row of its object ${id}` }),
    ]);
    expect((await sandbox.get(`/charges/${id}`)).status).toBe(200);
  });

  it('has the timeline with the parameters and responses of requests', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge({ metadata: { order: '1042', name: 'Somchai' } });
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    let requests: Line[] = [];
    await until(async () => {
      const entries = linesOf(await savedFrom(sandbox, id)).flatMap(({ entry }) =>
        entry ? [entry as Line] : [],
      );
      requests = entries.filter(({ kind }) => kind === 'request');
      return requests.length === 2;
    }, 'the requests are not in the timeline');
    expect(requests.map(({ details }) => details)).toMatchObject([
      {
        method: 'POST',
        path: '/charges',
        state: 'done',
        parameters: { metadata: { order: '1042' } },
        answer: { id, metadata: { order: '1042' } },
      },
      { path: `/charges/${id}/mark_as_paid`, answer: { id, status: 'successful' } },
    ]);
    expect(JSON.stringify(requests)).not.toContain('Somchai');
  });

  it.each(['https://shop.example/', 'myapp://done'])('has no key and no secret of %s', async (address) => {
    const sandbox = await createSandbox(gateway, { webhook_uri: `${receiver.uri}?token=t-secret` });
    const { id } = await sandbox.cardCharge({ return_uri: `${address}?s=t-secret` });
    await until2xx(sandbox, 1);
    const text = await savedFrom(sandbox, id, { without_personal_data: false });
    const { test, live, webhook_secret: secret } = sandbox.body;
    const keys = [test, live].flatMap(({ public_key: shown, secret_key: hidden }) => [shown, hidden]);
    const secrets = [...keys, secret, 't-secret', '4242424242424242'];
    expect(secrets.filter((one) => text.includes(one))).toEqual([]);
  });

  it('is rejected if its rows would fill the memory', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    await gateway.database.$executeRaw`UPDATE event SET body = repeat('x', 34000000) WHERE object_id = ${id}`;
    const { status, body } = await bundleOf(sandbox, id);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        message: `${id} has more than 33554432 bytes; save and export a snapshot instead`,
      }),
    ]);
  });

  it('is rejected for an unknown or missing object', async () => {
    const sandbox = await createSandbox(gateway);
    const other = await createSandbox(gateway);
    const { id } = await other.charge();
    expect((await bundleOf(sandbox, id)).body).toMatchObject({
      code: 'not_found',
      message: `charge ${id} was not found`,
    });
    for (const object of ['', 'charge', 'acct_1'])
      expect((await bundleOf(sandbox, object)).body).toMatchObject({
        code: 'bad_request',
        message: 'object must be the ID of an object, such as a charge',
      });
    expect((await bundleOf(other, id, { order_key: ['a', 'b'] })).body).toMatchObject({
      code: 'bad_request',
    });
  });
});
