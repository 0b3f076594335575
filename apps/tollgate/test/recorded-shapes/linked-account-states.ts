import { DAY_MS } from '#kernel/time.js';
import { each, made, type State } from './state.js';

export const LINKED_ACCOUNT_STATES: readonly State[] = [
  {
    about: 'linked_account',
    state: 'waiting for its owner, at each bank',
    reach: (shop) =>
      each(['bay', 'kbank', 'ktb', 'scb'], (bank) =>
        shop.linkedAccount({ type: `direct_debit_${bank}`, 'metadata[order]': '7' }),
      ),
  },
  { about: 'linked_account', state: 'in live mode', reach: (shop) => shop.linkedAccount({}, 'live') },
  { about: 'linked_account', state: 'registered', reach: (shop) => shop.registeredAccount() },
  {
    about: 'linked_account',
    state: 'refused for each reason',
    reach: (shop) =>
      each(['payment_rejected', 'failed_processing', 'invalid_account'], async (code) => {
        const { id } = await shop.linkedAccount();
        await made(shop.post(`/linked_accounts/${id}/mark_as_failed`, { failure_code: code }));
      }),
  },
  {
    about: 'linked_account',
    state: 'expired',
    reach: async (shop) => {
      const { id } = await shop.linkedAccount();
      await shop.advance(DAY_MS);
      await made(shop.get(`/linked_accounts/${id}`));
      await made(shop.get('/linked_accounts'));
    },
  },
  {
    about: 'linked_account',
    state: 'of a customer, and charged',
    reach: async (shop) => {
      const { id: account } = await shop.registeredAccount();
      const { id } = await shop.customer({ linked_account: account });
      await made(shop.get(`/customers/${id}/linked_accounts`));
      const { location } = await made(
        shop.post('/charges', { amount: 2_000, currency: 'THB', linked_account: account }),
      );
      await made(shop.get(location, { expand: 'true' }));
    },
  },
];
