import request from 'supertest';
import { Log } from '#platform/logging/log.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { Audit } from '#engine/audit/audit.js';
import { PageOpenings } from '#engine/audit/page-openings.js';
import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();

interface Entry {
  readonly object_id: string;
  readonly request_id: string;
  readonly livemode: boolean;
  readonly details: {
    readonly action?: string;
    readonly failure_code?: string | null;
    readonly key?: string;
  };
}

async function entriesOf(sandbox: Sandbox, kinds: string, count = 0): Promise<readonly Entry[]> {
  const { body } = await control(gateway)
    .get(`/api/sandboxes/${sandbox.name}/timeline`)
    .query({ kinds, ...(count > 0 && { wait: '60s', count }) })
    .expect(200);
  return (body as { data: readonly Entry[] }).data;
}

async function pageEntries(sandbox: Sandbox, count = 0): Promise<(string | null | undefined)[][]> {
  return (await entriesOf(sandbox, 'page', count)).map(({ details }) => [
    details.action,
    details.failure_code,
  ]);
}

const click = (page: string, form: object): request.Test =>
  request(page).post('').type('form').send(form).expect(303);
const open = (page: string): request.Test => request(page).get('').expect(200);

const secured = { return_uri: 'https://shop.example/return' };

describe('timeline entries of a payment page', () => {
  it('show that it was opened once, and approved by the paying request', async () => {
    const sandbox = await createSandbox(gateway);
    const { id, authorize_uri: page } = await sandbox.charge();
    await open(page).set('X-Request-Id', 'the-opening');
    await open(page);
    await click(page, { outcome: 'successful' }).set('X-Request-Id', 'the-click');
    await open(page);
    const [opened, approved, ...others] = await entriesOf(sandbox, 'page', 2);
    expect(opened).toMatchObject({
      object_id: id,
      livemode: false,
      request_id: 'the-opening',
      details: { action: 'opened' },
    });
    expect(approved).toMatchObject({
      object_id: id,
      request_id: 'the-click',
      details: { action: 'approved', failure_code: null },
    });
    expect(others).toEqual([]);
    const paid = (await entriesOf(sandbox, 'event', 2)).find(
      ({ details }) => details.key === 'charge.complete',
    );
    expect(paid).toMatchObject({ request_id: 'the-click' });
  });

  it('show that it was opened once, even by two processes', async () => {
    const sandbox = await createSandbox(gateway);
    const { id, authorize_uri: page } = await sandbox.charge();
    await open(page);
    const account = await sandbox.accountId();
    const app = gateway.tollgate.control;
    // Of a process that did not see the first opening.
    const fresh = new PageOpenings(app.get(Audit, { strict: false }), app.get(Log, { strict: false }));
    await fresh.note(await app.get(AccountDirectory, { strict: false }).get(account), {
      id,
      livemode: false,
    });
    expect(await pageEntries(sandbox, 1)).toEqual([['opened', null]]);
  });

  it('show that the customer of a link submitted a payment method, before the charge', async () => {
    const sandbox = await createSandbox(gateway);
    const order = { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' };
    const { payment_uri: uri } = (await sandbox.post('/links', order).expect(200)).body as {
      payment_uri: string;
    };
    await click(uri, { method: 'promptpay' }).set('X-Request-Id', 'the-choice');
    const [chosen, ...others] = await entriesOf(sandbox, 'page', 1);
    const created = (await entriesOf(sandbox, 'event', 2)).find(({ object_id: id }) =>
      id?.startsWith('chrg_'),
    );
    expect(chosen).toMatchObject({
      object_id: created?.object_id,
      request_id: 'the-choice',
      details: { action: 'submitted' },
    });
    expect(created).toMatchObject({ request_id: 'the-choice', details: { key: 'charge.create' } });
    expect(others).toEqual([]);
  });

  it('show that the customer declined, with the code', async () => {
    const sandbox = await createSandbox(gateway);
    const { authorize_uri: page } = await sandbox.charge();
    await click(page, { outcome: 'failed', failure_code: 'insufficient_fund' });
    expect(await pageEntries(sandbox, 1)).toEqual([['declined', 'insufficient_fund']]);
  });

  it('show that a tester expired the payment', async () => {
    const sandbox = await createSandbox(gateway);
    const { authorize_uri: page } = await sandbox.charge();
    await click(page, { outcome: 'expired' });
    expect(await pageEntries(sandbox, 1)).toEqual([['expired', null]]);
  });

  it('show each wrong one-time password, and the right one', async () => {
    const sandbox = await createSandbox(gateway, { three_d_secure: true, three_d_secure_challenge: 'otp' });
    const { authorize_uri: page } = (await sandbox.cardCharge(secured)) as unknown as {
      authorize_uri: string;
    };
    for (const password of ['111111', '222222', '123456'])
      await click(page, { outcome: 'successful', one_time_password: password });
    expect(await pageEntries(sandbox, 3)).toEqual([
      ['wrong_password', null],
      ['wrong_password', null],
      ['approved', null],
    ]);
  });

  it('show the customer’s approval of a payment that a fault fails', async () => {
    const sandbox = await createSandbox(gateway);
    await setFault(sandbox, { on: 'payment', do: { never: true } });
    const { authorize_uri: page } = await sandbox.charge();
    await request(page).post('').type('form').send({ outcome: 'successful' });
    expect(await pageEntries(sandbox, 1)).toEqual([['approved', null]]);
  });

  it('omit clicks without effect, and charges paid without the page', async () => {
    const sandbox = await createSandbox(gateway);
    const { id, authorize_uri: page } = await sandbox.charge();
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await click(page, { outcome: 'failed', failure_code: 'insufficient_fund' });
    await open(page);
    await entriesOf(sandbox, 'request', 4);
    expect(await pageEntries(sandbox)).toEqual([]);
  });

  it('show the owner’s registration of a bank account', async () => {
    const sandbox = await createSandbox(gateway);
    const form = { type: 'direct_debit_scb', return_uri: 'https://shop.example/linked' };
    const linked = (await sandbox.post('/linked_accounts', form).expect(200)).body as {
      id: string;
      registration_uri: string;
    };
    await open(linked.registration_uri);
    await open(linked.registration_uri);
    await click(linked.registration_uri, { outcome: 'successful' });
    const entries = await entriesOf(sandbox, 'page', 2);
    expect(entries.map(({ object_id: object, details }) => [object, details.action])).toEqual([
      [linked.id, 'opened'],
      [linked.id, 'approved'],
    ]);
  });

  it('are invisible to other sandboxes', async () => {
    const [sandbox, other] = [await createSandbox(gateway), await createSandbox(gateway)];
    await open((await sandbox.charge()).authorize_uri);
    expect(await pageEntries(other)).toEqual([]);
  });
});
