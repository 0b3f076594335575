import request from 'supertest';
import { DAY_MS } from '#kernel/time.js';
import { ALL_RESOURCES, objectsOf } from '#resources/api-resources.js';
import { SEARCH_SCOPES } from '#resources/search/search-scopes.js';
import { useGateway } from './harness.js';
import { ACCOUNT_LISTS } from './lists.js';
import type { Merchant } from './merchant.js';
import { faults, OLDER, upgradeOf, versioned, type Body } from './older-versions.js';
import { made } from './recorded-shapes/state.js';
import { differencesIn, tablesTo } from './version-differences.js';

const gateway = useGateway();
const upgrade = upgradeOf(gateway);

const WITHOUT_ROUTE = ['scheduled_charge', 'scheduled_transfer'];
const WITHOUT_ROWS = 'account balance bank_account barcode capability forex list receipt search'.split(' ');
/** Every kind of object except events, which have their account's version, and sessions, which have none. */
const KINDS = [...objectsOf(ALL_RESOURCES).map(({ kind }) => kind), ...WITHOUT_ROUTE, ...WITHOUT_ROWS].filter(
  (kind) => kind !== 'checkout_session',
);

/** Lists in objects end when they are rendered. */
const withoutEnds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (field, item: unknown) => (field === 'to' ? undefined : item)));

describe('an object of every kind', () => {
  let shop: Merchant;
  let paths: string[];
  let ids: Readonly<Record<'token' | 'schedule' | 'source' | 'charge', string>>;

  beforeAll(async () => {
    shop = await gateway.account();
    await shop.advanceToNoon();
    const transfer = await shop.transfer();
    const { id: recipient } = await shop.recipient();
    await made(shop.post(`/transfers/${transfer.id}/mark_as_sent`));
    await made(shop.patch(`/recipients/${recipient}/verify`));
    const { id: lnac } = await shop.registeredAccount();
    const customer = await shop.customer({ card: (await shop.token()).id, linked_account: lnac });
    const daily = { every: 1, period: 'day', end_date: await shop.dateIn(90) };
    const { id: schedule } = await made(
      shop.post('/schedules', { ...daily, 'charge[customer]': customer.id, 'charge[amount]': 2_000 }),
    );
    const sent = await made(
      shop.post('/schedules', { ...daily, 'transfer[recipient]': recipient, 'transfer[amount]': 3_000 }),
    );
    const { id: charge } = await shop.cardCharge();
    const refund = await made(shop.post(`/charges/${charge}/refunds`, { amount: 10_000 }));
    const { id: disputed } = await shop.cardCharge();
    const dispute = await made(shop.post(`/charges/${disputed}/disputes`));
    await shop.upload(`${dispute.location}/documents`);
    const promptpay = await shop.charge({ currency: 'THB', 'source[type]': 'promptpay' });
    const bill = await shop.charge({ currency: 'THB', 'source[type]': 'bill_payment_tesco_lotus' });
    const source = await made(shop.post('/sources', { amount: 2000, currency: 'MYR', type: 'boost' }));
    const [link, chain] = [await shop.link(), await shop.chain()];
    ids = { token: (await shop.token()).id, schedule, source: source.id, charge };
    await shop.advance(2 * DAY_MS);
    const { data: receipts } = (await shop.get('/receipts')).body as { data: { id: string }[] };
    paths = [
      '/account',
      '/balance',
      '/forex/usd',
      refund.location,
      dispute.location,
      `${dispute.location}/documents`,
      ...[charge, disputed, promptpay.id, bill.id].flatMap((id) => [
        `/charges/${id}`,
        `/charges/${id}?expand=true`,
      ]),
      `/customers/${customer.id}`,
      `/customers/${customer.id}/cards`,
      `/customers/${customer.id}/cards/${customer.default_card}`,
      `/recipients/${recipient}`,
      `/transfers/${transfer.id}`,
      `/transfers/${transfer.id}?expand=true`,
      `/schedules/${schedule}`,
      `/schedules/${schedule}/occurrences`,
      sent.location,
      `/linked_accounts/${lnac}`,
      `/links/${link.id}`,
      `/chains/${chain.id}`,
      `/receipts/${receipts[0]?.id}`,
      ...Object.keys(SEARCH_SCOPES).map((scope) => `/search?scope=${scope}`),
      ...ACCOUNT_LISTS.filter((path) => path !== '/events').map((path) => `${path}?limit=5`),
    ];
  });

  it.each(OLDER)(
    'has in %s the newest fields, except for the differences in docs/fidelity/version-tables.md',
    async (version) => {
      const publicly = (host: string, path: string): request.Test =>
        request(host).get(path).auth(shop.key('public'), '');
      const { baseUrl, vaultUrl } = gateway.settings;
      const calls = [
        ...paths.map((path) => () => shop.get(path)),
        () => publicly(baseUrl, '/capability'),
        () => publicly(vaultUrl, `/tokens/${ids.token}`),
        // In the versions that have sources.
        ...(version < '2017-11-02' ? [] : [() => publicly(baseUrl, `/sources/${ids.source}`)]),
      ];
      const [tables, seen] = [tablesTo(version), new Set<string>()];
      for (const call of calls) {
        const [{ body: newest }, { body: older }] = [await call(), await versioned(call(), version)];
        expect((newest as Body)['object']).not.toBe('error');
        expect(differencesIn(newest, older, tables, seen)).toEqual([]);
      }
      const unknown = version < '2017-11-02' ? ['barcode', 'source'] : [];
      expect([...seen].sort()).toEqual(KINDS.filter((kind) => !unknown.includes(kind)).sort());
    },
  );

  it.each(OLDER)('has equal fields in an event and in a response of %s', async (version) => {
    const owner = await gateway.account();
    await upgrade(owner, version);
    const { id } = await owner.cardCharge();
    const { id: customer } = await owner.customer({ card: (await owner.token()).id });
    const { id: link } = await owner.link();
    const { body } = await owner.get('/events', { order: 'chronological' });
    for (const path of [`/charges/${id}`, `/customers/${customer}`, `/links/${link}`]) {
      const { data } = (body['data'] as { data: Body }[]).find(
        ({ data: about }) => about['location'] === path,
      ) ?? { data: {} };
      expect(withoutEnds(data)).toEqual(withoutEnds((await owner.get(path)).body));
    }
  });
});

describe('a deleted schedule', () => {
  it.each(OLDER)('is returned as a whole in %s, with deleted=true', async (version) => {
    const shop = await gateway.account();
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    const daily = {
      every: 1,
      period: 'day',
      end_date: await shop.dateIn(90),
      'charge[customer]': customer,
      'charge[amount]': 2_000,
    };
    const { id, location } = await made(shop.post('/schedules', daily));
    const { status, body } = await versioned(shop.delete(location), version);
    expect([status, body]).toMatchObject([
      200,
      { object: 'schedule', id, status: 'deleted', deleted: true, active: false },
    ]);
    expect(faults(body, version, 'schedule')).toEqual([]);
  });
});
