import { ACCOUNT_STATES } from './account-states.js';
import { AFTERMATH_STATES } from './aftermath-states.js';
import { CARD_STATES } from './card-states.js';
import { CHARGE_STATES, type ChargeState } from './charge-states.js';
import { CHECKOUT_STATES } from './checkout-states.js';
import { LINKED_ACCOUNT_STATES } from './linked-account-states.js';
import { LINK_STATES } from './link-states.js';
import { PAYMENT_STATES } from './payment-states.js';
import { SCHEDULE_STATES } from './schedule-states.js';
import { made, type State } from './state.js';
import { TRANSFER_STATES } from './transfer-states.js';

/** A charge is looked at as its own route shows it, its list, and its events. */
export const STATES_OF_CHARGES: readonly (State & Pick<ChargeState, 'status' | 'flags'>)[] =
  CHARGE_STATES.map(({ reach, ...facts }) => ({
    ...facts,
    about: 'charge',
    reach: async (shop) => {
      await shop.advanceToNoon();
      const { id } = await reach(shop);
      await made(shop.get(`/charges/${id}`));
      await made(shop.get('/charges', { limit: 1 }));
      await made(shop.get(`/charges/${id}/events`));
    },
  }));

/** Every state that an object can be in. */
export const STATES: readonly State[] = [
  ...ACCOUNT_STATES,
  ...CARD_STATES,
  ...LINKED_ACCOUNT_STATES,
  ...LINK_STATES,
  ...CHECKOUT_STATES,
  ...PAYMENT_STATES,
  ...STATES_OF_CHARGES,
  ...AFTERMATH_STATES,
  ...TRANSFER_STATES,
  ...SCHEDULE_STATES,
];
