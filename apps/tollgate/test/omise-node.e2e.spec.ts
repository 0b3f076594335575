import http from 'node:http';
import { connect, type Socket } from 'node:net';
import * as omise from 'omise';
import { shownLater } from './answers.js';
import { advance, frozenSandbox } from './clock.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

/** Fields of the client's responses. Its own types do not describe an ES module, and lack parameters. */
interface Answer {
  readonly id: string;
  readonly card: { readonly id: string };
  readonly [field: string]: unknown;
}
type Call = (...parameters: unknown[]) => Promise<Answer>;
type Resource = Readonly<
  Record<'create' | 'retrieve' | 'list' | 'update' | 'destroy', Call> &
    Record<'capture' | 'createRefund' | 'listRefunds' | 'listCards' | 'updateCard' | 'destroyCard', Call>
>;
type Client = Readonly<
  Record<'tokens' | 'charges' | 'customers' | 'balance' | 'transactions', Resource> &
    Record<'recipients' | 'transfers' | 'links' | 'schedules' | 'search', Resource>
>;

const connectClient = (omise as unknown as { default: (options: object) => Client }).default;

const API_HOST = 'api.tollgate.test';
const VAULT_HOST = 'vault.tollgate.test';

/** Ports of the hosts in the client's settings. */
const PORTS = new Map<string, number>();

/**
 * Stands in for the name server and the ports 80 of a staging network: the client can name hosts, but no
 * ports.
 */
class ToGateway extends http.Agent {
  override createConnection({ host, port }: http.ClientRequestArgs): Socket {
    return connect(PORTS.get(String(host)) ?? Number(port), '127.0.0.1');
  }
}

const originalAgent = http.globalAgent;

const gateway = useGateway();
let merchant: Merchant;
let client: Client;

beforeAll(async () => {
  merchant = await gateway.account();
  await merchant.advanceToNoon();
  PORTS.set(API_HOST, gateway.settings.apiPort).set(VAULT_HOST, gateway.settings.vaultPort);
  http.globalAgent = new ToGateway();
  client = clientOf(merchant.key('public'), merchant.key('secret'));
});

afterAll(() => {
  http.globalAgent.destroy();
  http.globalAgent = originalAgent;
});

function clientOf(publicKey: string, secretKey: string): Client {
  return connectClient({
    host: API_HOST,
    vaultHost: VAULT_HOST,
    scheme: 'http',
    publicKey,
    secretKey,
    omiseVersion: '2019-05-29',
  });
}

const newToken = (number = '4242424242424242'): Promise<Answer> =>
  client.tokens.create({
    card: {
      name: 'Somchai Example',
      number,
      expiration_month: 12,
      expiration_year: 2040,
      security_code: '123',
      city: 'Bangkok',
    },
  });

describe('the official Node client, unmodified,', () => {
  it('creates a token, charges it, and retrieves both', async () => {
    const token = await newToken();
    expect(token).toMatchObject({
      object: 'token',
      used: false,
      card: { last_digits: '4242', brand: 'Visa' },
    });
    const charge = await client.charges.create({
      amount: 100_000,
      currency: 'THB',
      card: token.id,
      description: 'Order 1',
    });
    expect(charge).toMatchObject({ object: 'charge', status: 'successful', paid: true, net: 96_094 });
    expect(await client.charges.retrieve(charge.id)).toEqual(shownLater(charge));
    expect(await client.tokens.retrieve(token.id)).toMatchObject({ used: true, charge_status: 'successful' });
    expect(await client.charges.list({ limit: 1, order: 'reverse_chronological' })).toMatchObject({
      data: [{ id: charge.id }],
    });
    await expect(
      client.charges.create({ amount: 100_000, currency: 'THB', card: token.id }),
    ).rejects.toMatchObject({ code: 'used_token' });
  });

  it('saves a card, charges the customer, adds a second card, makes it the default, and deletes it', async () => {
    const [first, second] = [await newToken(), await newToken('5555555555554444')];
    const customer = await client.customers.create({
      email: 'somchai@shop.example',
      description: 'Somchai',
      card: first.id,
    });
    expect(customer).toMatchObject({ object: 'customer', default_card: first.card.id });
    expect(
      await client.charges.create({ amount: 50_000, currency: 'THB', customer: customer.id }),
    ).toMatchObject({
      status: 'successful',
      customer: customer.id,
      card: { id: first.card.id },
    });
    await client.customers.update(customer.id, { card: second.id });
    expect(await client.customers.listCards(customer.id)).toMatchObject({ object: 'list', total: 2 });
    const changed = await client.customers.update(customer.id, { default_card: second.card.id });
    expect(changed['default_card']).toBe(second.card.id);
    expect(
      await client.customers.updateCard(customer.id, second.card.id, { name: 'S. Example' }),
    ).toMatchObject({
      name: 'S. Example',
    });
    expect(await client.customers.destroyCard(customer.id, second.card.id)).toMatchObject({ deleted: true });
    expect(await client.customers.retrieve(customer.id)).toMatchObject({
      default_card: first.card.id,
      cards: { total: 1 },
    });
    expect(await client.customers.destroy(customer.id)).toMatchObject({ id: customer.id, deleted: true });
  });

  it('pre-authorizes, captures half, then refunds in two parts', async () => {
    const { id: card } = await newToken();
    const charge = await client.charges.create({
      amount: 100_000,
      currency: 'THB',
      card,
      capture: false,
      authorization_type: 'pre_auth',
    });
    expect(charge).toMatchObject({ status: 'pending', authorized: true });
    const captured = await client.charges.capture(charge.id, { capture_amount: 50_000 });
    expect(captured).toMatchObject({ status: 'successful', captured_amount: 50_000, net: 48_047 });
    const refund = await client.charges.createRefund(charge.id, { amount: 20_000 });
    expect(refund).toMatchObject({ object: 'refund', amount: 20_000, status: 'closed', voided: false });
    await client.charges.createRefund(charge.id, { amount: 30_000 });
    expect(await client.charges.listRefunds(charge.id)).toMatchObject({ total: 2 });
    expect(await client.charges.retrieve(charge.id)).toMatchObject({
      refunded_amount: 50_000,
      refundable: false,
    });
    await expect(client.charges.createRefund(charge.id, { amount: 1 })).rejects.toMatchObject({
      code: 'failed_refund',
    });
  });

  it('gets the reason of a declined card, and reads balance and transactions', async () => {
    const { id: card } = await newToken('4111111111140011');
    const charge = await client.charges.create({ amount: 100_000, currency: 'THB', card });
    expect(charge).toMatchObject({ status: 'failed', failure_code: 'insufficient_fund' });
    await expect(newToken('4242424242424241')).rejects.toMatchObject({
      code: 'invalid_card',
      message: 'number is invalid',
    });
    expect(await client.balance.retrieve()).toMatchObject({ object: 'balance', currency: 'THB' });
    expect(await client.transactions.list()).toMatchObject({ object: 'list' });
  });

  it('transfers its balance, creates a link, charges by schedule for a year, and searches', async () => {
    const shop = await frozenSandbox(gateway, '2026-01-01T05:00:00Z');
    const { recipients, transfers, links, schedules, search, customers } = clientOf(
      shop.body.test.public_key,
      shop.secretKey,
    );

    const bankAccount = { brand: 'kbank', number: '1234567890', name: 'Somchai Example' };
    const recipient = await recipients.create({
      name: 'Somchai',
      type: 'individual',
      bank_account: bankAccount,
    });
    await shop.patch(`/recipients/${recipient.id}/verify`).expect(200);
    expect(await recipients.retrieve(recipient.id)).toMatchObject({
      object: 'recipient',
      verified: true,
      active: true,
    });

    const customer = await customers.create({ email: 'malee@shop.example', card: await shop.token() });
    const schedule = await schedules.create({
      every: 1,
      period: 'month',
      on: { days_of_month: [31] },
      end_date: '2026-12-31',
      charge: {
        customer: customer.id,
        amount: 100_000,
        currency: 'THB',
        description: 'Subscription of Malee',
      },
    });
    expect(await advance(shop, { to: '2027-01-08T00:00:00Z', max_real: '2m' })).toMatchObject({
      status: 'done',
    });
    expect(await schedules.retrieve(schedule.id)).toMatchObject({
      status: 'expired',
      occurrences: { total: 12 },
    });
    expect(await search.list({ scope: 'charge', query: 'subscription malee' })).toMatchObject({
      object: 'search',
      total: 12,
    });

    const transfer = await transfers.create({ recipient: recipient.id, amount: 1_000_000 });
    for (const route of ['mark_as_sent', 'mark_as_paid'])
      await shop.post(`/transfers/${transfer.id}/${route}`).expect(200);
    expect(await transfers.retrieve(transfer.id)).toMatchObject({
      object: 'transfer',
      sent: true,
      paid: true,
      net: 997_000,
    });

    const link = await links.create({ amount: 50_000, currency: 'THB', title: 'Cup', description: 'Blue' });
    expect((await fetch(link['payment_uri'] as string)).status).toBe(200);
    expect(await links.retrieve(link.id)).toMatchObject({
      object: 'link',
      used: false,
      charges: { total: 0 },
    });
  }, 180_000);
});
