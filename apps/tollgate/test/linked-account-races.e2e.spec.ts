import request, { type Response } from 'supertest';
import type { CustomerBody, LinkedAccountBody } from './answers.js';
import { useGateway, useOwnGateway } from './harness.js';
import { Merchant } from './merchant.js';

const gateway = useGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
/** One merchant, at two gateways on one database. */
let shops: [Merchant, Merchant];
let shop: Merchant;

beforeAll(async () => {
  shop = await gateway.account();
  shops = [shop, new Merchant(twin.tollgate, twin.settings, shop.id)];
});

/** Races are repeated because their winner varies. */
const RUNS = 5;
const DAY_MS = 24 * 3_600_000;
const RETURN_URI = 'https://shop.example/linked';

const codes = (answers: readonly Response[]): string[] =>
  answers.map(({ status, body }) => (status === 200 ? 'ok' : (body as { code: string }).code)).sort();

const find = async (id: string): Promise<LinkedAccountBody> =>
  (await shop.get(`/linked_accounts/${id}`)).body as LinkedAccountBody;
const findCustomer = async (id: string): Promise<CustomerBody> =>
  (await shop.get(`/customers/${id}`)).body as CustomerBody;
const written = (id: string): Promise<object | null> =>
  gateway.database.linkedAccount.findUnique({ where: { id } });

describe('two concurrent requests to two gateways', () => {
  it('end a registration once, and the other page shows the result', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const { id } = await shop.linkedAccount();
      const uris = [gateway, twin].map(({ settings }) => `${settings.payUrl}/linked_accounts/${id}/register`);
      const clicks = [{ outcome: 'successful' }, { outcome: 'failed', failure_code: 'failed_processing' }];
      const answers = await Promise.all(
        clicks.map((form, index) =>
          request(uris[index] ?? '')
            .post('')
            .type('form')
            .redirects(0)
            .send(form),
        ),
      );
      const { status } = await find(id);
      const expected = clicks.map(({ outcome }, index) => (outcome === status ? RETURN_URI : uris[index]));
      expect(answers.map(({ headers }) => headers['location'] as string)).toEqual(expected);
      expect(await written(id)).toMatchObject({ version: 1 });
    }
  });

  it('mark an account once', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const { id } = await shop.linkedAccount();
      const actions = ['mark_as_registered', 'mark_as_failed', 'mark_as_failed', 'mark_as_registered'];
      const answers = await Promise.all(
        actions.map((action, index) => shops[index < 2 ? 0 : 1].post(`/linked_accounts/${id}/${action}`)),
      );
      expect(codes(answers)).toEqual(['bad_request', 'bad_request', 'bad_request', 'ok']);
      const { status, last_digits, failure_code } = answers.find((answer) => answer.status === 200)
        ?.body as LinkedAccountBody;
      expect(await find(id)).toMatchObject({ status, last_digits, failure_code });
    }
  });

  it('attach an account to one customer; the other request changes nothing', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const [one, two, account] = [
        await shop.customer(),
        await shop.customer(),
        await shop.registeredAccount(),
      ];
      const tokens = await Promise.all(Array.from({ length: 4 }, () => shop.token()));
      const form = (index: number): object => ({ linked_account: account.id, card: tokens[index]?.id });
      const answers = await Promise.all([
        shops[0].patch(`/customers/${one.id}`, form(0)),
        shops[1].patch(`/customers/${two.id}`, form(1)),
        shops[0].post('/customers', form(2)),
        shops[1].post('/customers', form(3)),
      ]);
      expect(codes(answers)).toEqual(['bad_request', 'bad_request', 'bad_request', 'ok']);
      const winner = answers.find(({ status }) => status === 200)?.body as CustomerBody;
      expect(await findCustomer(winner.id)).toMatchObject({
        cards: { total: 1 },
        linked_accounts: { data: [{ id: account.id }], total: 1 },
      });
      expect(await written(account.id)).toMatchObject({ customerId: winner.id, version: 2 });
      const used = await Promise.all(tokens.map(async ({ id }) => (await shop.retrieveToken(id)).used));
      expect(used).toEqual(answers.map(({ status }) => status === 200));
    }
  });

  it('attach an account to the same customer once', async () => {
    const [{ id }, account] = [await shop.customer(), await shop.registeredAccount()];
    const answers = await Promise.all(
      shops.map((at) => at.patch(`/customers/${id}`, { linked_account: account.id })),
    );
    expect(codes(answers)).toEqual(['bad_request', 'ok']);
    expect(await gateway.database.event.count({ where: { objectId: id, key: 'customer.update' } })).toBe(1);
  });

  it('attach two accounts to one customer', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const [{ id }, ...accounts] = [
        await shop.customer(),
        await shop.registeredAccount(),
        await shop.registeredAccount(),
      ];
      const answers = await Promise.all(
        accounts.map((account, index) =>
          shops[index === 0 ? 0 : 1].patch(`/customers/${id}`, { linked_account: account.id }),
        ),
      );
      expect(codes(answers)).toEqual(['ok', 'ok']);
      expect(await findCustomer(id)).toMatchObject({
        linked_accounts: { data: accounts.map((account) => ({ id: account.id })), total: 2 },
      });
    }
  });

  it('attach an account to a customer or delete the customer first', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const [{ id }, account] = [await shop.customer(), await shop.registeredAccount()];
      const [attached, deleted] = await Promise.all([
        shops[0].patch(`/customers/${id}`, { linked_account: account.id }),
        shops[1].delete(`/customers/${id}`),
      ]);
      const isAttached = attached.status === 200;
      expect([200, 404]).toContain(attached.status);
      expect(deleted.body).toMatchObject({ deleted: true, linked_accounts: { total: isAttached ? 1 : 0 } });
      expect(await written(account.id)).toMatchObject({ customerId: isAttached ? id : null });
    }
  });
});

describe('an account registered at the instant of its expiry', () => {
  it('is registered or expired, and its owner sees which', async () => {
    const merchant = await gateway.account();
    const accounts = await Promise.all(Array.from({ length: 10 }, () => merchant.linkedAccount()));
    await merchant.advance(DAY_MS - 300);
    const [, ...answers] = await Promise.all([
      merchant.advance(5_000),
      ...accounts.map(({ id }) => merchant.post(`/linked_accounts/${id}/mark_as_registered`)),
    ]);
    for (const [index, { status }] of answers.entries()) {
      const { body } = await merchant.get(`/linked_accounts/${accounts[index]?.id}`);
      expect((body as LinkedAccountBody).status).toBe(status === 200 ? 'successful' : 'expired');
    }
  });
});
