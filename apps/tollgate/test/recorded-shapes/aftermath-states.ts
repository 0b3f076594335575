import { DAY_MS } from '#kernel/time.js';
import { until } from '#platform/testing/until.js';
import { steadyPort } from '../../../../proof/rig/ports.js';
import type { Mode } from '../merchant.js';
import { openReceiver } from '../receiver.js';
import { EVENT_KEYS } from './events.js';
import { causeSchedules } from './schedule-states.js';
import { causeTransferEvents } from './transfer-states.js';
import { made, type State } from './state.js';
import type { Answer, WatchedMerchant } from './watched-merchant.js';

interface SentEvent extends Answer {
  readonly key: keyof typeof EVENT_KEYS;
  readonly data: Answer;
}

/** The path of a new dispute about a new charge. */
async function disputed(shop: WatchedMerchant): Promise<string> {
  const { id } = await shop.cardCharge();
  return (await made(shop.post(`/charges/${id}/disputes`))).location;
}

/** Does everything that has an event. */
async function causeAll(shop: WatchedMerchant): Promise<void> {
  const authorized = await shop.charge({ capture: false });
  await made(shop.post(`/charges/${authorized.id}/mark_as_paid`));
  await made(shop.patch(`/charges/${authorized.id}`, { description: 'new' }));
  await made(shop.post(`/charges/${authorized.id}/capture`));
  await made(shop.post(`/charges/${authorized.id}/refunds`, { amount: 500 }));
  const reversed = await shop.cardCharge({ capture: false });
  await made(shop.post(`/charges/${reversed.id}/reverse`));
  const customer = await shop.customer();
  const path = `/customers/${customer.id}`;
  const { default_card: card } = (
    await shop.patch(path, { card: (await shop.token()).id, email: 'a@shop.example' })
  ).body as {
    default_card: string;
  };
  await made(shop.patch(`${path}/cards/${card}`, { name: 'Somsri Example' }));
  await made(shop.delete(`${path}/cards/${card}`));
  await made(shop.delete(path));
  await shop.link();
  const accepted = await disputed(shop);
  await made(shop.patch(accepted, { 'metadata[a]': '1' }));
  await made(shop.patch(`${accepted}/accept`));
  await made(shop.patch(`${await disputed(shop)}/close`, { status: 'won' }));
  await causeSchedules(shop);
  await causeTransferEvents(shop);
  await shop.cardCharge({ capture: false });
  await shop.advance(7 * DAY_MS + 5_000);
}

/** Events that the merchant's receiver gets during `cause`. */
async function told(
  shop: WatchedMerchant,
  mode: Mode,
  cause: () => Promise<unknown>,
): Promise<readonly SentEvent[]> {
  const receiver = await openReceiver();
  await made(shop.patch('/account', { webhook_uri: receiver.uri }, mode));
  await cause();
  const { total } = (await shop.get('/events', {}, mode)).body as { total: number };
  const known = (): number => new Set(receiver.received.map(({ event }) => event.id)).size;
  await until(
    () => known() >= total,
    () => `the merchant received ${known()} events out of ${total}`,
  );
  const events = receiver.received.map(({ text }) => JSON.parse(text) as SentEvent);
  shop.answers.push(...events);
  await made(shop.get('/events', { limit: 100 }, mode));
  await receiver.close();
  return events;
}

/** Sends an event to a server that is not there. */
async function deliverNowhere(shop: WatchedMerchant): Promise<void> {
  const { id } = await shop.cardCharge({ 'webhook_endpoints[]': `http://127.0.0.1:${await steadyPort()}/` });
  await until(async () => {
    const { data } = (await shop.get(`/charges/${id}/events`)).body as {
      data: { webhook_deliveries: { error: string | null }[] }[];
    };
    return data[0]?.webhook_deliveries[0]?.error != null;
  }, 'no attempt to deliver the event is recorded');
}

/** Refunds, disputes, and their events. */
export const AFTERMATH_STATES: readonly State[] = [
  {
    about: 'refund',
    state: 'of a part, with metadata, and with the objects in it',
    reach: async (shop) => {
      const { id } = await shop.cardCharge();
      const { location } = await made(
        shop.post(`/charges/${id}/refunds`, { amount: 1_000, 'metadata[reason]': 'too small' }),
      );
      await made(shop.get(location));
      await made(shop.get(location, { expand: 'true' }));
      await made(shop.get('/refunds', { order: 'reverse_chronological' }));
    },
  },
  {
    about: 'refund',
    state: 'in live mode',
    reach: async (shop) => {
      const { id } = await shop.cardCharge({}, {}, 'live');
      await made(shop.post(`/charges/${id}/refunds`, { amount: 1_000 }, 'live'));
      await made(shop.get('/transactions', {}, 'live'));
    },
  },
  {
    about: 'dispute',
    state: 'with documents, which come and go',
    reach: async (shop) => {
      const path = await disputed(shop);
      const { location } = await made(shop.upload(`${path}/documents`));
      await made(shop.upload(`${path}/documents`));
      await made(shop.get(location));
      await made(shop.get(`${path}/documents`));
      await made(shop.get(path, { expand: 'true' }));
      await made(shop.delete(location));
      await made(shop.get(path));
    },
  },
  {
    about: 'dispute',
    state: 'open, pending, won and lost',
    reach: async (shop) => {
      await disputed(shop);
      await made(
        shop.patch(await disputed(shop), { message: 'It was delivered', 'metadata[parcel]': 'TH1' }),
      );
      await made(shop.patch(`${await disputed(shop)}/close`, { status: 'won' }));
      await made(shop.patch(`${await disputed(shop)}/close`, { status: 'lost' }));
      await made(shop.patch(`${await disputed(shop)}/accept`));
      for (const list of ['', '/open', '/pending', '/closed']) await made(shop.get(`/disputes${list}`));
    },
  },
  {
    about: 'event',
    state: 'of each key',
    reach: async (shop) => {
      const events = await told(shop, 'test', () => causeAll(shop));
      const misplaced = events.filter(({ key, data: { object } }) => EVENT_KEYS[key] !== object);
      if (misplaced.length > 0)
        throw new Error(`These are about something else: ${misplaced.map(({ key }) => key).join(', ')}`);
    },
  },
  {
    about: 'event',
    state: 'in live mode',
    reach: (shop) => told(shop, 'live', () => shop.charge({}, 'live')),
  },
  { about: 'event', state: 'that nobody takes', reach: deliverNowhere },
  {
    about: 'transaction',
    state: 'of each key',
    reach: async (shop) => {
      await made(shop.patch(`${await disputed(shop)}/close`, { status: 'won' }));
      const refunded = await shop.cardCharge();
      await made(shop.post(`/charges/${refunded.id}/refunds`, { amount: 100_000, void: false }));
      await shop.advance(1.5 * DAY_MS - (Date.now() % DAY_MS));
      await made(shop.post(`/charges/${(await shop.cardCharge()).id}/refunds`, { amount: 100_000 }));
      await made(shop.get('/transactions', { order: 'reverse_chronological' }));
      await made(shop.get(`/transactions/${refunded['transaction'] as string}`));
    },
  },
  {
    about: 'search',
    state: 'of each scope, with what is found and without',
    reach: async (shop) => {
      const { id } = await shop.cardCharge({ amount: 500_000, description: 'shoes' });
      await made(shop.post(`/charges/${id}/refunds`, { amount: 1_000 }));
      await disputed(shop);
      await shop.customer();
      await shop.link();
      await shop.transfer();
      const objects = [
        'charge',
        'customer',
        'dispute',
        'link',
        'recipient',
        'refund',
        'transaction',
        'transfer',
      ];
      const scopes = [...objects, 'charge_schedule', 'transfer_schedule'];
      for (const scope of scopes) await made(shop.get('/search', { scope, order: 'reverse_chronological' }));
      await made(shop.get('/search', { scope: 'charge', query: 'hats', 'filters[captured]': 'true' }));
    },
  },
  {
    about: 'chain',
    state: 'made and revoked, in both modes',
    reach: async (shop) => {
      for (const mode of ['test', 'live'] as const) {
        const { id } = await made(shop.post('/chains', { email: 'seller@shop.example' }, mode));
        await made(shop.get('/chains', {}, mode));
        await made(shop.post(`/chains/${id}/revoke`, {}, mode));
        await made(shop.get(`/chains/${id}`, {}, mode));
      }
    },
  },
  {
    about: 'list',
    state: 'empty, of each kind',
    reach: async (shop) => {
      for (const path of [
        '/charges',
        '/customers',
        '/disputes',
        '/links',
        '/chains',
        '/events',
        '/refunds',
        '/transactions',
        '/transfers',
      ])
        await made(shop.get(path));
    },
  },
];
