import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { advance } from './clock.js';
import { useGateway } from './harness.js';
import { RunningShop } from './running-shop.js';

const gateway = useGateway();
const ORDERS_FOLDER = mkdtempSync(join(tmpdir(), 'tollgate-orders-'));

let shop: RunningShop | undefined;
afterEach(async () => shop?.kill());

async function open(ordersFile?: string): Promise<RunningShop> {
  shop = await RunningShop.open(gateway, 'examples/shop.mjs', ordersFile);
  return shop;
}

const NEW = { status: 'pending', count: 0, amount: 2000, currency: 'THB', refunded: 0, payments: 0 };
const PAID = { ...NEW, status: 'paid', count: 1, payments: 1 };

describe('the example shop', () => {
  it('charges 2000 THB by PromptPay unless the body says otherwise', async () => {
    const opened = await open();
    expect(await opened.settled('1')).toEqual({ status: 'unknown', count: 0 });
    expect(await opened.begin('1')).toMatchObject({
      status: 201,
      amount: 2000,
      source: { type: 'promptpay' },
    });
    expect(await opened.settled('1')).toEqual(NEW);
    const wallet = { order: '2', amount: 4500, method: 'truemoney' };
    expect(await opened.begin('2', wallet)).toMatchObject({
      amount: 4500,
      currency: 'THB',
      source: { type: 'truemoney', phone_number: '0812345678' },
    });
    const card = { amount: 900, currency: 'JPY', method: 'card', card: await opened.sandbox.token() };
    expect(await opened.begin('3', card)).toMatchObject({ amount: 900, currency: 'JPY', source: null });
    expect(await opened.settled('3')).toEqual({ ...PAID, amount: 900, currency: 'JPY' });
  });

  it('charges a failed order again, with the amount of its first body, before it hears of the failure', async () => {
    const opened = await open();
    const first = await opened.begin('1', { amount: 3000 });
    expect(await opened.begin('1', { amount: 9900 })).toMatchObject({ status: 201, id: first.id });
    await opened.settled('1');
    await opened.webhooks('hold');
    await opened.act(first.id, 'mark_as_failed');
    const again = { amount: 9900, method: 'alipay' };
    const [second, at] = await Promise.all([opened.begin('1', again), opened.begin('1', again)]);
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ amount: 3000, source: { type: 'alipay' } });
    expect(at.id).toBe(second.id);
    await opened.webhooks('release');
    expect(await opened.order('1')).toEqual({ ...NEW, amount: 3000 });
    await opened.act(second.id, 'mark_as_paid');
    expect(await opened.settled('1')).toEqual({ ...PAID, amount: 3000 });
    expect(await opened.begin('1')).toMatchObject({ status: 201, id: second.id });
    expect(await opened.sandbox.total('/charges')).toBe(2);
  });

  it.each(['mark_as_failed', 'expire'])('shows an order as failed after %s', async (action) => {
    const opened = await open();
    const { id } = await opened.begin('1');
    await opened.act(id, action);
    expect(await opened.settled('1')).toEqual({ ...NEW, status: 'failed' });
  });

  it('charges again after a card was declined, or refused', async () => {
    const opened = await open();
    const card = await opened.sandbox.token({ number: '4111111111140011' });
    expect(await opened.begin('1', { method: 'card', card })).toMatchObject({ status: 201 });
    expect(await opened.settled('1')).toEqual({ ...NEW, status: 'failed' });
    expect(await opened.begin('1', { method: 'card', card })).toMatchObject({
      status: 422,
      code: 'used_token',
    });
    expect(await opened.settled('1')).toEqual({ ...NEW, status: 'failed' });
    await opened.begin('1', { method: 'card', card: await opened.sandbox.token() });
    expect(await opened.settled('1')).toEqual(PAID);
  });

  it('counts an order as paid by any of its charges, once, and shows that it was paid twice', async () => {
    const opened = await open();
    const { id } = await opened.begin('1');
    const other = await opened.sandbox.charge({
      currency: 'THB',
      source: { type: 'promptpay' },
      metadata: { order: '1' },
    });
    await opened.act(other.id, 'mark_as_paid');
    expect(await opened.settled('1')).toEqual(PAID);
    await opened.act(id, 'mark_as_paid');
    expect(await opened.settled('1')).toEqual({ ...PAID, payments: 2 });
  });

  it('makes one charge if the answer is lost, also if it is killed, and fulfils no order twice', async () => {
    const opened = await open(join(ORDERS_FOLDER, 'orders.json'));
    await opened.webhooks('hold');
    await opened.loseAnswer();
    expect(await opened.begin('1', { amount: 3000, method: 'alipay' })).toEqual({ status: 500 });
    await opened.kill();
    await opened.start();
    const { id } = await opened.begin('1', { amount: 5000, method: 'promptpay' });
    expect(await opened.sandbox.total('/charges')).toBe(1);
    await opened.webhooks('release');
    await opened.act(id, 'mark_as_paid');
    expect(await opened.settled('1')).toEqual({ ...PAID, amount: 3000 });
    await opened.kill();
    await opened.start();
    await opened.refund(id, 1000);
    expect(await opened.settled('1')).toEqual({ ...PAID, amount: 3000, refunded: 1000 });
  });

  it('subscribes once, also if the answer is lost, and counts each payment', async () => {
    const opened = await open();
    const { sandbox } = opened;
    const wish = { method: 'card', every: 'month' };
    await opened.loseAnswer('POST /schedules');
    expect(await opened.begin('1', { ...wish, card: await sandbox.token() })).toEqual({ status: 500 });
    expect(await opened.settled('1')).toEqual(PAID);
    const begun = await opened.begin('1', { ...wish, card: await sandbox.token() });
    expect(begun).toMatchObject({ status: 201, object: 'schedule' });
    expect(await opened.begin('1', wish)).toEqual(begun);
    expect(await sandbox.total('/schedules')).toBe(1);
    await advance(sandbox, { by: '31d' });
    expect(await opened.settled('1')).toEqual({ ...PAID, count: 2, payments: 2 });
  });

  it('shows what became of a charge whose answer was lost, not its state at that time', async () => {
    const opened = await open();
    await opened.webhooks('hold');
    await opened.loseAnswer();
    await opened.begin('1');
    const { body } = await opened.sandbox.get('/charges');
    const [{ id }] = (body as { data: [{ id: string }] }).data;
    await opened.act(id, 'mark_as_failed');
    const second = await opened.begin('1');
    expect([second.status, second.id === id]).toEqual([201, false]);
    await opened.act(second.id, 'mark_as_paid');
    await opened.webhooks('release');
    expect(await opened.settled('1')).toEqual(PAID);
  });

  it('shows an order as failed whose answer was lost, once the event of its failure comes', async () => {
    const opened = await open();
    await opened.loseAnswer();
    const card = await opened.sandbox.token({ number: '4111111111140011' });
    expect(await opened.begin('1', { method: 'card', card })).toEqual({ status: 500 });
    expect(await opened.settled('1')).toEqual({ ...NEW, status: 'failed' });
  });

  it('stays paid after a refund in part, and is refunded after the rest', async () => {
    const opened = await open();
    const { id } = await opened.begin('1', { method: 'card', card: await opened.sandbox.token() });
    await opened.refund(id, 500);
    expect(await opened.settled('1')).toEqual({ ...PAID, refunded: 500 });
    await opened.refund(id, 1500);
    expect(await opened.settled('1')).toEqual({ ...PAID, status: 'refunded', refunded: 2000 });
    expect(await opened.begin('1')).toMatchObject({ status: 201, id });
  });
});
