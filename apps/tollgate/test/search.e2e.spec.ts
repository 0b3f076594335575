import { Prisma } from '#platform/database/generated/client.js';
import { withoutCase } from '#resources/search/rules/query-words.js';
import { SEARCH_SCOPES, vectorOf } from '#resources/search/search-scopes.js';
import { useOwnGateway } from './harness.js';
import { inTransaction } from './open-transaction.js';
import type { Merchant } from './merchant.js';
import { idsIn, searchIn, type Search } from './searches.js';

const gateway = useOwnGateway();
let shop: Merchant;

beforeEach(async () => {
  shop = await gateway.account();
});

const AMOUNT_PROBLEM =
  'invalid filters: amount must be an amount in the main unit of its currency, such as 1000 or 4096.69, or a range such as 10..20.5';

const search = (scope: string, asked: object = {}): Promise<Search> => searchIn(shop, scope, asked);
const idsOf = (scope: string, asked: object): Promise<string[]> => idsIn(shop, scope, asked);

describe('a search', () => {
  it('returns all fields even without results', async () => {
    const found = await search('charge', { filters: { captured: true } });
    expect(found).toEqual({
      object: 'search',
      export: null,
      data: [],
      page: 1,
      per_page: 30,
      total: 0,
      total_pages: 0,
      filters: { captured: 'true' },
      location: '/search',
      order: 'chronological',
      query: '',
      scope: 'charge',
      aggregate_level: null,
    });
  });

  it('returns objects as their own routes do, in order and in pages', async () => {
    const made = [await shop.cardCharge(), await shop.cardCharge(), await shop.cardCharge()].map(
      ({ id }) => id,
    );
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

  it('returns nothing of another account or mode', async () => {
    const stranger = await gateway.account();
    const { id } = await stranger.cardCharge({ description: 'shoes' });
    await shop.cardCharge({ description: 'shoes' }, {}, 'live');
    expect(await search('charge')).toMatchObject({ total: 0 });
    expect(await search('charge', { query: 'shoes' })).toMatchObject({ total: 0 });
    expect(await search('charge', { query: id })).toMatchObject({ total: 0 });
  });

  it('expands ids, and has older versions’ fields', async () => {
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    await shop.post('/charges', { amount: 100_000, currency: 'THB', customer });
    expect(await search('charge', { expand: true })).toMatchObject({
      data: [{ customer: { object: 'customer', id: customer } }],
    });
    const { body } = await shop.get('/search', { scope: 'charge' }).set('Omise-Version', '2017-11-02');
    expect(body).toMatchObject({ data: [{ currency: 'thb', refunded: 0 }] });
  });

  it.each([
    [{}, 422, 'invalid_scope', 'invalid scope'],
    [{ scope: 'constructor' }, 422, 'invalid_scope', 'invalid scope'],
    [
      { scope: 'link', 'filters[captured]': true },
      422,
      'invalid_filter',
      'invalid filters: link has no filter captured',
    ],
    [
      { scope: 'link', 'filters[used]': 'maybe' },
      422,
      'invalid_filter',
      'invalid filters: used must be true or false',
    ],
    [{ scope: 'link', 'filters[amount]': '1,000' }, 422, 'invalid_filter', AMOUNT_PROBLEM],
    [{ scope: 'link', page: -1 }, 422, 'invalid_page', 'invalid page'],
    [{ scope: 'link', per_page: 101 }, 422, 'invalid_per_page', 'invalid per page'],
  ])('is rejected with %p', async (asked, status, code, message) => {
    expect(await shop.get('/search', asked)).toMatchObject({
      status,
      body: { object: 'error', code, message },
    });
  });
});

describe('a search query', () => {
  it('is an id, or words', async () => {
    const { id } = await shop.cardCharge({
      description: 'A pair of Shoes',
      metadata: { order: 'A-1042', note: 'รองเท้า' },
    });
    await shop.cardCharge({ description: 'A hat' });
    for (const query of [id, `id:${id}`, 'shoes', 'SHOES pair', 'A-1042', 'รองเท้า'])
      expect(await idsOf('charge', { query })).toEqual([id]);
    for (const query of ['id:nothing', 'shoe', 'shoes hat', "'; --"])
      expect(await idsOf('charge', { query })).toEqual([]);
    expect(await search('charge', { query: 'thb', filters: { captured: true } })).toMatchObject({
      total: 2,
      query: 'thb',
    });
  });

  it('finds whole words in any letter case', async () => {
    const ids = [
      await shop.cardCharge({ description: 'INV/2026/1042' }),
      await shop.cardCharge({ description: '#1042!' }),
      await shop.cardCharge({
        metadata: { order: 'order_1042', path: 'a\\1043\n"1044"', deep: { note: 'x-1045' }, count: 1046 },
      }),
      await shop.cardCharge({ description: 'order10421042' }),
      await shop.cardCharge({ description: 'รองเท้า,หมวก（東京）ラーメン・カレー' }),
      await shop.cardCharge({ description: 'CAFÉ “Ökonomie”—ΑΘΗΝΑ İSTANBUL ΣΊΣΥΦΟΣ ᾈΔΗΣ' }),
    ].map(({ id }) => id);
    const [invoice, sign, order, , asian, capitals] = ids as [string, string, string, string, string, string];
    const cases: [string, string[]][] = [
      ['1042', [invoice, sign, order]],
      ['inv', [invoice]],
      ['INV-2026', [invoice]],
      ['order', [order]],
      ['1043', [order]],
      ['1044 "1045"', [order]],
      ['1046', [order]],
      ['n', []],
      ['104', []],
      ['รองเท้า', [asian]],
      ['หมวก 東京', [asian]],
      ['ラーメン', [asian]],
      ['รองเท', []],
      ['café ökonomie', [capitals]],
      ['αθηνα', [capitals]],
      ['istanbul σίσυφος ᾀδης', [capitals]],
      ['#!', []],
    ];
    for (const [query, found] of cases)
      expect([query, await idsOf('charge', { query })]).toEqual([query, found]);
  });

  it('matches the name on the card, the failure message and the customer’s id', async () => {
    const named = await shop.cardCharge({ description: 'Blue shoes' }, { name: 'Mali Jaidee' });
    const failed = await shop.cardCharge({ description: 'Red shoes' }, { number: '4111111111140011' });
    const { id: customer, default_card: card } = await shop.customer({
      card: (await shop.token({ name: 'Niran Suk' })).id,
    });
    const theirs = (
      (await shop.post('/charges', { amount: 100_000, currency: 'THB', customer })).body as { id: string }
    ).id;
    const cases: [string, string, string[]][] = [
      ['charge', 'MALI', [named.id]],
      ['charge', 'jaidee shoes', [named.id]],
      ['charge', 'jaidee red', []],
      ['charge', 'Insufficient funds', [failed.id]],
      ['charge', 'insufficient shoes', [failed.id]],
      ['charge', customer, [theirs]],
      ['charge', `id:${customer}`, []],
      ['charge', 'niran', [theirs]],
      ['customer', 'suk', [customer]],
      ['customer', 'jaidee', []],
      ['customer', customer, [customer]],
    ];
    for (const [scope, query, ids] of cases)
      expect([scope, query, await idsOf(scope, { query })]).toEqual([scope, query, ids]);
    await shop.patch(`/customers/${customer}/cards/${String(card)}`, { name: 'Niran Dee' });
    expect([await idsOf('customer', { query: 'suk' }), await idsOf('charge', { query: 'suk' })]).toEqual([
      [],
      [],
    ]);
    expect([await idsOf('customer', { query: 'dee' }), await idsOf('charge', { query: 'dee' })]).toEqual([
      [customer],
      [theirs],
    ]);
    await shop.delete(`/customers/${customer}/cards/${String(card)}`);
    expect([await idsOf('customer', { query: 'dee' }), await idsOf('charge', { query: 'dee' })]).toEqual([
      [],
      [theirs],
    ]);
  });

  it('matches the texts of each kind of object', async () => {
    const { id: customer } = await shop.customer({
      email: 'somchai@shop.example',
      description: 'Somchai',
      metadata: { level: 'gold' },
    });
    for (const query of ['somchai@shop.example', 'somchai', 'gold'])
      expect(await idsOf('customer', { query })).toEqual([customer]);
    const { id: link } = await shop.link({ title: 'Order-384', description: 'New Product' });
    for (const query of ['order-384', 'product new']) expect(await idsOf('link', { query })).toEqual([link]);
    const { id: charge } = await shop.cardCharge();
    const { body: refund } = (await shop.post(`/charges/${charge}/refunds`, {
      amount: 100,
      metadata: { why: 'small' },
    })) as {
      body: { id: string };
    };
    expect(await idsOf('refund', { query: 'small' })).toEqual([refund.id]);
    const { body: dispute } = (await shop.post(`/charges/${(await shop.cardCharge()).id}/disputes`)) as {
      body: { id: string };
    };
    await shop.patch(`/disputes/${dispute.id}`, { message: 'It was delivered' });
    expect(await idsOf('dispute', { query: 'delivered' })).toEqual([dispute.id]);
  });

  it('matches recipients and transfers', async () => {
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

  it('does not match deleted customers and links', async () => {
    const [{ id: customer }, { id: link }] = [await shop.customer(), await shop.link()];
    await shop.delete(`/customers/${customer}`);
    await shop.delete(`/links/${link}`);
    expect([await idsOf('customer', {}), await idsOf('link', { query: link })]).toEqual([[], []]);
  });
});

describe('a search with very many results', () => {
  const BATCH = 2_000;
  const numbered = (number: number): string => `chrg_test_${String(number).padStart(19, '0')}`;
  /** Copies of a charge, a second apart, the latest some days ago. */
  const copies = async (
    id: string,
    first: number,
    last: number,
    description: string,
    daysAgo = 1,
  ): Promise<void> => {
    for (let from = first; from <= last; from += BATCH)
      // The function stands in FROM, where it is called once per row; in the list of columns it would be
      // called once per column.
      await gateway.database
        .$executeRaw`INSERT INTO charge SELECT copy.* FROM charge, generate_series(${from}::int, ${Math.min(last, from + BATCH - 1)}::int) n,
        jsonb_populate_record(charge, jsonb_build_object(
          'id', 'chrg_test_' || lpad(n::text, 19, '0'), 'source_id', NULL, 'description', ${description}::text,
          'created_at', date_trunc('second', now()) - ${daysAgo}::int * interval '1 day' - interval '1 second' * (${last}::int - n))) copy
        WHERE charge.id = ${id}`;
  };

  it('has them in order, and counts them all', async () => {
    const { id } = await shop.cardCharge();
    await copies(id, 1, 10_500, 'shoes and hats');
    const asked = [
      { query: 'hats' },
      { query: 'shoes', filters: { captured: true } },
      { filters: { amount: '1..' } },
    ];
    for (const one of asked) {
      const newest = one.query === undefined ? [id] : [];
      const page = (more: object): Promise<string[]> => idsOf('charge', { ...one, per_page: 2, ...more });
      expect(await search('charge', one)).toMatchObject({
        total: 10_500 + newest.length,
        total_pages: 350 + newest.length,
      });
      expect([await page({}), await page({ page: 5_250 })]).toEqual([
        [numbered(1), numbered(2)],
        [numbered(10_499), numbered(10_500)],
      ]);
      expect(await page({ order: 'reverse_chronological' })).toEqual(
        [...newest, numbered(10_500), numbered(10_499)].slice(0, 2),
      );
      expect(await page({ page: 6_000 })).toEqual([]);
    }
    await shop.cardCharge({ description: 'a hat of hats' });
    expect(await search('charge', { query: 'hats' })).toMatchObject({ total: 10_501 });
  });

  it('finds them behind many others', async () => {
    const { id } = await shop.cardCharge();
    await copies(id, 20_001, 30_010, 'gloves', 2);
    await copies(id, 30_011, 40_100, 'boots');
    expect(await search('charge', { query: 'boots', per_page: 1 })).toMatchObject({
      total: 10_090,
      data: [{ id: numbered(30_011) }],
    });
    const last = await search('charge', { query: 'gloves', per_page: 1, order: 'reverse_chronological' });
    expect(last).toMatchObject({ total: 10_010, data: [{ id: numbered(30_010) }] });
  });
});

/** The plan of a statement without sequential scans. */
const planOf = async (statement: string): Promise<string> =>
  inTransaction(gateway, async (client) => {
    await client.query('SET LOCAL enable_seqscan = off');
    const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${statement}`);
    return rows.flatMap((row) => Object.values(row)).join('\n');
  });

const WORDS = Object.entries(SEARCH_SCOPES).flatMap(([scope, { table, words }]) =>
  words ? [[scope, table, words.vector, words.indexed ?? 'true'] as const] : [],
);

it.each([...WORDS, ['card', 'card', vectorOf('card.name'), 'true'] as const])(
  'words are found in a %s by the index of its table',
  async (_, table, vector, indexed) => {
    const condition = `${indexed} AND ${vector} @@ plainto_tsquery('simple', search_text('shoes'))`;
    expect(await planOf(`SELECT id FROM ${table} WHERE ${condition}`)).toContain(`${table}_words_idx`);
  },
);

it('sources of a method are found by the leading columns of an index, as releases before 18 need', async () => {
  const plan = await planOf("SELECT id FROM source WHERE account_id = 'a' AND type = 'boost'");
  expect(plan).toContain('source_account_id_type_livemode_idx');
});

it('the database and the application split failure messages in the same way', async () => {
  const letters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
    /\p{L}/u.test(letter),
  );
  const cased = letters.filter((letter) => withoutCase(letter) !== letter || letter.toUpperCase() !== letter);
  const expected = cased.map((letter) => withoutCase(letter));
  const others = await gateway.database.query<{ letter: string }>(Prisma.sql`
    SELECT letter FROM unnest(${cased}::text[], ${expected}::text[]) AS pair(letter, expected)
    WHERE to_tsvector('simple', search_text('1' || letter || 'x')) <> to_tsvector('simple', '1' || expected || 'x')
      OR to_tsvector('simple', search_text(expected)) <> to_tsvector('simple', search_text(letter))`);
  expect(cased.length).toBeGreaterThan(2_000);
  expect(others).toEqual([]);
});
