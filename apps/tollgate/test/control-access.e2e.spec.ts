import { request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { CONTROL_OPERATIONS, type ControlOperation } from './control-operations.js';
import { useOwnGateway } from './harness.js';
import { routesOf } from './routes.js';
import { Sandbox, type SandboxBody } from './sandbox.js';

const TOKEN = 'a-token-that-nobody-guesses';
const guarded = useOwnGateway({ CONTROL_TOKEN: TOKEN, CONTROL_HOSTS: 'control' });
const open = useOwnGateway();

let own: Sandbox;

beforeAll(async () => {
  const make = async (name: string): Promise<Sandbox> => {
    const { body } = await request(guarded.settings.controlUrl)
      .post('/api/sandboxes')
      .auth(TOKEN, { type: 'bearer' })
      .send({ name });
    return new Sandbox(guarded, body as SandboxBody);
  };
  own = await make('own');
  await make('other');
});

const bearer = (token: string): string => `Bearer ${token}`;
const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

/** By whom a request is sent. */
const CALLERS = {
  token: () => bearer(TOKEN),
  'secret key': () => basic(own.body.test.secret_key),
  'live secret key': () => basic(own.body.live.secret_key),
  'public key': () => basic(own.body.test.public_key),
  'wrong token': () => bearer(`${TOKEN}x`),
  'wrong key': () => basic('skey_test_nobody'),
  'wrong scheme': () => 'Digest username="a"',
  nobody: () => undefined,
} as const satisfies Record<string, () => string | undefined>;
type CallerName = keyof typeof CALLERS;

async function statusOf(
  method: string,
  path: string,
  authorization?: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return (await send(method, path, authorization, headers)).status;
}

/** Sends exactly these headers; supertest would add some. */
async function send(
  method: string,
  path: string,
  authorization: string | undefined,
  headers: Record<string, string> = {},
  url = guarded.settings.controlUrl,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  const own = { ...(authorization !== undefined && { authorization }), ...headers };
  return new Promise((resolve, reject) => {
    const call = ask(new URL(path, url), { method, headers: own, agent: false }, (answer) => {
      text(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
        reject,
      );
    });
    call.on('error', reject).end();
  });
}

describe('access to the control host', () => {
  const everyone = (status: number): Partial<Record<CallerName, number>> => ({
    token: status,
    'secret key': status,
    nobody: status,
  });

  it.each<[string, string, Partial<Record<CallerName, number>>]>([
    ['GET', '/', everyone(200)],
    ['GET', '/openapi.json', everyone(200)],
    ['GET', '/docs', everyone(200)],
    ['GET', '/llms.txt', everyone(200)],
    ['GET', '/docs/webhooks.md', everyone(200)],
    ['GET', '/healthz', everyone(200)],
    ['GET', '/readyz', everyone(200)],
    ['GET', '/api/sandboxes', { token: 200, 'secret key': 403, 'live secret key': 403 }],
    ['POST', '/api/sandboxes', { token: 200, 'secret key': 403, 'live secret key': 403 }],
    ['GET', '/api/requests', { token: 200, 'secret key': 403, 'live secret key': 403 }],
    ['GET', '/api/sandboxes/own', { token: 200, 'secret key': 200, 'live secret key': 200 }],
    ['GET', '/api/sandboxes/self', { token: 404, 'secret key': 200, 'live secret key': 200 }],
    ['GET', '/api/sandboxes/other', { token: 200, 'secret key': 404, 'live secret key': 404 }],
    ['GET', '/api/sandboxes/nobody', { token: 404, 'secret key': 404, 'live secret key': 404 }],
    ['GET', '/api/sandboxes/default', { token: 200, 'secret key': 404 }],
    ['PATCH', '/api/sandboxes/self', { 'secret key': 200 }],
    ['PATCH', '/api/sandboxes/other', { token: 200, 'secret key': 404 }],
    ['POST', '/api/sandboxes/own/reset', { token: 200, 'secret key': 200, 'live secret key': 200 }],
    ['POST', '/api/sandboxes/other/reset', { token: 200, 'secret key': 404 }],
    ...['events', 'idle', 'requests', 'timeline'].flatMap(
      (what): [string, string, Partial<Record<CallerName, number>>][] => [
        ['GET', `/api/sandboxes/self/${what}`, { token: 404, 'secret key': 200, 'live secret key': 200 }],
        ['GET', `/api/sandboxes/other/${what}`, { token: 200, 'secret key': 404, 'live secret key': 404 }],
      ],
    ),
    ['DELETE', '/api/sandboxes/other', { 'secret key': 404 }],
    ['DELETE', '/api/sandboxes/default', { token: 400, 'secret key': 404 }],
  ])('%s %s', async (method, path, expected) => {
    const unlessSaid = {
      nobody: 401,
      'public key': 403,
      'wrong token': 401,
      'wrong key': 401,
      'wrong scheme': 401,
    };
    const all = { ...unlessSaid, ...expected };
    const seen: Record<string, number> = {};
    for (const name of Object.keys(all) as CallerName[])
      seen[name] = await statusOf(method, path, CALLERS[name]());
    expect(seen).toEqual(all);
  });

  it('never asks a browser for credentials, and has API errors', async () => {
    const { status, headers, body } = await send('GET', '/api/sandboxes', undefined);
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="Tollgate"']);
    expect(JSON.parse(body)).toMatchObject({ object: 'error', code: 'authentication_failure' });
  });

  it('ends at once for a deleted sandbox’s key', async () => {
    const { body } = await request(guarded.settings.controlUrl)
      .post('/api/sandboxes')
      .auth(TOKEN, { type: 'bearer' });
    const { secret_key: key } = (body as SandboxBody).test;
    expect(await statusOf('DELETE', '/api/sandboxes/self', basic(key))).toBe(200);
    expect(await statusOf('GET', '/api/sandboxes/self', basic(key))).toBe(401);
  });
});

describe('every control route', () => {
  it('is in the OpenAPI document, and requires a key with few exceptions', () => {
    const documented = CONTROL_OPERATIONS.map(
      ({ verb, path }) => `${verb.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    expect(documented.sort()).toEqual(routesOf(guarded.tollgate.control).sort());
    const open = CONTROL_OPERATIONS.filter(({ isFor }) => isFor === 'everyone').map(({ path }) => path);
    expect(open.sort()).toEqual([
      '/',
      '/api/session',
      '/api/session',
      '/assets/{file}',
      '/docs',
      '/docs/{folder}/{page}',
      '/docs/{page}',
      '/healthz',
      '/inbox/{sandbox}/{token}',
      '/llms.txt',
      '/openapi.json',
      '/readyz',
    ]);
  });

  const CLOSED = CONTROL_OPERATIONS.filter(({ isFor }) => isFor !== 'everyone');
  const FOREIGN = { sandbox: 404, installation: 403, caller: 200, everyone: 200 };
  /** The MCP server needs a message, and has no streams. */
  const OF_MCP: Readonly<Record<string, number>> = { 'post /mcp': 415, 'get /mcp': 405 };
  const foreignStatus = ({ verb, path, isFor }: ControlOperation): number =>
    OF_MCP[`${verb} ${path}`] ?? FOREIGN[isFor];

  /** The status for each caller, at the other sandbox. */
  async function seenBy(
    { verb, path }: ControlOperation,
    ...names: readonly CallerName[]
  ): Promise<Record<string, number>> {
    const other = path
      .replace('{name}', 'other')
      .replace('{mode}', 'test')
      .replaceAll(/\{\w+\}/g, 'any');
    const seen: Record<string, number> = {};
    for (const name of names) seen[name] = await statusOf(verb.toUpperCase(), other, CALLERS[name]());
    return seen;
  }

  it.each(CLOSED)(
    'is closed without a key, with public keys and with other sandboxes’ keys: $verb $path',
    async (operation) => {
      expect(await seenBy(operation, 'nobody', 'public key', 'secret key')).toEqual({
        nobody: 401,
        'public key': 403,
        'secret key': foreignStatus(operation),
      });
    },
  );

  // The guard finds the caller in the same way for all routes, so the other keys are tried on one route of
  // each verb and access, with and without a mode.
  it.each([
    ...new Map(
      CLOSED.map((one) => [`${one.verb} ${one.isFor} ${one.path.includes('{mode}')}`, one]),
    ).values(),
  ])(
    '$verb $path is closed to wrong tokens, to wrong keys, and to live keys of others',
    async (operation) => {
      expect(await seenBy(operation, 'wrong token', 'wrong key', 'wrong scheme', 'live secret key')).toEqual({
        'wrong token': 401,
        'wrong key': 401,
        'wrong scheme': 401,
        'live secret key': foreignStatus(operation),
      });
    },
  );
});

describe('an object of another sandbox', () => {
  /** Names of everything that a path may contain. */
  let names: string[];

  beforeAll(async () => {
    const control = request(guarded.settings.controlUrl);
    const ask = async (verb: 'get' | 'put', path: string): Promise<object> =>
      (await control[verb](`/api/sandboxes/other/${path}`).auth(TOKEN, { type: 'bearer' }).expect(200))
        .body as object;
    await control
      .patch('/api/sandboxes/other')
      .auth(TOKEN, { type: 'bearer' })
      .send({ webhook_uri: 'http://127.0.0.1:9/' });
    const { id } = await new Sandbox(guarded, (await ask('get', '')) as SandboxBody).charge();
    await ask('put', 'inbox/theirs');
    const lists = (await Promise.all([ask('get', 'events?wait=60s'), ask('get', 'deliveries?wait=60s')])) as {
      data: { id: string }[];
    }[];
    names = ['theirs', id, ...lists.flatMap(({ data }) => data.map(({ id }) => id))];
  });

  it.each(
    CONTROL_OPERATIONS.filter(
      ({ verb, path }) => verb !== 'put' && /^\/api\/.*\{(?!name|mode|currency)/.test(path),
    ),
  )('is not found by $verb $path', async ({ verb, path, body }) => {
    expect(names.length).toBeGreaterThanOrEqual(3);
    // The emulated API knows charges and events, and none of the other names; sandbox-isolation.e2e.spec.ts
    // tries all ids on its routes.
    for (const name of path.includes('{mode}') ? names.filter((one) => /^(chrg|evnt)_/.test(one)) : names) {
      const call = request(guarded.settings.controlUrl)[verb](
        path
          .replace('{name}', 'self')
          .replace('{mode}', 'test')
          .replaceAll(/\{\w+\}/g, name),
      );
      const { status } = await call.auth(own.secretKey, '').send(body);
      expect([name, status]).toEqual([name, 404]);
    }
  });
});

describe('the control host without a token', () => {
  const without = (path: string, authorization?: string): Promise<{ status: number }> =>
    send('GET', path, authorization, {}, open.settings.controlUrl);

  it('allows everything from this machine', async () => {
    expect((await without('/api/sandboxes')).status).toBe(200);
  });

  it('rejects webhooks, wherever they are sent from', async () => {
    const reset = (headers: Record<string, string>): ReturnType<typeof send> =>
      send('POST', '/api/sandboxes/default/reset', undefined, headers, open.settings.controlUrl);
    const { status, body } = await reset({ 'Tollgate-Epoch': '1' });
    expect([status, (JSON.parse(body) as { message: string }).message]).toEqual([
      403,
      'webhooks cannot be sent to the control API; use an inbox',
    ]);
    expect((await reset({})).status).toBe(200);
  });

  it('still checks a key or a token that is sent', async () => {
    expect((await without('/api/sandboxes', basic(open.settings.keys.testSecret))).status).toBe(403);
    expect((await without('/api/sandboxes/self', basic(open.settings.keys.testSecret))).status).toBe(200);
    expect((await without('/api/sandboxes', bearer('any'))).status).toBe(401);
  });
});

describe('the origin of a control request', () => {
  const port = (): number => guarded.settings.controlPort;
  const key = (): string => basic(own.secretKey);

  it.each([
    ['localhost', 200],
    ['127.0.0.1:1', 200],
    ['[::1]', 200],
    ['control:7403', 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
  ])('as %p: %d', async (host, status) => {
    expect(await statusOf('GET', '/api/sandboxes/self', key(), { host })).toBe(status);
    expect(await statusOf('GET', '/', undefined, { host })).toBe(status);
  });

  it('with another host name requires the token, except for health checks', async () => {
    const host = 'evil.example';
    expect(await statusOf('GET', '/api/sandboxes', CALLERS.token(), { host })).toBe(200);
    for (const path of ['/healthz', '/readyz'])
      expect(await statusOf('GET', path, undefined, { host })).toBe(200);
  });

  it.each<[string, () => Record<string, string>, number]>([
    ['an own page', () => ({ origin: `http://127.0.0.1:${port()}`, 'sec-fetch-site': 'same-origin' }), 200],
    ['a page of another port', () => ({ origin: 'http://127.0.0.1:3000' }), 403],
    ['a page of another site', () => ({ origin: 'https://evil.example' }), 403],
    ['a page without an origin', () => ({ origin: 'null' }), 403],
    [
      'what a page of another site embeds',
      () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
      403,
    ],
    ['a sibling', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    [
      'a link',
      () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }),
      200,
    ],
  ])('is checked by %s', async (_, headers, status) => {
    for (const caller of [key(), CALLERS.token()])
      expect(await statusOf('GET', '/api/sandboxes/own', caller, headers())).toBe(status);
  });

  it('gets no CORS headers', async () => {
    const { headers } = await send('OPTIONS', '/api/sandboxes', undefined, {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
