import request from 'supertest';
import { DAY_MS, isoSeconds } from '#kernel/time.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { routesOf } from './routes.js';

const gateway = useGateway();
let merchant: Merchant;
let stranger: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
  stranger = await gateway.account();
});

interface ScheduleBody {
  readonly id: string;
  readonly occurrences: { readonly data: readonly { readonly id: string }[] };
}

type Opens = 'public' | 'secret' | 'anyone';

interface Row {
  /** The API, unless another host is named. */
  readonly host?: 'vault' | 'pay';
  /** As Express knows it. */
  readonly route: string;
  readonly opensFor: readonly Opens[];
  /**
   * An object of the merchant's in test mode that the path names; with what comes after its id, where the
   * path names more.
   */
  readonly object?: () => Promise<string>;
}

const charge = async (): Promise<string> => (await merchant.charge()).id;
const source = async (): Promise<string> => (await merchant.charge()).source.id;
const token = async (): Promise<string> => (await merchant.token()).id;
const customer = async (): Promise<string> => (await merchant.customer()).id;
const card = async (): Promise<string> => {
  const { id, default_card: saved } = await merchant.customer({ card: (await merchant.token()).id });
  return `${id}/cards/${saved}`;
};
const linkedAccount = async (): Promise<string> => (await merchant.linkedAccount()).id;
const dispute = async (): Promise<string> => {
  const { body } = await merchant.post(`/charges/${(await merchant.cardCharge()).id}/disputes`);
  return (body as { id: string }).id;
};
const recipient = async (): Promise<string> => (await merchant.recipient()).id;
const schedule = async (): Promise<string> => (await daily()).id;
const transfer = async (): Promise<string> => (await merchant.transfer()).id;
const daily = async (): Promise<ScheduleBody> => {
  const { id } = await merchant.customer({ card: (await merchant.token()).id });
  const form = {
    every: 1,
    period: 'day',
    end_date: isoSeconds(new Date(Date.now() + 9 * DAY_MS)).slice(0, 10),
  };
  const { body } = await merchant.post('/schedules', {
    ...form,
    'charge[customer]': id,
    'charge[amount]': 2_000,
  });
  return body as ScheduleBody;
};
const occurrence = async (): Promise<string> => (await daily()).occurrences.data[0]?.id ?? '';
const chain = async (): Promise<string> => (await merchant.chain()).id;
const link = async (): Promise<string> => (await merchant.link()).id;
const session = async (): Promise<string> => (await merchant.session()).id;
const event = async (): Promise<string> => {
  const { body } = await merchant.get(`/charges/${await charge()}/events`);
  return (body as { data: { id: string }[] }).data[0]?.id ?? '';
};
const transaction = async (): Promise<string> => {
  const { body } = await merchant.post(`/charges/${await charge()}/mark_as_paid`);
  return (body as { transaction: string }).transaction;
};

/** Every route of the API host. A route that is missing here fails the first spec below. */
const API: readonly Row[] = [
  { route: 'GET /', opensFor: ['anyone'] },
  { route: 'GET /docs', opensFor: ['anyone'] },
  { route: 'GET /docs/:part', opensFor: ['anyone'] },
  { route: 'GET /openapi.json', opensFor: ['anyone'] },
  { route: 'GET /healthz', opensFor: ['anyone'] },
  { route: 'GET /readyz', opensFor: ['anyone'] },
  { route: 'GET /account', opensFor: ['secret'] },
  { route: 'PATCH /account', opensFor: ['secret'] },
  { route: 'GET /account/api_versions', opensFor: ['secret'] },
  { route: 'PATCH /account/api_version', opensFor: ['secret'] },
  { route: 'GET /capability', opensFor: ['public'] },
  { route: 'POST /sources', opensFor: ['public', 'secret'] },
  { route: 'GET /sources/:id', opensFor: ['public', 'secret'], object: source },
  { route: 'POST /customers', opensFor: ['secret'] },
  { route: 'GET /customers', opensFor: ['secret'] },
  { route: 'GET /customers/:id', opensFor: ['secret'], object: customer },
  { route: 'PATCH /customers/:id', opensFor: ['secret'], object: customer },
  { route: 'DELETE /customers/:id', opensFor: ['secret'], object: customer },
  { route: 'GET /customers/:id/cards', opensFor: ['secret'], object: customer },
  { route: 'GET /customers/:id/cards/:card', opensFor: ['secret'], object: card },
  { route: 'PATCH /customers/:id/cards/:card', opensFor: ['secret'], object: card },
  { route: 'DELETE /customers/:id/cards/:card', opensFor: ['secret'], object: card },
  { route: 'GET /customers/:id/linked_accounts', opensFor: ['secret'], object: customer },
  { route: 'POST /linked_accounts', opensFor: ['secret'] },
  { route: 'GET /linked_accounts', opensFor: ['secret'] },
  { route: 'GET /linked_accounts/:id', opensFor: ['secret'], object: linkedAccount },
  { route: 'POST /linked_accounts/:id/mark_as_registered', opensFor: ['secret'], object: linkedAccount },
  { route: 'POST /linked_accounts/:id/mark_as_failed', opensFor: ['secret'], object: linkedAccount },
  { route: 'POST /schedules', opensFor: ['secret'] },
  { route: 'GET /schedules', opensFor: ['secret'] },
  { route: 'GET /schedules/:id', opensFor: ['secret'], object: schedule },
  { route: 'DELETE /schedules/:id', opensFor: ['secret'], object: schedule },
  { route: 'GET /schedules/:id/occurrences', opensFor: ['secret'], object: schedule },
  { route: 'GET /occurrences/:id', opensFor: ['secret'], object: occurrence },
  { route: 'GET /charges/schedules', opensFor: ['secret'] },
  { route: 'GET /customers/:id/schedules', opensFor: ['secret'], object: customer },
  { route: 'GET /transfers/schedules', opensFor: ['secret'] },
  { route: 'GET /recipients/:id/schedules', opensFor: ['secret'], object: recipient },
  { route: 'POST /charges', opensFor: ['secret'] },
  { route: 'GET /charges', opensFor: ['secret'] },
  { route: 'GET /charges/:id', opensFor: ['secret'], object: charge },
  { route: 'PATCH /charges/:id', opensFor: ['secret'], object: charge },
  { route: 'POST /charges/:id/capture', opensFor: ['secret'], object: charge },
  { route: 'POST /charges/:id/reverse', opensFor: ['secret'], object: charge },
  { route: 'POST /charges/:id/expire', opensFor: ['secret'], object: charge },
  { route: 'POST /charges/:id/mark_as_paid', opensFor: ['secret'], object: charge },
  { route: 'POST /charges/:id/mark_as_failed', opensFor: ['secret'], object: charge },
  { route: 'GET /charges/:id/events', opensFor: ['secret'], object: charge },
  { route: 'GET /charges/:id/documents/:document', opensFor: ['secret'], object: charge },
  { route: 'GET /charges/:id/documents/:document/downloads/:key', opensFor: ['anyone'] },
  { route: 'POST /charges/:id/refunds', opensFor: ['secret'], object: charge },
  { route: 'GET /charges/:id/refunds', opensFor: ['secret'], object: charge },
  { route: 'GET /charges/:id/refunds/:refund', opensFor: ['secret'], object: charge },
  { route: 'GET /refunds', opensFor: ['secret'] },
  { route: 'POST /charges/:id/disputes', opensFor: ['secret'], object: charge },
  { route: 'GET /disputes', opensFor: ['secret'] },
  { route: 'GET /disputes/open', opensFor: ['secret'] },
  { route: 'GET /disputes/pending', opensFor: ['secret'] },
  { route: 'GET /disputes/closed', opensFor: ['secret'] },
  { route: 'GET /disputes/:id', opensFor: ['secret'], object: dispute },
  { route: 'PATCH /disputes/:id', opensFor: ['secret'], object: dispute },
  { route: 'PATCH /disputes/:id/accept', opensFor: ['secret'], object: dispute },
  { route: 'PATCH /disputes/:id/close', opensFor: ['secret'], object: dispute },
  { route: 'POST /disputes/:id/documents', opensFor: ['secret'], object: dispute },
  { route: 'GET /disputes/:id/documents', opensFor: ['secret'], object: dispute },
  { route: 'GET /disputes/:id/documents/:document', opensFor: ['secret'], object: dispute },
  { route: 'DELETE /disputes/:id/documents/:document', opensFor: ['secret'], object: dispute },
  { route: 'GET /disputes/:id/documents/:document/downloads/:token', opensFor: ['anyone'] },
  { route: 'POST /links', opensFor: ['secret'] },
  { route: 'GET /links', opensFor: ['secret'] },
  { route: 'GET /links/:id', opensFor: ['secret'], object: link },
  { route: 'DELETE /links/:id', opensFor: ['secret'], object: link },
  { route: 'GET /links/:id/charges', opensFor: ['secret'], object: link },
  { route: 'GET /balance', opensFor: ['secret'] },
  { route: 'GET /transactions', opensFor: ['secret'] },
  { route: 'GET /transactions/:id', opensFor: ['secret'], object: transaction },
  { route: 'POST /recipients', opensFor: ['secret'] },
  { route: 'GET /recipients', opensFor: ['secret'] },
  { route: 'GET /recipients/:id', opensFor: ['secret'], object: recipient },
  { route: 'PATCH /recipients/:id', opensFor: ['secret'], object: recipient },
  { route: 'PATCH /recipients/:id/verify', opensFor: ['secret'], object: recipient },
  { route: 'DELETE /recipients/:id', opensFor: ['secret'], object: recipient },
  { route: 'POST /transfers', opensFor: ['secret'] },
  { route: 'GET /transfers', opensFor: ['secret'] },
  { route: 'GET /transfers/:id', opensFor: ['secret'], object: transfer },
  { route: 'PATCH /transfers/:id', opensFor: ['secret'], object: transfer },
  { route: 'DELETE /transfers/:id', opensFor: ['secret'], object: transfer },
  { route: 'POST /transfers/:id/mark_as_sent', opensFor: ['secret'], object: transfer },
  { route: 'POST /transfers/:id/mark_as_paid', opensFor: ['secret'], object: transfer },
  { route: 'POST /transfers/:id/mark_as_failed', opensFor: ['secret'], object: transfer },
  { route: 'GET /receipts', opensFor: ['secret'] },
  { route: 'GET /receipts/:id', opensFor: ['secret'] },
  { route: 'GET /forex/:currency', opensFor: ['secret'] },
  { route: 'POST /chains', opensFor: ['secret'] },
  { route: 'GET /chains', opensFor: ['secret'] },
  { route: 'GET /chains/:id', opensFor: ['secret'], object: chain },
  { route: 'POST /chains/:id/revoke', opensFor: ['secret'], object: chain },
  { route: 'GET /integrations/:id', opensFor: ['secret'] },
  { route: 'GET /search', opensFor: ['secret'] },
  { route: 'GET /events', opensFor: ['secret'] },
  { route: 'GET /events/:id', opensFor: ['secret'], object: event },
];

const VAULT: readonly Row[] = [
  { route: 'GET /', opensFor: ['anyone'] },
  { host: 'vault', route: 'GET /healthz', opensFor: ['anyone'] },
  { host: 'vault', route: 'GET /readyz', opensFor: ['anyone'] },
  { host: 'vault', route: 'POST /tokens', opensFor: ['public'] },
  { host: 'vault', route: 'GET /tokens/:id', opensFor: ['public'], object: token },
  { host: 'vault', route: 'GET /provider', opensFor: ['anyone'] },
  { host: 'vault', route: 'GET /provider.js', opensFor: ['anyone'] },
];

const SESSIONS: readonly Row[] = [
  { host: 'pay', route: 'POST /api/sessions', opensFor: ['secret'] },
  { host: 'pay', route: 'GET /api/sessions/:id', opensFor: ['secret'], object: session },
];

const HEALTH = ['GET /healthz', 'GET /readyz'];
const PAY = [
  'GET /',
  ...HEALTH,
  'GET /payments/:paymentId/authorize',
  'GET /shop',
  'POST /payments/:paymentId/authorize',
  'GET /linked_accounts/:id/register',
  'POST /linked_accounts/:id/register',
  'GET /pay/:code',
  'POST /pay/:code',
  'GET /checkout/:session',
  'POST /checkout/:session',
  ...['omise.js', 'omise.min.js', 'card.js'].flatMap((script) => [`GET /${script}`, `GET /${script}.gz`]),
  ...['pay.html', 'pay.js', 'pay.css'].map((file) => `GET /${file}`),
  ...SESSIONS.map(({ route }) => route),
];

/** The id of an object that does not exist. */
const NOTHING = 'nothing_1';

/** An object of each kind for the calls that are refused: they leave it as it is. */
const lasting = new Map<() => Promise<string>, Promise<string>>();
const lastingOne = async (make?: () => Promise<string>): Promise<string> => {
  if (!make) return NOTHING;
  const known = lasting.get(make) ?? make();
  lasting.set(make, known);
  return known;
};

function send(row: Row, id: string, key?: string): request.Test {
  const [method = '', path = ''] = row.route.split(' ');
  const { baseUrl, vaultUrl, payUrl } = gateway.settings;
  const host = { api: baseUrl, vault: vaultUrl, pay: payUrl }[row.host ?? 'api'];
  const call = request(host)[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](
    path.replace(/:id(\/cards\/:card)?/, id),
  );
  return key === undefined ? call : call.auth(key, '');
}

const UNAUTHENTICATED = {
  object: 'error',
  location: 'https://www.omise.co/api-errors#authentication-failure',
  code: 'authentication_failure',
  message: 'authentication failed',
};

describe('the route tables', () => {
  it('cover every route of the API and the vault', () => {
    expect(routesOf(gateway.tollgate.api).sort()).toEqual(API.map(({ route }) => route).sort());
    expect(routesOf(gateway.tollgate.vault).sort()).toEqual(VAULT.map(({ route }) => route).sort());
  });

  it('cover every route of the pay host', () => {
    expect(routesOf(gateway.tollgate.pay).sort()).toEqual([...PAY].sort());
  });
});

const KEYED = [...API, ...VAULT, ...SESSIONS].filter(({ opensFor }) => !opensFor.includes('anyone'));

describe.each(KEYED)('$route', (row) => {
  it('rejects a call without a key', async () => {
    const { status, body, headers } = await send(row, await lastingOne(row.object));
    expect({ status, body: body as unknown }).toEqual({ status: 401, body: UNAUTHENTICATED });
    expect(headers['www-authenticate']).toMatch(/^Basic /);
    expect(headers['omise-version']).toBeUndefined();
  });

  it('accepts only the kinds of key that it declares', async () => {
    for (const kind of ['public', 'secret'] as const) {
      const isOpen = row.opensFor.includes(kind);
      // A call that is let in may change its object, and names none.
      const { status, body } = await send(
        row,
        isOpen ? NOTHING : await lastingOne(row.object),
        merchant.key(kind),
      );
      if (isOpen) expect(status).not.toBe(401);
      else expect({ status, body: body as unknown }).toEqual({ status: 401, body: UNAUTHENTICATED });
    }
  });

  if (row.object) {
    it('cannot find objects of the other mode or of another account', async () => {
      const target = await lastingOne(row.object);
      const kind = row.opensFor.includes('secret') ? 'secret' : 'public';
      const [named] = target.split('/');
      const answers = [merchant.key(kind, 'live'), stranger.key(kind)].map((key) => send(row, target, key));
      for (const { status, body } of await Promise.all(answers)) {
        expect({ status, ...(body as object) }).toMatchObject({
          status: 404,
          object: 'error',
          code: 'not_found',
        });
        expect((body as { message: string }).message).toMatch(
          new RegExp(
            `^(charge|source|event|token|customer|linked_account|transaction|dispute|link|chain|checkout_session|recipient|transfer|schedule|occurrence) ${named} was not found$`,
          ),
        );
      }
    });
  }
});

// Guard and scope are the same for all routes, so the other keys are tried on one route of each host and
// verb.
describe.each([...new Map(KEYED.map((row) => [`${row.host} ${row.route.split(' ')[0]}`, row])).values()])(
  '$route, too,',
  (row) => {
    it('rejects an unknown key, and one of another scheme', async () => {
      const id = await lastingOne(row.object);
      for (const call of [
        send(row, id, 'skey_test_unknown'),
        send(row, id).set('Authorization', `Bearer ${merchant.key('secret')}`),
      ]) {
        const { status, body, headers } = await call;
        expect({ status, body: body as unknown }).toEqual({ status: 401, body: UNAUTHENTICATED });
        expect(headers['www-authenticate']).toMatch(/^Basic /);
      }
    });

    if (row.object) {
      it('cannot find objects of the other mode of another account', async () => {
        const kind = row.opensFor.includes('secret') ? 'secret' : 'public';
        const { status, body } = await send(row, await lastingOne(row.object), stranger.key(kind, 'live'));
        expect({ status, ...(body as object) }).toMatchObject({
          status: 404,
          object: 'error',
          code: 'not_found',
        });
      });
    }
  },
);

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
