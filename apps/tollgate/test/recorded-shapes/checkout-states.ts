import request from 'supertest';
import { each, type State } from './state.js';
import type { WatchedMerchant } from './watched-merchant.js';

/** A session whose customer did this. */
const after =
  (form: object, session: object = {}) =>
  async (shop: WatchedMerchant): Promise<unknown> => {
    const { id, redirect_url: uri } = await shop.session({
      order_id: '1042',
      description: 'Order 1042',
      metadata: { order: '1042' },
      ...session,
    });
    const { status, text } = await request(uri).post('').type('form').send(form);
    if (status !== 303) throw new Error(text);
    return shop.retrieveSession(id);
  };
const afterCard =
  (card: object, session: object = {}) =>
  async (shop: WatchedMerchant): Promise<unknown> =>
    after({ method: 'card', card: (await shop.token(card)).id }, session)(shop);

/** Sessions before they are paid, with their payment, and when they are over. */
export const CHECKOUT_STATES: readonly State[] = [
  {
    about: 'checkout_session',
    state: 'unpaid',
    reach: (shop) =>
      each(
        [
          {},
          {
            style: { theme_color: '#096B68', text_color: '#fff' },
            locale: 'th',
            webhook_endpoints: ['http://127.0.0.1:9/own'],
          },
        ],
        (form) => shop.session(form),
      ),
  },
  { about: 'checkout_session', state: 'in live mode', reach: (shop) => shop.session({}, 'live') },
  { about: 'checkout_session', state: 'paid', reach: afterCard({}) },
  { about: 'checkout_session', state: 'failed', reach: afterCard({ number: '4111111111140011' }) },
  {
    about: 'checkout_session',
    state: 'authorized, and then reversed',
    reach: async (shop) => {
      const { payments, id } = (await afterCard({}, { auto_capture: false })(shop)) as Awaited<
        ReturnType<typeof shop.session>
      >;
      await shop.post(`/charges/${payments[0]?.charge_id}/reverse`);
      await shop.retrieveSession(id);
    },
  },
  {
    about: 'checkout_session',
    state: 'waiting, and then expired',
    reach: async (shop) => {
      const { payments, id } = (await after({ method: 'promptpay' })(shop)) as Awaited<
        ReturnType<typeof shop.session>
      >;
      await shop.post(`/charges/${payments[0]?.charge_id}/expire`);
      await shop.retrieveSession(id);
    },
  },
  { about: 'checkout_session', state: 'cancelled', reach: after({ action: 'cancel' }) },
];
