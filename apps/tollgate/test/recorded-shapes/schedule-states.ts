import { DAY_MS } from '#kernel/time.js';
import type { Mode } from '../merchant.js';
import { each, made, type State } from './state.js';
import type { WatchedMerchant } from './watched-merchant.js';

/** A card whose charges are declined. */
const DECLINED = { number: '4111111111140011' };

/** A schedule of a charge each day, of a customer with such a card. */
async function schedule(
  shop: WatchedMerchant,
  form: object = {},
  card: object = {},
  mode: Mode = 'test',
): Promise<{ id: string; customer: string }> {
  const { id: customer } = await shop.customer({ card: (await shop.token(card, mode)).id }, mode);
  const daily = {
    every: 1,
    period: 'day',
    end_date: await shop.dateIn(90),
    'charge[customer]': customer,
    'charge[amount]': 2_000,
  };
  const { id } = await made(shop.post('/schedules', { ...daily, ...form }, mode));
  return { id, customer };
}

/** Does everything that has an event about a schedule. */
export async function causeSchedules(shop: WatchedMerchant): Promise<void> {
  await schedule(shop, { end_date: await shop.dateIn(2) });
  await schedule(shop, {}, DECLINED);
  await made(shop.delete(`/schedules/${(await schedule(shop)).id}`));
  await each([1, 2, 3, 4, 5, 6], () => shop.advance(DAY_MS));
}

/** Schedules and their occurrences. */
export const SCHEDULE_STATES: readonly State[] = [
  {
    about: 'schedule',
    state: 'running, in each period',
    reach: async (shop) => {
      const { id, customer } = await schedule(shop, {
        'charge[description]': 'Membership fee',
        'charge[metadata][order]': '7',
      });
      await schedule(shop, { period: 'week', 'on[weekdays][0]': 'monday' });
      await schedule(shop, { period: 'month', 'on[weekday_of_month]': 'last_friday' });
      await made(shop.get('/schedules'));
      await made(shop.get('/charges/schedules'));
      await made(shop.get(`/customers/${customer}/schedules`));
      const { occurrences } = (await shop.get(`/schedules/${id}`)).body as {
        occurrences: { data: { result: string }[] };
      };
      await made(shop.get(`/charges/${occurrences.data[0]?.result}`, { expand: 'true' }));
    },
  },
  {
    about: 'schedule',
    state: 'of transfers, of an amount and of a part of the balance',
    reach: async (shop) => {
      await shop.cardCharge();
      const { id: recipient } = await shop.recipient();
      await made(shop.patch(`/recipients/${recipient}/verify`));
      for (const much of [{ 'transfer[amount]': 10_000 }, { 'transfer[percentage_of_balance]': '12.5' }]) {
        const daily = {
          every: 1,
          period: 'day',
          end_date: await shop.dateIn(90),
          'transfer[recipient]': recipient,
          ...much,
        };
        const { occurrences } = (await made(shop.post('/schedules', daily))) as unknown as {
          occurrences: { data: { result: string }[] };
        };
        await made(shop.get(`/transfers/${occurrences.data[0]?.result}`));
        await made(shop.get(`/transfers/${occurrences.data[0]?.result}`, { expand: 'true' }));
      }
      await made(shop.get('/transfers/schedules'));
      await made(shop.get(`/recipients/${recipient}/schedules`));
    },
  },
  {
    about: 'schedule',
    state: 'in live mode',
    reach: async (shop) => {
      await schedule(shop, {}, {}, 'live');
      const { id } = await shop.recipient({}, 'live');
      const daily = {
        every: 1,
        period: 'day',
        end_date: await shop.dateIn(9),
        'transfer[recipient]': id,
        'transfer[amount]': 10_000,
      };
      await made(shop.post('/schedules', daily, 'live'));
    },
  },
  {
    about: 'schedule',
    state: 'expiring, with a card of the merchant’s choice, and expired',
    reach: async (shop) => {
      const { id: customer, default_card: card } = await shop.customer({ card: (await shop.token()).id });
      const { id } = await schedule(shop, {
        end_date: await shop.dateIn(2),
        'charge[customer]': customer,
        'charge[card]': card,
      });
      await shop.advance(DAY_MS);
      await made(shop.get(`/schedules/${id}`));
      await shop.advance(3 * DAY_MS);
      await made(shop.get(`/schedules/${id}/occurrences`));
      await made(shop.get('/events', { limit: 100 }));
    },
  },
  {
    about: 'schedule',
    state: 'suspended, after retries and a day that was skipped',
    reach: async (shop) => {
      const { id } = await schedule(shop, {}, DECLINED);
      await each([1, 2, 3, 4, 5, 6], () => shop.advance(DAY_MS));
      await made(shop.get(`/schedules/${id}`));
      await made(shop.get('/events', { limit: 100 }));
    },
  },
  {
    about: 'schedule',
    state: 'deleted',
    reach: async (shop) => {
      const { id } = await schedule(shop);
      await made(shop.delete(`/schedules/${id}`));
      await made(shop.get('/events', { limit: 100 }));
    },
  },
];
