import { jest } from '@jest/globals';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { ChargeDueWork } from '#resources/charges/charge.work.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver, type ReceivedWebhook } from './receiver.js';
import { chargeSoonOver } from './soon-over.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const gateway = useGateway();
const receiver = useReceiver();
let merchant: Merchant;

beforeEach(async () => {
  merchant = await gateway.account({ webhookUri: receiver.uri });
});

afterEach(() => jest.restoreAllMocks());

/** The webhook that tells that the charge has ended. */
const ended = (id: string): Promise<ReceivedWebhook> =>
  receiver.next(({ event }) => event.data.id === id && event.key === 'charge.complete');

/** The number of queued jobs of a charge. */
async function timersOf(id: string): Promise<number> {
  return (await gateway.database.$queryRaw<unknown[]>`SELECT id FROM bullmq.job WHERE id LIKE ${`${id}-%`}`)
    .length;
}

/** From now on, until the end of the spec, no sweep ends charges. */
function stopSweeps(): void {
  jest.spyOn(gateway.tollgate.worker.get(ChargeDueWork, { strict: false }), 'sweep').mockResolvedValue(0);
}

describe('an unpaid charge', () => {
  it.each([
    ['mobile_banking_kbank', 10 * MINUTE_MS, (shop: Merchant) => shop.kbankCharge()],
    ['boost', 7 * DAY_MS, (shop: Merchant) => shop.charge()],
  ])('of %s expires after its time', async (_, lifetimeMs, make) => {
    const { id, expires_at: expiresAt } = await make(merchant);
    await merchant.advance(lifetimeMs - 5 * MINUTE_MS);
    expect((await merchant.retrieve(id)).status).toBe('pending');

    await merchant.advance(5 * MINUTE_MS + 5_000);
    const expired = await merchant.retrieve(id);
    expect(expired).toMatchObject({
      status: 'expired',
      expired: true,
      failure_code: 'payment_expired',
      failure_message: 'payment expired',
      expired_at: expiresAt,
      expires_at: expiresAt,
      source: { charge_status: 'expired' },
    });
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
    expect((await ended(id)).event.data).toMatchObject({
      status: 'expired',
      failure_code: 'payment_expired',
    });
  });

  it('is expired by its own timer', async () => {
    stopSweeps();
    const { id, expires_at: expiresAt } = await chargeSoonOver(gateway, merchant);
    expect((await ended(id)).event.data).toMatchObject({ status: 'expired', expired_at: expiresAt });
  });

  it('gets its timer shortly before its expiry', async () => {
    stopSweeps();
    const { id } = await merchant.kbankCharge();
    await receiver.next(({ event }) => event.data.id === id && event.key === 'charge.create');
    expect(await timersOf(id)).toBe(0);
    const madeAt = Date.now();
    const expiresAt = new Date(madeAt + 300);
    await gateway.database.charge.update({ where: { id }, data: { expiresAt } });
    const runner = gateway.tollgate.worker.get(JobRunner, { strict: false });
    await runner['sweeping'];
    // The next round looks from then on, and finds the charge even if it is late.
    for (const work of runner['works']) runner['lookedUntil'].set(work, new Date(madeAt));
    await runner.sweep();
    expect((await ended(id)).event.data).toMatchObject({ status: 'expired' });
  });

  it('cannot be paid after its expiry, stored or not', async () => {
    stopSweeps();
    const { id } = await merchant.kbankCharge();
    await gateway.database.charge.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 100) } });
    const refused = { status: 400, body: { code: 'expired_charge', message: 'charge expired' } };
    const pay = (): Promise<object> => merchant.post(`/charges/${id}/mark_as_paid`).then();
    expect(await pay()).toMatchObject(refused);
    expect(await gateway.database.charge.findUnique({ where: { id } })).toMatchObject({ status: 'pending' });

    jest.restoreAllMocks();
    await merchant.advance(5_000);
    expect((await merchant.retrieve(id)).status).toBe('expired');
    expect(await pay()).toMatchObject(refused);
  });
});

describe('a charge paid at the instant of its expiry', () => {
  it('leaves nothing to do for its timer, which reports no outcome', async () => {
    const { id } = await merchant.kbankCharge();
    await merchant.post(`/charges/${id}/mark_as_paid`);
    const { accountId } = await gateway.database.charge.findUniqueOrThrow({ where: { id } });
    const work = gateway.tollgate.worker.get(ChargeDueWork, { strict: false });
    expect(await work.perform({ id, accountId, livemode: false })).toBeUndefined();
  });

  it('is either paid or expired', async () => {
    const charges = await Promise.all(Array.from({ length: 10 }, () => merchant.kbankCharge()));
    await merchant.advance(10 * MINUTE_MS - 300);
    await Promise.all([
      merchant.advance(5_000),
      ...charges.map(({ id }) => merchant.post(`/charges/${id}/mark_as_paid`)),
    ]);
    await merchant.advance(0);
    for (const { id } of charges) {
      expect(['successful', 'expired']).toContain((await merchant.retrieve(id)).status);
      expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
    }
  });
});

describe('a charge paid in time', () => {
  it('stays paid after its expiry time', async () => {
    const { id } = await merchant.kbankCharge();
    await merchant.post(`/charges/${id}/mark_as_paid`);
    await merchant.advance(DAY_MS);
    expect((await merchant.retrieve(id)).status).toBe('successful');
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
  });
});

describe('an authorized charge without a capture', () => {
  it('expires with charge.expire, after its charge.complete', async () => {
    const { id } = await merchant.charge({ capture: 'false' });
    await merchant.post(`/charges/${id}/mark_as_paid`);
    await merchant.advance(7 * DAY_MS + 5_000);
    expect(await merchant.retrieve(id)).toMatchObject({
      status: 'expired',
      expired: true,
      capturable: false,
      authorized: true,
    });
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete', 'charge.expire']);
    expect((await merchant.post(`/charges/${id}/capture`)).body).toMatchObject({ code: 'expired_charge' });
  });
});

describe('the clock of one account', () => {
  it('does not affect another account', async () => {
    const neighbour = await gateway.account();
    const { id } = await neighbour.kbankCharge();
    await merchant.advance(DAY_MS);
    expect((await neighbour.retrieve(id)).status).toBe('pending');
    const madeAt = async (shop: Merchant): Promise<number> => Date.parse((await shop.charge()).created_at);
    // In this order, or the time between the two would count.
    const neighbours = await madeAt(neighbour);
    expect((await madeAt(merchant)) - neighbours).toBeGreaterThanOrEqual(DAY_MS);
  });
});
