import http from 'node:http';
import { connect, type Socket } from 'node:net';
import * as omise from 'omise';
import { shownLater } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

/** What the specs look at of the client's answers. Its own types do not describe an ES module, and lack some parameters. */
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
type Client = Readonly<Record<'tokens' | 'charges' | 'customers' | 'balance' | 'transactions', Resource>>;

const connectClient = (omise as unknown as { default: (options: object) => Client }).default;

const API_HOST = 'api.tollgate.test';
const VAULT_HOST = 'vault.tollgate.test';

/** Stands in for the name server and the ports 80 of a staging network: the client can name hosts, but no ports. */
class ToGateway extends http.Agent {
  constructor(private readonly ports: ReadonlyMap<string, number>) {
    super();
  }

  override createConnection(options: http.ClientRequestArgs): Socket {
    return connect(this.ports.get(String(options.host)) ?? 0, '127.0.0.1');
  }
}

const originalAgent = http.globalAgent;

const gateway = useGateway();
let merchant: Merchant;
let client: Client;

beforeAll(async () => {
  merchant = await gateway.account();
  await merchant.advanceToNoon();
  http.globalAgent = new ToGateway(
    new Map([
      [API_HOST, gateway.settings.apiPort],
      [VAULT_HOST, gateway.settings.vaultPort],
    ]),
  );
  client = connectClient({
    host: API_HOST,
    vaultHost: VAULT_HOST,
    scheme: 'http',
    publicKey: merchant.key('public'),
    secretKey: merchant.key('secret'),
    omiseVersion: '2019-05-29',
  });
});

afterAll(() => {
  http.globalAgent.destroy();
  http.globalAgent = originalAgent;
});

const newToken = (number = '4242424242424242'): Promise<Answer> =>
  client.tokens.create({
    card: { name: 'Somchai Example', number, expiration_month: 12, expiration_year: 2040, security_code: '123', city: 'Bangkok' },
  });

describe('the official Node client, unmodified,', () => {
  it('makes a token, charges it, and finds both', async () => {
    const token = await newToken();
    expect(token).toMatchObject({ object: 'token', used: false, card: { last_digits: '4242', brand: 'Visa' } });
    const charge = await client.charges.create({ amount: 100_000, currency: 'THB', card: token.id, description: 'Order 1' });
    expect(charge).toMatchObject({ object: 'charge', status: 'successful', paid: true, net: 96_094 });
    expect(await client.charges.retrieve(charge.id)).toEqual(shownLater(charge));
    expect(await client.tokens.retrieve(token.id)).toMatchObject({ used: true, charge_status: 'successful' });
    expect(await client.charges.list({ limit: 1, order: 'reverse_chronological' })).toMatchObject({ data: [{ id: charge.id }] });
    await expect(client.charges.create({ amount: 100_000, currency: 'THB', card: token.id })).rejects.toMatchObject({ code: 'used_token' });
  });

  it('saves a card, charges the customer, adds a second card, makes it the default, and deletes it', async () => {
    const [first, second] = [await newToken(), await newToken('5555555555554444')];
    const customer = await client.customers.create({ email: 'somchai@shop.example', description: 'Somchai', card: first.id });
    expect(customer).toMatchObject({ object: 'customer', default_card: first.card.id });
    expect(await client.charges.create({ amount: 50_000, currency: 'THB', customer: customer.id })).toMatchObject({
      status: 'successful',
      customer: customer.id,
      card: { id: first.card.id },
    });
    await client.customers.update(customer.id, { card: second.id });
    expect(await client.customers.listCards(customer.id)).toMatchObject({ object: 'list', total: 2 });
    const changed = await client.customers.update(customer.id, { default_card: second.card.id });
    expect(changed['default_card']).toBe(second.card.id);
    expect(await client.customers.updateCard(customer.id, second.card.id, { name: 'S. Example' })).toMatchObject({
      name: 'S. Example',
    });
    expect(await client.customers.destroyCard(customer.id, second.card.id)).toMatchObject({ deleted: true });
    expect(await client.customers.retrieve(customer.id)).toMatchObject({ default_card: first.card.id, cards: { total: 1 } });
    expect(await client.customers.destroy(customer.id)).toMatchObject({ id: customer.id, deleted: true });
  });

  it('pre-authorizes, captures half, refunds a part and then the rest', async () => {
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
    expect(await client.charges.retrieve(charge.id)).toMatchObject({ refunded_amount: 50_000, refundable: false });
    await expect(client.charges.createRefund(charge.id, { amount: 1 })).rejects.toMatchObject({ code: 'failed_refund' });
  });

  it('is told why a card is declined, and reads balance and transactions', async () => {
    const { id: card } = await newToken('4111111111140011');
    const charge = await client.charges.create({ amount: 100_000, currency: 'THB', card });
    expect(charge).toMatchObject({ status: 'failed', failure_code: 'insufficient_fund' });
    await expect(newToken('4242424242424241')).rejects.toMatchObject({ code: 'invalid_card', message: 'number is invalid' });
    expect(await client.balance.retrieve()).toMatchObject({ object: 'balance', currency: 'THB' });
    expect(await client.transactions.list()).toMatchObject({ object: 'list' });
  });
});
