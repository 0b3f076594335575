import type { Response } from 'supertest';
import type { CustomerBody } from './answers.js';
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

const codes = (answers: readonly Response[]): string[] =>
  answers.map(({ status, body }) => (status === 200 ? 'ok' : (body as { code: string }).code)).sort();

async function find(id: string): Promise<CustomerBody> {
  return (await shop.get(`/customers/${id}`)).body as CustomerBody;
}

async function countEvents(objectId: string, key: string): Promise<number> {
  return gateway.database.event.count({ where: { objectId, key } });
}

describe('two concurrent requests to two gateways', () => {
  it('use a token for one customer', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const [one, two, token] = [await shop.customer(), await shop.customer(), await shop.token()];
      const answers = await Promise.all([
        shops[0].patch(`/customers/${one.id}`, { card: token.id }),
        shops[1].patch(`/customers/${two.id}`, { card: token.id }),
        shops[0].post('/customers', { card: token.id }),
        shops[1].post('/customers', { card: token.id }),
      ]);
      expect(codes(answers)).toEqual(['ok', 'used_token', 'used_token', 'used_token']);
      const winner = answers.find(({ status }) => status === 200)?.body as CustomerBody;
      expect(await find(winner.id)).toMatchObject({ default_card: token.card?.id, cards: { total: 1 } });
      expect(await gateway.database.card.findUnique({ where: { id: token.card?.id ?? '' } })).toMatchObject({
        customerId: winner.id,
        version: 1,
      });
    }
  });

  it('add a token to the same customer once', async () => {
    const [{ id }, token] = [await shop.customer(), await shop.token()];
    const answers = await Promise.all(shops.map((at) => at.patch(`/customers/${id}`, { card: token.id })));
    expect(codes(answers)).toEqual(['ok', 'used_token']);
    expect(await countEvents(id, 'customer.update.card')).toBe(1);
  });

  it('both change different fields of one customer', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const { id } = await shop.customer();
      const forms = [
        { email: 'john@shop.example' },
        { description: 'John' },
        { card: (await shop.token()).id },
        { card: (await shop.token()).id },
      ];
      const answers = await Promise.all(
        forms.map((form, index) => shops[index % 2 === 0 ? 0 : 1].patch(`/customers/${id}`, form)),
      );
      expect(codes(answers)).toEqual(['ok', 'ok', 'ok', 'ok']);
      expect(await find(id)).toMatchObject({
        email: 'john@shop.example',
        description: 'John',
        cards: { total: 2 },
      });
      expect(await countEvents(id, 'customer.update')).toBe(2);
      expect(await countEvents(id, 'customer.update.card')).toBe(2);
    }
  });

  it('leave the right default when one card is deleted and another added', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const [first, second] = [await shop.token(), await shop.token()];
      const { id } = await shop.customer({ card: first.id });
      const answers = await Promise.all([
        shops[0].delete(`/customers/${id}/cards/${first.card?.id}`),
        shops[1].patch(`/customers/${id}`, { card: second.id }),
      ]);
      expect(codes(answers)).toEqual(['ok', 'ok']);
      expect(await find(id)).toMatchObject({
        default_card: second.card?.id,
        cards: { total: 1, data: [{ id: second.card?.id }] },
      });
    }
  });

  it('leave no default when both cards are deleted', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const [first, second] = [await shop.token(), await shop.token()];
      const { id } = await shop.customer({ card: first.id });
      await shop.patch(`/customers/${id}`, { card: second.id });
      const cards = [first, second].map(({ card }) => `/customers/${id}/cards/${card?.id}`);
      const answers = await Promise.all(cards.map((path, index) => shops[index === 0 ? 0 : 1].delete(path)));
      expect(codes(answers)).toEqual(['ok', 'ok']);
      expect(await find(id)).toMatchObject({ default_card: null, cards: { total: 0 } });
    }
  });

  it('do not make a card the default while it is deleted', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const [first, second] = [await shop.token(), await shop.token()];
      const { id } = await shop.customer({ card: first.id });
      await shop.patch(`/customers/${id}`, { card: second.id });
      const [gone] = await Promise.all([
        shops[0].delete(`/customers/${id}/cards/${second.card?.id}`),
        shops[1].patch(`/customers/${id}`, { default_card: second.card?.id }),
      ]);
      expect(gone.status).toBe(200);
      expect(await find(id)).toMatchObject({ default_card: first.card?.id });
    }
  });

  it('delete the customer or the card once', async () => {
    const { id, default_card: card } = await shop.customer({ card: (await shop.token()).id });
    const cardAnswers = await Promise.all(shops.map((at) => at.delete(`/customers/${id}/cards/${card}`)));
    expect(codes(cardAnswers)).toEqual(['not_found', 'ok']);
    const answers = await Promise.all(shops.map((at) => at.delete(`/customers/${id}`)));
    expect(codes(answers)).toEqual(['not_found', 'ok']);
    expect(await countEvents(id, 'customer.destroy')).toBe(1);
    expect(await countEvents(card ?? '', 'card.destroy')).toBe(1);
  });
});
