import { SEARCH_SCOPES } from '#gateway/search/search-scopes.js';
import { Prisma } from '#platform/database/generated/client.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useOwnGateway();
let shop: Merchant;

beforeEach(async () => {
  shop = await gateway.account();
});

interface Search {
  readonly data: readonly { readonly id: string }[];
  readonly total: number;
  readonly [field: string]: unknown;
}

const search = async (scope: string, asked: object = {}): Promise<Search> => {
  const { status, body } = await shop.get('/search', { scope, ...asked });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Search;
};
const idsOf = async (scope: string, asked: object): Promise<string[]> => (await search(scope, asked)).data.map(({ id }) => id);

describe('a search', () => {
  it('has its whole shape also where nothing is found', async () => {
    const found = await search('charge', { filters: { captured: true } });
    expect(found).toEqual({
      ...{ object: 'search', export: null, data: [], page: 1, per_page: 30, total: 0, total_pages: 0, filters: { captured: 'true' } },
      ...{ location: '/search', order: 'chronological', query: '', scope: 'charge', aggregate_level: null },
    });
  });

  it('shows what it finds as its own route does, in order and in pages', async () => {
    const made = [await shop.cardCharge(), await shop.cardCharge(), await shop.cardCharge()].map(({ id }) => id);
    expect(await idsOf('charge', {})).toEqual(made);
    const second = await search('charge', { order: 'reverse_chronological', page: 2, per_page: 2 });
    expect(second).toMatchObject({
      total: 3,
      total_pages: 2,
      page: 2,
      per_page: 2,
      data: [{ object: 'charge', id: made[0], status: 'successful' }],
    });
    expect(await search('charge', { page: 9 })).toMatchObject({ data: [], total: 3, total_pages: 1 });
  });

  it('finds nothing of another account or mode', async () => {
    const stranger = await gateway.account();
    const { id } = await stranger.cardCharge({ description: 'shoes' });
    await shop.cardCharge({ description: 'shoes' }, {}, 'live');
    expect(await search('charge')).toMatchObject({ total: 0 });
    expect(await search('charge', { query: 'shoes' })).toMatchObject({ total: 0 });
    expect(await search('charge', { query: id })).toMatchObject({ total: 0 });
  });

  it('expands ids, and shows older versions what they know', async () => {
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    await shop.post('/charges', { amount: 100_000, currency: 'THB', customer });
    expect(await search('charge', { expand: true })).toMatchObject({ data: [{ customer: { object: 'customer', id: customer } }] });
    const { body } = await shop.get('/search', { scope: 'charge' }).set('Omise-Version', '2017-11-02');
    expect(body).toMatchObject({ data: [{ currency: 'thb', refunded: 0 }] });
  });

  it.each([
    [{}, 422, 'invalid_scope', 'invalid scope'],
    [{ scope: 'constructor' }, 422, 'invalid_scope', 'invalid scope'],
    [{ scope: 'link', 'filters[captured]': true }, 422, 'invalid_filter', 'invalid filters: link has no filter captured'],
    [{ scope: 'link', 'filters[used]': 'maybe' }, 422, 'invalid_filter', 'invalid filters: used must be true or false'],
    [{ scope: 'link', page: -1 }, 422, 'invalid_page', 'invalid page'],
    [{ scope: 'link', per_page: 101 }, 422, 'invalid_per_page', 'invalid per page'],
  ])('is refused with %p', async (asked, status, code, message) => {
    expect(await shop.get('/search', asked)).toMatchObject({ status, body: { object: 'error', code, message } });
  });
});

describe('the query of a search', () => {
  it('is an id, or words that were said', async () => {
    const { id } = await shop.cardCharge({ description: 'A pair of Shoes', metadata: { order: 'A-1042', note: 'รองเท้า' } });
    await shop.cardCharge({ description: 'A hat' });
    for (const query of [id, `id:${id}`, 'shoes', 'SHOES pair', 'A-1042', 'รองเท้า']) expect(await idsOf('charge', { query })).toEqual([id]);
    for (const query of ['id:nothing', 'shoe', 'shoes hat', "'; --"]) expect(await idsOf('charge', { query })).toEqual([]);
    expect(await search('charge', { query: 'thb', filters: { captured: true } })).toMatchObject({ total: 2, query: 'thb' });
  });

  it('looks into what each kind of object says', async () => {
    const { id: customer } = await shop.customer({ email: 'somchai@shop.example', description: 'Somchai', metadata: { level: 'gold' } });
    for (const query of ['somchai@shop.example', 'somchai', 'gold']) expect(await idsOf('customer', { query })).toEqual([customer]);
    const { id: link } = await shop.link({ title: 'Order-384', description: 'New Product' });
    for (const query of ['order-384', 'product new']) expect(await idsOf('link', { query })).toEqual([link]);
    const { id: charge } = await shop.cardCharge();
    const { body: refund } = (await shop.post(`/charges/${charge}/refunds`, { amount: 100, metadata: { why: 'small' } })) as {
      body: { id: string };
    };
    expect(await idsOf('refund', { query: 'small' })).toEqual([refund.id]);
    const { body: dispute } = (await shop.post(`/charges/${(await shop.cardCharge()).id}/disputes`)) as { body: { id: string } };
    await shop.patch(`/disputes/${dispute.id}`, { message: 'It was delivered' });
    expect(await idsOf('dispute', { query: 'delivered' })).toEqual([dispute.id]);
  });

  it('looks into recipients and transfers', async () => {
    const cook = await shop.recipient({
      name: 'Prayut Kitchen',
      email: 'cook@shop.example',
      description: 'The cook',
      metadata: { team: 'night' },
    });
    for (const query of ['prayut', 'cook@shop.example', 'the cook', 'night'])
      expect(await idsOf('recipient', { query })).toEqual([cook.id]);
    const { id } = await shop.transfer({ metadata: { run: 'A-7' } });
    for (const query of ['a-7', `id:${id}`]) expect(await idsOf('transfer', { query })).toEqual([id]);
    await shop.delete(`/transfers/${id}`);
    expect(await idsOf('transfer', { query: 'a-7' })).toEqual([]);
  });

  it('finds no customer and no link that is deleted', async () => {
    const [{ id: customer }, { id: link }] = [await shop.customer(), await shop.link()];
    await shop.delete(`/customers/${customer}`);
    await shop.delete(`/links/${link}`);
    expect([await idsOf('customer', {}), await idsOf('link', { query: link })]).toEqual([[], []]);
  });
});

describe('a search that finds very many', () => {
  const BATCH = 2_000;
  const numbered = (number: number): string => `chrg_test_${String(number).padStart(19, '0')}`;
  /** Copies of a charge, a second apart, the latest some days ago. */
  const copies = async (id: string, first: number, last: number, description: string, daysAgo = 1): Promise<void> => {
    for (let from = first; from <= last; from += BATCH)
      // The function stands in FROM, where it is called once per row; in the list of columns it would be called once per column.
      await gateway.database
        .$executeRaw`INSERT INTO charge SELECT copy.* FROM charge, generate_series(${from}::int, ${Math.min(last, from + BATCH - 1)}::int) n,
        jsonb_populate_record(charge, jsonb_build_object(
          'id', 'chrg_test_' || lpad(n::text, 19, '0'), 'source_id', NULL, 'description', ${description}::text,
          'created_at', date_trunc('second', now()) - ${daysAgo}::int * interval '1 day' - interval '1 second' * (${last}::int - n))) copy
        WHERE charge.id = ${id}`;
  };

  it('has them in their order and counts them all', async () => {
    const { id } = await shop.cardCharge();
    await copies(id, 1, 10_500, 'shoes and hats');
    const asked = [{ query: 'hats' }, { query: 'shoes', filters: { captured: true } }, { filters: { amount: '1..' } }];
    for (const one of asked) {
      const newest = one.query === undefined ? [id] : [];
      const page = (more: object): Promise<string[]> => idsOf('charge', { ...one, per_page: 2, ...more });
      expect(await search('charge', one)).toMatchObject({ total: 10_500 + newest.length, total_pages: 350 + newest.length });
      expect([await page({}), await page({ page: 5_250 })]).toEqual([
        [numbered(1), numbered(2)],
        [numbered(10_499), numbered(10_500)],
      ]);
      expect(await page({ order: 'reverse_chronological' })).toEqual([...newest, numbered(10_500), numbered(10_499)].slice(0, 2));
      expect(await page({ page: 6_000 })).toEqual([]);
    }
    await shop.cardCharge({ description: 'a hat of hats' });
    expect(await search('charge', { query: 'hats' })).toMatchObject({ total: 10_501 });
  });

  it('has them also where many others come before', async () => {
    const { id } = await shop.cardCharge();
    await copies(id, 20_001, 30_010, 'gloves', 2);
    await copies(id, 30_011, 40_100, 'boots');
    expect(await search('charge', { query: 'boots', per_page: 1 })).toMatchObject({ total: 10_090, data: [{ id: numbered(30_011) }] });
    const last = await search('charge', { query: 'gloves', per_page: 1, order: 'reverse_chronological' });
    expect(last).toMatchObject({ total: 10_010, data: [{ id: numbered(30_010) }] });
  });
});

describe('the filters of a search', () => {
  it('of charges leave over what they say', async () => {
    const paid = await shop.cardCharge({ amount: 150_000 });
    await shop.post(`/charges/${paid.id}/refunds`, { amount: 1_000 });
    const failed = await shop.cardCharge({ amount: 200_000 }, { number: '4111111111140011' });
    const held = await shop.cardCharge({ capture: false });
    const boost = await shop.charge();
    const bill = await shop.charge({ 'source[type]': 'installment_ktc', 'source[installment_term]': 6, amount: 600_000, currency: 'THB' });
    const [day] = String(paid.created_at).split('T');
    const cases: [object, string[]][] = [
      [{ captured: true }, [paid.id]],
      [{ captured: false, authorized: true }, [held.id]],
      [{ capture: false }, [held.id]],
      [{ status: 'failed', failure_code: 'insufficient_fund' }, [failed.id]],
      [{ amount: 150_000 }, [paid.id]],
      [{ amount: '150000..200000' }, [paid.id, failed.id]],
      [{ currency: 'myr' }, [boost.id]],
      [{ card_last_digits: '0011' }, [failed.id]],
      [{ refunded: true, refund_amount: '1..1000' }, [paid.id]],
      [{ source_type: 'boost' }, [boost.id]],
      [{ source_of_fund: 'offsite' }, [boost.id, bill.id]],
      [{ is_installment: true }, [bill.id]],
      [{ is_installment: false, source_of_fund: 'card', amount: '..100000' }, [held.id]],
      [{ installment_terms: 6 }, [bill.id]],
      [{ installment_terms: '3..' }, [bill.id]],
      [{ captured_at: `${day}..` }, [paid.id]],
      [{ created: '..2017-01-01' }, []],
      [{ voided: true }, []],
      [{ disputed: true }, []],
      [{ scheduled: true }, []],
    ];
    for (const [filters, ids] of cases) expect([filters, await idsOf('charge', { filters })]).toEqual([filters, ids]);
    expect(await search('charge', { filters: { created: day } })).toMatchObject({ total: 5, filters: { created: day } });
  });

  it('of disputes, links and refunds too', async () => {
    const { id: charge } = await shop.cardCharge();
    const { body: refund } = (await shop.post(`/charges/${charge}/refunds`, { amount: 100 })) as { body: { id: string } };
    expect(await idsOf('refund', { filters: { charge_id: charge, card_last_digits: '4242', voided: false } })).toEqual([refund.id]);
    const other = await shop.cardCharge();
    const { body: dispute } = (await shop.post(`/charges/${other.id}/disputes`)) as { body: { id: string } };
    expect(await idsOf('dispute', { filters: { status: 'open', card_first_digits: '424242', fraud: false } })).toEqual([dispute.id]);
    expect(await idsOf('charge', { filters: { disputed: true } })).toEqual([other.id]);
    const [once, often] = [await shop.link(), await shop.link({ multiple: true })];
    expect(await idsOf('link', { filters: { multiple: true, used: false } })).toEqual([often.id]);
    expect(await idsOf('link', { filters: { amount: '100000' } })).toEqual([once.id, often.id]);
  });

  it('of recipients leave over what they say, the default recipient among them', async () => {
    const cook = await shop.recipient({ type: 'corporation' });
    const waiter = await shop.recipient({ 'bank_account[number]': '9876543210' });
    await shop.patch(`/recipients/${cook.id}/verify`);
    await shop.delete(`/recipients/${waiter.id}`);
    const [own] = (await search('recipient', { filters: { active: true } })).data;
    expect(own).toMatchObject({ object: 'recipient', default: true });
    const cases: [object, string[]][] = [
      [{ verified: true, type: 'corporation' }, [cook.id]],
      [{ verified_at: '2020-01-01..', deleted: false, bank_last_digits: '7890' }, [cook.id]],
      [{ bank_last_digits: '3210' }, [waiter.id]],
      [{ deleted: true }, [waiter.id]],
      [{ failure_code: 'name_mismatch' }, []],
      [{ activated_at: '..2020-01-01' }, []],
    ];
    for (const [filters, ids] of cases) expect([filters, await idsOf('recipient', { filters })]).toEqual([filters, ids]);
  });

  it('of transfers and transactions too', async () => {
    const sent = await shop.transfer();
    await shop.post(`/transfers/${sent.id}/mark_as_sent`);
    const { body: waiting } = (await shop.post('/transfers', { amount: 50_000 })) as { body: { id: string } };
    const cases: [object, string[]][] = [
      [{ sent: true, paid: false }, [sent.id]],
      [{ sent: false, amount: '..60000' }, [waiting.id]],
      [{ currency: 'thb', fee: '1..' }, [sent.id, waiting.id]],
      [{ paid_at: '2020-01-01..' }, []],
    ];
    for (const [filters, ids] of cases) expect([filters, await idsOf('transfer', { filters })]).toEqual([filters, ids]);
    const { data } = await search('transaction', { filters: { kind: 'transfer_sent' } });
    expect(data).toMatchObject([{ object: 'transaction', key: 'transfer.sent.debit', origin: sent.id, amount: 100_000 }]);
    expect(await search('transaction', { filters: { kind: 'charge_captured', hold_until: '2020-01-01..' } })).toMatchObject({ total: 1 });
    expect(await search('transaction', { filters: { kind: 'nothing' } })).toMatchObject({ total: 0 });
  });

  it('of schedules know what they charge, and whether they go on', async () => {
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    const { id: recipient } = await shop.recipient();
    const daily = { every: 1, period: 'day', end_date: await shop.dateIn(30) };
    const scheduled = async (form: object): Promise<string> =>
      ((await shop.post('/schedules', { ...daily, ...form })).body as { id: string }).id;
    const told = { 'charge[description]': 'Membership fee', 'charge[metadata][team]': 'night' };
    const ofCharges = await scheduled({ 'charge[customer]': customer, 'charge[amount]': 2_000, ...told });
    const ofTransfers = await scheduled({ 'transfer[recipient]': recipient, 'transfer[amount]': 5_000 });
    await shop.delete(`/schedules/${ofTransfers}`);
    const cases: [string, object, string[]][] = [
      ['charge_schedule', {}, [ofCharges]],
      ['charge_schedule', { query: 'membership night' }, [ofCharges]],
      ['charge_schedule', { query: 'someone' }, []],
      ['charge_schedule', { query: ofTransfers }, []],
      ['charge_schedule', { filters: { active: true, amount: '1000..3000', card_last_digits: '4242' } }, [ofCharges]],
      ['charge_schedule', { filters: { card_last_digits: '1111' } }, []],
      ['transfer_schedule', { filters: { active: false, status: 'deleted', created: '2020-01-01..' } }, [ofTransfers]],
      ['transfer_schedule', { query: `id:${ofTransfers}`, filters: { active: true } }, []],
    ];
    for (const [scope, asked, ids] of cases) expect([scope, asked, await idsOf(scope, asked)]).toEqual([scope, asked, ids]);
  });

  it('of charges know those of a schedule', async () => {
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    await shop.cardCharge();
    const charge = { 'charge[customer]': customer, 'charge[amount]': 2_000 };
    const { status } = await shop.post('/schedules', { every: 1, period: 'day', end_date: await shop.dateIn(30), ...charge });
    expect(status).toBe(200);
    expect(await search('charge', { filters: { scheduled: true } })).toMatchObject({ total: 1, data: [{ amount: 2_000 }] });
  });
});

it.each(Object.entries(SEARCH_SCOPES).filter(([, { words }]) => words !== undefined))(
  'words are found in a %s by the index of its table',
  async (_, { table, words = '', said = 'true' }) => {
    const condition = Prisma.raw(`${said} AND ${words} @@ plainto_tsquery('simple', 'shoes')`);
    const plan = await gateway.database.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return tx.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN SELECT id FROM ${Prisma.raw(table)} WHERE ${condition}`);
    });
    expect(plan.flatMap((row) => Object.values(row)).join('\n')).toContain(`${table}_words_idx`);
  },
);
