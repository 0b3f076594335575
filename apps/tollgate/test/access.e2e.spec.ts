import request from 'supertest';
import { ERRORS } from '#kernel/errors.js';
import { DAY_MS } from '#kernel/time.js';
import type { LiveSide } from '../../cli/parity/live-side.js';
import { useGateway } from './harness.js';
import type { Merchant, Mode } from './merchant.js';
import {
  basic,
  earningSide,
  namesIn,
  prepare,
  ROUTE_REQUESTS,
  type KeyKind,
  type RouteRequest,
} from './route-requests.js';
import { routesOf } from './routes.js';

const gateway = useGateway();
let merchant: Merchant;
let stranger: Merchant;
/** Requests of the merchant, with saved ids. */
let side: LiveSide;

beforeAll(async () => {
  merchant = await gateway.account();
  stranger = await gateway.account();
  side = await earningSide(gateway, merchant.keys);
  // The day after, there is a receipt.
  await merchant.advance(DAY_MS);
});

const UNAUTHENTICATED = {
  object: 'error',
  location: 'https://www.omise.co/api-errors#authentication-failure',
  code: 'authentication_failure',
  message: 'authentication failed',
};

async function send({ exchange }: RouteRequest, authorization?: string): Promise<Response> {
  const asked = side.requestOf({ ...exchange, key: 'none' });
  if (authorization !== undefined) asked.headers.set('authorization', authorization);
  return fetch(asked);
}

async function expectUnauthenticated(row: RouteRequest, authorization?: string): Promise<void> {
  const answer = await send(row, authorization);
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 401,
    body: UNAUTHENTICATED,
  });
  expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
  expect(answer.headers.get('omise-version')).toBeNull();
}

/** The status, and the code of an error. */
async function outcomeOf(answer: Response): Promise<{ status: number; error?: string }> {
  const { object, code } = (await answer.json()) as { object: string; code?: string };
  return { status: answer.status, ...(object === 'error' && { error: code }) };
}

describe('the requests of routes', () => {
  it.each(['api', 'vault', 'pay'] as const)('cover every route of the %s host', (host) => {
    const known = ROUTE_REQUESTS.filter((each) => each.host === host).map(({ route }) => route);
    const missing = routesOf(gateway.tollgate[host])
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))
      .filter((route) => !known.includes(route))
      .map(
        (route) =>
          `${route} has no request: add an exchange to apps/cli/parity/catalogue, or to apps/tollgate/test/own-flows.ts if the real service cannot be asked`,
      );
    expect(missing).toEqual([]);
  });
});

const KEYED = ROUTE_REQUESTS.filter(({ keys }) => keys.length > 0);
const OPEN = ROUTE_REQUESTS.filter(({ keys }) => keys.length === 0);

describe.each(KEYED)('$route of the $host host', (row) => {
  const { exchange, keys } = row;
  const [path = ''] = exchange.request.split('?');
  const namesObjects = namesIn([exchange.request, exchange.body]).length > 0;

  beforeAll(() => prepare(side, row));

  it('rejects calls without a key, with an unknown key, and with a key of another scheme', async () => {
    const unknown = [undefined, basic('skey_test_unknown'), `Bearer ${merchant.key('secret')}`];
    await Promise.all(unknown.map((authorization) => expectUnauthenticated(row, authorization)));
  });

  const others = (['public', 'secret'] as const).filter((kind) => !keys.includes(kind));
  if (others.length > 0) {
    it.each(others)('rejects a %s key', async (kind) => {
      await Promise.all(
        (['test', 'live'] as const).map((mode) =>
          expectUnauthenticated(row, basic(merchant.key(kind, mode))),
        ),
      );
    });
  }

  if (namesIn(path).length > 0) {
    it.each(keys)(
      'cannot find objects of the other mode or of another account with a %s key',
      async (kind) => {
        const index = path.split('/').findIndex((part) => part.startsWith('{'));
        const id = new URL(side.requestOf(exchange).url).pathname.split('/')[index];
        const keys = [merchant.key(kind, 'live'), stranger.key(kind), stranger.key(kind, 'live')];
        for (const answer of await Promise.all(keys.map((key) => send(row, basic(key)))))
          expect({ status: answer.status, body: await answer.json() }).toMatchObject({
            status: 404,
            body: {
              object: 'error',
              code: 'not_found',
              message: expect.stringMatching(`^\\w+ ${id} was not found$`) as string,
            },
          });
      },
    );
  }

  const { error } = exchange;
  const expected = error === undefined ? { status: 200 } : { status: ERRORS[error][0], error };
  const accepted = keys.flatMap((kind): [Mode, KeyKind][] => [
    ['test', kind],
    ...(namesObjects || exchange.needsBalance ? [] : [['live', kind] as [Mode, KeyKind]]),
  ]);
  it.each(accepted)(`answers a %s %s key with ${error ?? 200}`, async (mode, kind) => {
    expect(await outcomeOf(await send(row, basic(merchant.key(kind, mode))))).toEqual(expected);
  });
});

it.each(OPEN)('$route of the $host host needs no key', async (row) => {
  const { error } = row.exchange;
  expect((await send(row)).status).toBe(error === undefined ? 200 : ERRORS[error][0]);
});

describe('lists', () => {
  it.each(['/charges', '/events', '/linked_accounts'])(
    'of %s contain one account and one mode',
    async (path) => {
      const [shop, neighbour] = [await gateway.account(), await gateway.account()];
      for (const [owner, mode] of [
        [shop, 'test'],
        [shop, 'live'],
        [neighbour, 'test'],
      ] as const) {
        await owner.charge({}, mode);
        await owner.linkedAccount({}, mode);
      }
      for (const mode of ['test', 'live'] as const) {
        const { body } = await shop.get(path, {}, mode);
        expect(body).toMatchObject({ total: 1, data: [{ livemode: mode === 'live' }] });
      }
    },
  );
});

describe('a live charge', () => {
  it('has ids and livemode of its mode', async () => {
    const live = await merchant.charge({}, 'live');
    expect(live.id).toMatch(/^chrg_(?!test_)/);
    expect(live).toMatchObject({ livemode: true, source: { livemode: true } });
    expect(live.authorize_uri).toMatch(/\/payments\/pay2_(?!test_)/);
  });
});

describe('a key', () => {
  it('is stored only as a hash', async () => {
    const keys = await gateway.database.apiKey.findMany({
      where: { accountId: merchant.id, kind: 'secret' },
    });
    expect(keys).toHaveLength(2);
    expect(keys.every(({ sha256, publicKey }) => publicKey === null && /^[0-9a-f]{64}$/.test(sha256))).toBe(
      true,
    );
  });

  it('is accepted with any password, and in any case of the scheme', async () => {
    const call = (header: string): request.Test =>
      request(gateway.settings.baseUrl).get('/account').set('Authorization', header);
    const encoded = (text: string): string => Buffer.from(text).toString('base64');
    expect((await call(`Basic ${encoded(`${merchant.key('secret')}:secret`)}`)).status).toBe(200);
    expect((await call(`basic ${encoded(`${merchant.key('secret')}:`)}`)).status).toBe(200);
    expect((await call(`Basic ${encoded(merchant.key('secret'))}`)).status).toBe(200);
    expect((await call('Basic')).status).toBe(401);
    expect((await call('Basic !!!')).status).toBe(401);
  });
});

describe('Omise-Version', () => {
  it('is echoed, and unknown versions are rejected', async () => {
    const known = await merchant.get('/charges').set('Omise-Version', '2019-05-29');
    expect(known.headers['omise-version']).toBe('2019-05-29');
    const unknown = await merchant.get('/charges').set('Omise-Version', '2019-09-29');
    expect({ status: unknown.status, code: (unknown.body as { code: string }).code }).toEqual({
      status: 404,
      code: 'service_not_found',
    });
  });
});
