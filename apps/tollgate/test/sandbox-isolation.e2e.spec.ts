import { idsIn, objectOfId } from '#kernel/ids.js';
import { DAY_MS } from '#kernel/time.js';
import { ALL_RESOURCES, objectsOf } from '#resources/api-resources.js';
import type { Exchange } from '../../cli/parity/exchange.js';
import { rowsOfAccount } from './account-rows.js';
import { useGateway } from './harness.js';
import {
  earningSide,
  makeObjects,
  namesIn,
  ROUTE_REQUESTS,
  sideOf,
  type RouteRequest,
} from './route-requests.js';
import { createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
let owner: Sandbox;
let stranger: Sandbox;
/** An id of each kind of the owner's objects. */
let ids: string[];
let rows: unknown;

/** With a marker that nothing else has. */
function marked(exchange: Exchange): Exchange {
  const { body } = exchange;
  return body && 'description' in body ? { ...exchange, body: { ...body, description: MARK } } : exchange;
}

/** Number of concurrent requests: enough to use Tollgate and its database fully. */
const AT_ONCE = 8;

/** Acts on all of them, several at once. */
async function atOnce<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const DAILY = {
  every: 1,
  period: 'day',
  end_date: new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10),
};
const MARK = 'of the owner alone';

beforeAll(async () => {
  owner = await createSandbox(gateway);
  stranger = await createSandbox(gateway);
  await makeObjects(await earningSide(gateway, owner.keys), marked);
  rows = await rowsOfOwner();
  ids = [...new Map(idsIn(JSON.stringify(rows)).map((id) => [objectOfId(id), id])).values()];
});

const rowsOfOwner = async (): Promise<unknown> => rowsOfAccount(gateway, await owner.accountId());

it('the owner has an object of each kind', () => {
  const kinds = [...objectsOf(ALL_RESOURCES).map(({ kind }) => kind), 'event'];
  expect(ids.map(objectOfId)).toEqual(expect.arrayContaining(kinds));
});

/** The request of a route with this id in place of all its ids. */
function withId({ route, exchange }: RouteRequest, id: string): Exchange {
  const [, query = ''] = /(\?.*)/.exec(exchange.request) ?? [];
  const filled = JSON.stringify({ ...exchange, request: `${route}${query}` }).replaceAll(/\{\w+\}/g, id);
  return JSON.parse(filled) as Exchange;
}

const KEYED = ROUTE_REQUESTS.filter(({ keys }) => keys.length > 0);

describe('another sandbox’s key', () => {
  it.each(KEYED)('reads and changes nothing of the owner by $route', async (row) => {
    const side = sideOf(gateway, stranger.keys);
    // Currencies belong to no sandbox.
    const isNamed = row.route.includes('{') && !row.route.includes('/forex/');
    const tried = isNamed || namesIn(row.exchange).length > 0 ? ids : [''];
    await atOnce(tried, async (id) => {
      const answer = await fetch(side.requestOf(withId(row, id)));
      const text = await answer.text();
      if (isNamed) expect([id, answer.status]).toEqual([id, 404]);
      expect(ids.filter((other) => other !== id && text.includes(other))).toEqual([]);
      expect(text).not.toContain(MARK);
    });
    expect(await rowsOfOwner()).toEqual(rows);
  });

  it('cannot use the owner’s objects', async () => {
    const charge = { amount: 2000, currency: 'THB', return_uri: 'https://a.example' };
    const uses = ids.flatMap(
      (id) =>
        [
          ...[
            { source: id },
            { card: id },
            { customer: id },
            { linked_account: id },
            { customer: id, card: id },
          ].map((form) => ['/charges', { ...charge, ...form }] as const),
          ['/transfers', { amount: 3_000, recipient: id }],
          ['/schedules', { ...DAILY, 'transfer[recipient]': id, 'transfer[amount]': 3_000 }],
          ['/schedules', { ...DAILY, 'charge[customer]': id, 'charge[amount]': 2_000 }],
        ] as const,
    );
    await atOnce(uses, async ([path, form]) => {
      const { status } = await stranger.post(path, form);
      expect([path, form, status >= 400 && status < 500]).toEqual([path, form, true]);
    });
    for (const path of ['/charges', '/transfers', '/schedules']) expect(await stranger.total(path)).toBe(0);
    expect(await rowsOfOwner()).toEqual(rows);
  });
});
