import { openGateway, type Gateway, type Merchant } from './harness.js';
import { openReceiver, type Receiver } from './receiver.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let gateway: Gateway;
let receiver: Receiver;
let merchant: Merchant;

beforeAll(async () => {
  receiver = await openReceiver();
  gateway = await openGateway();
});

beforeEach(async () => {
  merchant = await gateway.account({ webhookUri: receiver.uri });
});

afterAll(async () => {
  await gateway.close();
  await receiver.close();
});

describe('a charge that nobody pays', () => {
  it.each([
    ['mobile_banking_kbank', 10 * MINUTE_MS, (shop: Merchant) => shop.kbankCharge()],
    ['boost', 7 * DAY_MS, (shop: Merchant) => shop.charge()],
  ])('of %s expires after its time', async (_, lifetimeMs, make) => {
    const { id, expires_at: expiresAt } = await make(merchant);
    await merchant.advance(lifetimeMs - 60_000);
    expect((await merchant.retrieve(id)).status).toBe('pending');

    await merchant.advance(65_000);
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
    const { event } = await receiver.next((webhook) => webhook.event.data.id === id && webhook.event.key === 'charge.complete');
    expect(event.data).toMatchObject({ status: 'expired', failure_code: 'payment_expired' });
  });

  it('is ended by its own timer when nothing else moves', async () => {
    const soon = new Date(Date.now() + 1_500).toISOString();
    const { id } = await merchant.charge({ expires_at: soon });
    const { event } = await receiver.next((webhook) => webhook.event.data.id === id && webhook.event.key === 'charge.complete');
    expect(event.data).toMatchObject({ status: 'expired' });
  });

  it('cannot be paid once its time has come, written down or not', async () => {
    const { id } = await merchant.kbankCharge();
    await gateway.database.charge.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 100) } });
    const { status, body } = await merchant.post(`/charges/${id}/mark_as_paid`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'expired_charge', message: 'charge expired' });
    await merchant.advance(5_000);
    expect((await merchant.retrieve(id)).status).toBe('expired');
  });
});

describe('a charge that is paid at the instant of its expiry', () => {
  it('ends once, one way or the other', async () => {
    const charges = await Promise.all(Array.from({ length: 10 }, () => merchant.kbankCharge()));
    await merchant.advance(10 * MINUTE_MS - 300);
    await Promise.all([merchant.advance(5_000), ...charges.map(({ id }) => merchant.post(`/charges/${id}/mark_as_paid`))]);
    await merchant.advance(0);
    for (const { id } of charges) {
      expect(['successful', 'expired']).toContain((await merchant.retrieve(id)).status);
      expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
    }
  });
});

describe('a charge that is paid in time', () => {
  it('stays paid when its time comes', async () => {
    const { id } = await merchant.kbankCharge();
    await merchant.post(`/charges/${id}/mark_as_paid`);
    await merchant.advance(DAY_MS);
    expect((await merchant.retrieve(id)).status).toBe('successful');
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
  });
});

describe('a charge that is authorized and never captured', () => {
  it('lapses, with charge.expire: its charge.complete has been', async () => {
    const { id } = await merchant.charge({ capture: 'false' });
    await merchant.post(`/charges/${id}/mark_as_paid`);
    await merchant.advance(7 * DAY_MS + 5_000);
    expect(await merchant.retrieve(id)).toMatchObject({ status: 'expired', expired: true, capturable: false, authorized: true });
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete', 'charge.expire']);
    expect((await merchant.post(`/charges/${id}/capture`)).body).toMatchObject({ code: 'expired_charge' });
  });
});

describe('the clock of one account', () => {
  it('is no other account’s', async () => {
    const neighbour = await gateway.account();
    const { id } = await neighbour.kbankCharge();
    await merchant.advance(DAY_MS);
    expect((await neighbour.retrieve(id)).status).toBe('pending');
    expect((await merchant.charge()).created_at.slice(0, 10)).not.toBe((await neighbour.charge()).created_at.slice(0, 10));
  });
});
