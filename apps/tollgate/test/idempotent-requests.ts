import type request from 'supertest';
import type { Merchant } from './merchant.js';

export const BOOST = {
  amount: 2000,
  currency: 'MYR',
  'source[type]': 'boost',
  return_uri: 'https://shop.example/return',
};
const LINK = { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' };
const RECIPIENT = {
  name: 'Somchai Prasert',
  'bank_account[brand]': 'scb',
  'bank_account[number]': '1234567890',
  'bank_account[name]': 'Somchai Prasert',
};

/** A request that can be sent several times. */
type Sender = () => request.Test;

interface IdempotentRequest {
  readonly route: string;
  /**
   * Prepares a request of the route that succeeds, and would do something each time or be refused the second
   * time.
   */
  readonly prepare: (merchant: Merchant) => Promise<Sender>;
}

const post =
  (merchant: Merchant, path: string, form: object = {}): Sender =>
  () =>
    merchant.post(path, form);
const patch =
  (merchant: Merchant, path: string, form: object = {}): Sender =>
  () =>
    merchant.patch(path, form);
const authorized = async (merchant: Merchant): Promise<string> =>
  (await merchant.cardCharge({ capture: false })).id;
const pending = async (merchant: Merchant): Promise<string> => (await merchant.charge()).id;

/** The path of a dispute that is open. */
export async function disputed(merchant: Merchant): Promise<string> {
  const { body } = await merchant.post(`/charges/${(await merchant.cardCharge()).id}/disputes`);
  return `/disputes/${(body as { id: string }).id}`;
}

/** Every POST and PATCH of the API and the vault. */
export const IDEMPOTENT_REQUESTS: readonly IdempotentRequest[] = [
  { route: 'POST /tokens', prepare: (merchant) => Promise.resolve(() => merchant.postToken()) },
  {
    route: 'PATCH /account',
    prepare: (merchant) =>
      Promise.resolve(patch(merchant, '/account', { webhook_uri: 'http://127.0.0.1:9/hook' })),
  },
  {
    route: 'PATCH /account/api_version',
    prepare: (merchant) =>
      Promise.resolve(patch(merchant, '/account/api_version', { api_version: '2019-05-29' })),
  },
  {
    route: 'POST /sources',
    prepare: (merchant) =>
      Promise.resolve(post(merchant, '/sources', { type: 'boost', amount: 2000, currency: 'MYR' })),
  },
  {
    route: 'POST /customers',
    prepare: async (merchant) => post(merchant, '/customers', { card: (await merchant.token()).id }),
  },
  {
    route: 'PATCH /customers/:id',
    prepare: async (merchant) =>
      patch(merchant, `/customers/${(await merchant.customer()).id}`, { description: 'new' }),
  },
  {
    route: 'PATCH /customers/:id/cards/:card',
    prepare: async (merchant) => {
      const { id, default_card: card } = await merchant.customer({ card: (await merchant.token()).id });
      return patch(merchant, `/customers/${id}/cards/${card}`, { city: 'Phuket' });
    },
  },
  {
    route: 'POST /linked_accounts',
    prepare: (merchant) =>
      Promise.resolve(
        post(merchant, '/linked_accounts', {
          type: 'direct_debit_scb',
          return_uri: 'https://shop.example/linked',
        }),
      ),
  },
  {
    route: 'POST /linked_accounts/:id/mark_as_registered',
    prepare: async (merchant) =>
      post(merchant, `/linked_accounts/${(await merchant.linkedAccount()).id}/mark_as_registered`),
  },
  {
    route: 'POST /linked_accounts/:id/mark_as_failed',
    prepare: async (merchant) =>
      post(merchant, `/linked_accounts/${(await merchant.linkedAccount()).id}/mark_as_failed`),
  },
  { route: 'POST /charges', prepare: (merchant) => Promise.resolve(post(merchant, '/charges', BOOST)) },
  {
    route: 'PATCH /charges/:id',
    prepare: async (merchant) =>
      patch(merchant, `/charges/${await pending(merchant)}`, { description: 'new' }),
  },
  {
    route: 'POST /charges/:id/capture',
    prepare: async (merchant) => post(merchant, `/charges/${await authorized(merchant)}/capture`),
  },
  {
    route: 'POST /charges/:id/reverse',
    prepare: async (merchant) => post(merchant, `/charges/${await authorized(merchant)}/reverse`),
  },
  {
    route: 'POST /charges/:id/expire',
    prepare: async (merchant) => post(merchant, `/charges/${await pending(merchant)}/expire`),
  },
  {
    route: 'POST /charges/:id/mark_as_paid',
    prepare: async (merchant) => post(merchant, `/charges/${await pending(merchant)}/mark_as_paid`),
  },
  {
    route: 'POST /charges/:id/mark_as_failed',
    prepare: async (merchant) => post(merchant, `/charges/${await pending(merchant)}/mark_as_failed`),
  },
  {
    route: 'POST /charges/:id/refunds',
    prepare: async (merchant) =>
      post(merchant, `/charges/${(await merchant.cardCharge()).id}/refunds`, { amount: 100 }),
  },
  {
    route: 'POST /charges/:id/disputes',
    prepare: async (merchant) => post(merchant, `/charges/${(await merchant.cardCharge()).id}/disputes`),
  },
  {
    route: 'PATCH /disputes/:id',
    prepare: async (merchant) => patch(merchant, await disputed(merchant), { message: 'sent' }),
  },
  {
    route: 'PATCH /disputes/:id/accept',
    prepare: async (merchant) => patch(merchant, `${await disputed(merchant)}/accept`),
  },
  {
    route: 'PATCH /disputes/:id/close',
    prepare: async (merchant) => patch(merchant, `${await disputed(merchant)}/close`, { status: 'won' }),
  },
  {
    route: 'POST /chains',
    prepare: (merchant) => Promise.resolve(post(merchant, '/chains', { email: 'seller@shop.example' })),
  },
  {
    route: 'POST /chains/:id/revoke',
    prepare: async (merchant) => post(merchant, `/chains/${(await merchant.chain()).id}/revoke`),
  },
  { route: 'POST /links', prepare: (merchant) => Promise.resolve(post(merchant, '/links', LINK)) },
  {
    route: 'POST /schedules',
    prepare: async (merchant) => {
      const { id } = await merchant.customer({ card: (await merchant.token()).id });
      const end = await merchant.dateIn(9);
      return post(merchant, '/schedules', {
        every: 1,
        period: 'day',
        end_date: end,
        'charge[customer]': id,
        'charge[amount]': 2_000,
      });
    },
  },
  {
    route: 'POST /recipients',
    prepare: (merchant) => Promise.resolve(post(merchant, '/recipients', RECIPIENT)),
  },
  {
    route: 'PATCH /recipients/:id',
    prepare: async (merchant) =>
      patch(merchant, `/recipients/${(await merchant.recipient()).id}`, { description: 'new' }),
  },
  {
    route: 'PATCH /recipients/:id/verify',
    prepare: async (merchant) => patch(merchant, `/recipients/${(await merchant.recipient()).id}/verify`),
  },
  {
    route: 'POST /transfers',
    prepare: async (merchant) => {
      await merchant.transfer();
      return post(merchant, '/transfers', { amount: 50_000 });
    },
  },
  {
    route: 'PATCH /transfers/:id',
    prepare: async (merchant) =>
      patch(merchant, `/transfers/${(await merchant.transfer()).id}`, { amount: 50_000 }),
  },
  {
    route: 'POST /transfers/:id/mark_as_sent',
    prepare: async (merchant) => post(merchant, `/transfers/${(await merchant.transfer()).id}/mark_as_sent`),
  },
  {
    route: 'POST /transfers/:id/mark_as_paid',
    prepare: async (merchant) => {
      const { id } = await merchant.transfer();
      await merchant.post(`/transfers/${id}/mark_as_sent`);
      return post(merchant, `/transfers/${id}/mark_as_paid`);
    },
  },
  {
    route: 'POST /transfers/:id/mark_as_failed',
    prepare: async (merchant) =>
      post(merchant, `/transfers/${(await merchant.transfer()).id}/mark_as_failed`),
  },
  {
    route: 'POST /disputes/:id/documents',
    prepare: async (merchant) => {
      const dispute = await disputed(merchant);
      return () => merchant.upload(`${dispute}/documents`);
    },
  },
];
