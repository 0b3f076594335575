import { failureCodesOf } from '#kernel/failures.js';
import type { Mode } from '../merchant.js';
import { besideSource, ONE_METHOD_PER_SHAPE, sourceOf } from '../method-sources.js';
import { each, made, type State } from './state.js';
import type { WatchedMerchant } from './watched-merchant.js';

const RETURN_URI = 'https://shop.example/return';

const POSTAL_ADDRESS = {
  street1: '1 Road',
  street2: '2',
  city: 'Bangkok',
  state: 'Bangkok',
  country: 'TH',
  postal_code: '10320',
};
const ITEM = {
  sku: 'T-1',
  name: 'Tea',
  amount: 150_000,
  quantity: 2,
  category: 'drinks',
  brand: 'Example',
  item_uri: 'https://shop.example/tea',
  image_uri: 'https://shop.example/tea.png',
};
const EVERYTHING = {
  name: 'Somchai Example',
  email: 'a@shop.example',
  phone_number: '0812345678',
  barcode: '2810',
  bank: 'kbank',
  ip: '203.0.113.7',
  store_id: '1',
  store_name: 'Main',
  terminal_id: 'T1',
};

/** A source of the method, and the charge on it in the states that it can have. */
async function charge(
  shop: WatchedMerchant,
  source: object,
  mode: Mode = 'test',
  beside: object = {},
): Promise<string> {
  const { id } = await made(shop.post('/sources', {}, mode).type('json').send(source));
  const { amount, currency } = source as { amount: number; currency: string };
  const charged = await made(
    shop.post('/charges', { amount, currency, source: id, return_uri: RETURN_URI, ...beside }, mode),
  );
  await made(shop.get(`/sources/${id}`, {}, mode));
  return charged.id;
}

const METHOD_STATES: readonly State[] = ONE_METHOD_PER_SHAPE.map((method) => ({
  about: 'source',
  state: `of ${method.type}, before, during and after its charge`,
  reach: async (shop) => {
    const chargeIn = async (mode: Mode): Promise<string> =>
      charge(shop, sourceOf(method), mode, await besideSource(shop, method, mode));
    const paid = await chargeIn('test');
    await made(shop.post(`/charges/${paid}/mark_as_paid`));
    const failed = await chargeIn('test');
    await made(shop.post(`/charges/${failed}/mark_as_failed`));
    const expired = await chargeIn('test');
    await made(shop.post(`/charges/${expired}/expire`));
    await chargeIn('live');
  },
}));

/** Sources, and charges with further details, payers and failures. */
export const PAYMENT_STATES: readonly State[] = [
  ...METHOD_STATES,
  {
    about: 'source',
    state: 'with everything that can be told, and with little of it',
    reach: (shop) => {
      const told = { amount: 300_000, currency: 'THB', type: 'truemoney', ...EVERYTHING };
      const [street, city] = [{ street1: '1 Road' }, { city: 'Bangkok' }];
      return each(
        [
          { platform_type: 'IOS', billing: POSTAL_ADDRESS, shipping: street, items: [ITEM] },
          {
            platform_type: 'ANDROID',
            billing: street,
            shipping: city,
            items: [{ name: 'Milk' }, { sku: 'M-1' }],
          },
          { platform_type: 'WEB', billing: city, shipping: POSTAL_ADDRESS },
        ],
        (more) => made(shop.post('/sources', { ...told, ...more }).type('json')),
      );
    },
  },
  {
    about: 'source',
    state: 'for installments, with interest for customer or merchant',
    reach: (shop) =>
      each([true, false], (merchantPays) =>
        charge(shop, {
          amount: 300_000,
          currency: 'THB',
          type: 'installment_bay',
          installment_term: 10,
          zero_interest_installments: merchantPays,
        }),
      ),
  },
  {
    about: 'code document',
    state: 'of a PromptPay charge in either mode',
    reach: (shop) =>
      each(['test', 'live'] as const, async (mode) => {
        const form = { amount: 2_000, currency: 'THB', 'source[type]': 'promptpay' };
        const { body } = await shop.post('/charges', form, mode);
        const { location } = body.source.scannable_code.image as { location: string };
        await made(shop.get(location, {}, mode));
      }),
  },
  {
    about: 'code document',
    state: 'of a bill',
    reach: async (shop) => {
      const form = { amount: 2_000, currency: 'THB', 'source[type]': 'bill_payment_tesco_lotus' };
      const { body } = await shop.post('/charges', form);
      const [path] = /\/charges\/.*(?=\/downloads)/.exec(body.source.references.barcode as string) ?? [''];
      await made(shop.get(path));
    },
  },
  {
    about: 'charge',
    state: 'with everything that can be told, in another currency',
    reach: async (shop) => {
      const told = {
        description: 'Order 7',
        'metadata[order]': '7',
        ip: '203.0.113.7',
        return_uri: RETURN_URI,
      };
      const { id } = await shop.cardCharge({ ...told, currency: 'USD', amount: 10_000 });
      await made(shop.patch(`/charges/${id}`, { description: 'Order 8' }));
    },
  },
  { about: 'charge', state: 'in live mode', reach: (shop) => shop.cardCharge({}, {}, 'live') },
  {
    about: 'charge',
    state: 'of a customer, with and without the objects in it',
    reach: async (shop) => {
      const { id } = await shop.customer({ card: (await shop.token()).id });
      const charged = await made(shop.post('/charges', { amount: 100_000, currency: 'THB', customer: id }));
      await made(shop.get(charged.location, { expand: 'true' }));
      await made(shop.get('/charges', { expand: 'true', order: 'reverse_chronological' }));
      await made(shop.delete(`/customers/${id}`));
      await made(shop.get(charged.location));
    },
  },
  {
    about: 'charge',
    state: 'refused for each reason',
    reach: async (shop) => {
      const fail = async (id: string, code: string): Promise<unknown> =>
        made(shop.post(`/charges/${id}/mark_as_failed`, { failure_code: code }));
      await each(failureCodesOf({ cardId: null }), async (code) => fail((await shop.charge()).id, code));
      await each(failureCodesOf({ cardId: 'any' }), async (code) =>
        fail((await shop.cardCharge({ authentication: '3DS' })).id, code),
      );
    },
  },
];
