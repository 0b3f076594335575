import { each, made, type State } from './state.js';
import type { WatchedMerchant } from './watched-merchant.js';

/** A number of each brand, and one of an unknown issuer and one of a debit card. */
const NUMBERS = [
  '4242424242424242',
  '5555555555554444',
  '3530111333300000',
  '378282246310005',
  '6250947000000006',
  '36021042000004',
  '6447032400000000001',
  '4012888888881881',
  '4539140000000006',
];

const ADDRESS = {
  street1: '1 Sukhumvit Road',
  street2: 'Khlong Toei',
  city: 'Bangkok',
  state: 'Bangkok',
  postal_code: '10110',
  phone_number: '+66 81 234 5678',
  country: 'TH',
};

/** Charges a new token and looks at it. */
async function used(
  shop: WatchedMerchant,
  number: string,
  form: object = {},
  action?: string,
): Promise<void> {
  const { id } = await shop.token({ number });
  const charge = await shop.cardCharge({ card: id, ...form });
  if (action !== undefined) await made(shop.post(`/charges/${charge.id}/${action}`));
  await shop.retrieveToken(id);
}

const GOOD = '4242424242424242';

/** Tokens, their cards, and customers. */
export const CARD_STATES: readonly State[] = [
  {
    about: 'token',
    state: 'of a card of each brand',
    reach: (shop) => each(NUMBERS, (number) => shop.token({ number })),
  },
  {
    about: 'token',
    state: 'of a card in each wallet, and the charge that it pays',
    reach: (shop) =>
      each(['googlepay', 'applepay'], async (method) => {
        const { id } = await shop.walletToken({ method });
        await shop.cardCharge({ card: id });
      }),
  },
  { about: 'token', state: 'with all optional parameters of a card', reach: (shop) => shop.token(ADDRESS) },
  {
    about: 'token',
    state: 'with nothing that can be left out',
    reach: (shop) => shop.token({ city: '', postal_code: '', security_code: '' }),
  },
  { about: 'token', state: 'in live mode', reach: (shop) => shop.token({}, 'live') },
  {
    about: 'token',
    state: 'used, for charges with each end',
    reach: async (shop) => {
      await used(shop, GOOD);
      await used(shop, '4111111111140011');
      await used(shop, GOOD, { capture: false });
      await used(shop, GOOD, { capture: false }, 'reverse');
      await used(shop, GOOD, { authentication: '3DS' }, 'expire');
    },
  },
  {
    about: 'token',
    state: 'used, for a customer',
    reach: async (shop) => {
      const { id } = await shop.token();
      await shop.customer({ card: id });
      await shop.retrieveToken(id);
    },
  },
  { about: 'customer', state: 'without anything', reach: (shop) => shop.customer() },
  {
    about: 'customer',
    state: 'in live mode',
    reach: (shop) => shop.customer({ email: 'a@shop.example' }, 'live'),
  },
  {
    about: 'customer',
    state: 'with everything',
    reach: async (shop) => {
      const form = { description: 'John (id: 30)', email: 'john@shop.example', 'metadata[tier]': 'gold' };
      const { id } = await shop.customer({ ...form, card: (await shop.token(ADDRESS)).id });
      await made(shop.get(`/customers/${id}`, { expand: 'true' }));
      await made(shop.get('/customers', { order: 'reverse_chronological' }));
    },
  },
  {
    about: 'customer',
    state: 'with a card of each brand, unknown and wrong ones too',
    reach: async (shop) => {
      const { id } = await shop.customer();
      await each([...NUMBERS, '4111111111160001'], async (number) =>
        made(shop.patch(`/customers/${id}`, { card: (await shop.token({ number })).id })),
      );
      await made(shop.get(`/customers/${id}/cards`));
    },
  },
  {
    about: 'card',
    state: 'bare, changed, and deleted',
    reach: async (shop) => {
      const bare = { city: '', postal_code: '', security_code: '' };
      const { id, default_card: card } = await shop.customer({ card: (await shop.token(bare)).id });
      const path = `/customers/${id}/cards/${card}`;
      await made(shop.get(path));
      await made(shop.patch(path, { ...ADDRESS, name: 'Somsri Example' }));
      await made(shop.delete(path));
      await made(shop.get(`/customers/${id}`));
    },
  },
  {
    about: 'customer',
    state: 'deleted',
    reach: async (shop) => {
      const { id } = await shop.customer({ card: (await shop.token()).id });
      await made(shop.delete(`/customers/${id}`));
    },
  },
];
