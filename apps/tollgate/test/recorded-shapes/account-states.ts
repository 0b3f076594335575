import request from 'supertest';
import type { Gateway } from '../harness.js';
import type { Mode } from '../merchant.js';
import { made, type State } from './state.js';
import type { WatchedMerchant } from './watched-merchant.js';

const capability = (shop: WatchedMerchant, { settings }: Gateway, mode: Mode = 'test'): request.Test =>
  shop.watch(request(settings.baseUrl).get('/capability').auth(shop.key('public', mode), ''));

const ADDRESSES = {
  webhook_uri: 'https://shop.example/hook',
  chain_return_uri: 'https://shop.example/chain',
};

export const ACCOUNT_STATES: readonly State[] = [
  { about: 'account', state: 'new', reach: (shop) => shop.get('/account') },
  {
    about: 'account',
    state: 'changed',
    reach: (shop) =>
      made(shop.patch('/account', { ...ADDRESSES, zero_interest_installments: true, three_d_secure: true })),
  },
  {
    about: 'account',
    state: 'with its API version',
    reach: async (shop) => {
      await made(shop.get('/account/api_versions'));
      await made(shop.patch('/account/api_version', {}));
    },
  },
  { about: 'account', state: 'seen with a live key', reach: (shop) => shop.get('/account', {}, 'live') },
  { about: 'balance', state: 'empty, in live mode', reach: (shop) => shop.get('/balance', {}, 'live') },
  {
    about: 'balance',
    state: 'below zero',
    reach: async (shop) => {
      const { id } = await shop.cardCharge();
      await made(shop.post(`/charges/${id}/refunds`, { amount: 100_000 }));
      await made(shop.get('/balance'));
    },
  },
  {
    about: 'forex',
    state: 'in each mode',
    reach: async (shop) => {
      await made(shop.get('/forex/USD'));
      await made(shop.get('/forex/jpy', {}, 'live'));
    },
  },
  { about: 'capability', state: 'of a Thai account', reach: (shop, gateway) => capability(shop, gateway) },
  {
    about: 'capability',
    state: 'of an account in Malaysia that pays interest',
    of: { country: 'MY', currency: 'MYR' },
    reach: async (shop, gateway) => {
      await made(shop.patch('/account', { zero_interest_installments: true }));
      await made(capability(shop, gateway, 'live'));
    },
  },
  {
    about: 'error',
    state: 'of each status that a caller can cause',
    reach: async (shop, { settings }) => {
      await shop.post('/charges', { amount: 1 });
      await shop.get('/charges/chrg_test_nothing');
      await shop.get('/nowhere');
      await shop.watch(request(settings.baseUrl).get('/charges'));
      await shop.get('/charges').set('Omise-Version', '1999-01-01');
    },
  },
];
