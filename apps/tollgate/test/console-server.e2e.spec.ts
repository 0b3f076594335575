import { createHash } from 'node:crypto';
import { get as ask, type IncomingMessage } from 'node:http';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import { Sandbox, type SandboxBody } from './sandbox.js';

const TOKEN = 'a-token-that-nobody-guesses';
const gateway = useOwnGateway({ CONTROL_TOKEN: TOKEN });
/** A second control host on the same database. */
const second = useOwnGateway(() => ({ CONTROL_TOKEN: TOKEN, DATABASE_URL: gateway.databaseUrl }));
const control = (): ReturnType<typeof request> => request(gateway.settings.controlUrl);

async function createSandbox(): Promise<Sandbox> {
  const { body } = await control().post('/api/sandboxes').auth(TOKEN, { type: 'bearer' }).expect(200);
  return new Sandbox(gateway, body as SandboxBody);
}

function cookieOf(answer: request.Response): string {
  return String((answer.headers as Record<string, unknown>)['set-cookie']);
}

/** Opens a session, and answers what a browser sends from then on. */
async function openSession(authorize: (call: request.Test) => request.Test): Promise<string> {
  return cookieOf(await authorize(control().post('/api/session')).expect(200)).split(';')[0] ?? '';
}

const withToken = (call: request.Test): request.Test => call.auth(TOKEN, { type: 'bearer' });

describe('a session of the console', () => {
  it('is opened with the token, and then needs no token', async () => {
    expect((await control().get('/api/session')).body).toEqual({
      object: 'session',
      access: 'none',
      sandbox: null,
      expires_at: null,
    });
    await control().get('/api/sandboxes').expect(401);
    const cookie = await openSession(withToken);
    expect((await control().get('/api/session').set('Cookie', cookie)).body).toMatchObject({
      access: 'installation',
      expires_at: expect.stringMatching(/Z$/) as string,
    });
    await control().get('/api/sandboxes').set('Cookie', cookie).expect(200);
  });

  it('that was opened with a key is for its sandbox alone, and ends with it', async () => {
    const [own, other] = [await createSandbox(), await createSandbox()];
    const cookie = await openSession((call) => call.auth(own.secretKey, ''));
    expect((await control().get('/api/session').set('Cookie', cookie)).body).toMatchObject({
      access: 'sandbox',
      sandbox: own.name,
    });
    await control().get(`/api/sandboxes/${own.name}/timeline`).set('Cookie', cookie).expect(200);
    await control().get(`/api/sandboxes/${other.name}/timeline`).set('Cookie', cookie).expect(404);
    await control().get('/api/sandboxes').set('Cookie', cookie).expect(403);
    await withToken(control().delete(`/api/sandboxes/${own.name}`)).expect(200);
    await withToken(control().post('/api/sandboxes')).send({ name: own.name }).expect(200);
    expect((await control().get('/api/session').set('Cookie', cookie)).body).toMatchObject({
      access: 'none',
    });
  });

  it('is a random id that no script can read and no other site sends, and of which only the hash is stored', async () => {
    const answer = await withToken(control().post('/api/session'));
    expect(cookieOf(answer)).toMatch(
      /^tollgate_session_\d+=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const id = /=([\w-]+);/.exec(cookieOf(answer))?.[1] ?? '';
    const hashes = (await gateway.database.consoleSession.findMany()).map(({ idHash }) => idHash);
    expect(hashes).toContain(createHash('sha256').update(`${id}.${TOKEN}`).digest('hex'));
    expect(JSON.stringify([answer.body, hashes])).not.toContain(id);
  });

  it('is not opened with a wrong token, a public key, or nothing', async () => {
    const { body } = await createSandbox();
    await control().post('/api/session').auth('wrong', { type: 'bearer' }).expect(401);
    await control().post('/api/session').auth(body.test.public_key, '').expect(403);
    await control().post('/api/session').expect(401);
  });

  it('opens no other session, and so ends after twelve hours', async () => {
    const own = await createSandbox();
    for (const authorize of [withToken, (call: request.Test) => call.auth(own.secretKey, '')]) {
      const cookie = await openSession(authorize);
      const before = await gateway.database.consoleSession.count();
      const answer = await control().post('/api/session').set('Cookie', cookie);
      expect([answer.status, cookieOf(answer), answer.body]).toEqual([
        401,
        'undefined',
        expect.objectContaining({
          message: 'a session cannot open another session; send the control token or a secret key',
        }),
      ]);
      expect(await gateway.database.consoleSession.count()).toBe(before);
      await control().get('/api/session').set('Cookie', cookie).expect(200);
    }
  });

  it('ends when its browser opens another with the token', async () => {
    const first = await openSession(withToken);
    const second = await openSession((call) => withToken(call).set('Cookie', first));
    await control().get('/api/sandboxes').set('Cookie', first).expect(401);
    await control().get('/api/sandboxes').set('Cookie', second).expect(200);
  });

  it('is over when it is ended, and when its time is', async () => {
    const ended = await openSession(withToken);
    await control().delete('/api/session').set('Cookie', ended).expect(200);
    await control().get('/api/sandboxes').set('Cookie', ended).expect(401);
    const old = await openSession(withToken);
    await gateway.database.consoleSession.updateMany({ data: { expiresAt: new Date(0) } });
    await control().get('/api/sandboxes').set('Cookie', old).expect(401);
    await openSession(withToken);
    expect(await gateway.database.consoleSession.count()).toBe(1);
  });

  it('lets no other site’s page in', async () => {
    const cookie = await openSession(withToken);
    await control().get('/api/sandboxes').set({ Cookie: cookie, Origin: 'https://evil.example' }).expect(403);
    await control().get('/api/sandboxes').set({ Cookie: cookie, Host: 'evil.example' }).expect(421);
  });
});

describe('the page of the console', () => {
  it('is there for browsers, and nobody else may put scripts into it', async () => {
    const { text, headers, status } = await control().get('/').set('Accept', 'text/html');
    expect(status).toBe(200);
    const nonce = /name="csp-nonce" content="([^"]+)"/.exec(text)?.[1];
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; ` +
        `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/(src|href)="(?!\/assets\/|data:)/);
  });

  it('serves immutable files, compressed for clients that accept it', async () => {
    const { text } = await control().get('/').set('Accept', 'text/html');
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ?? [];
    const [plain, compressed] = [
      await control().get(script).set('Accept-Encoding', 'identity'),
      await control().get(script),
    ];
    const smallest = await control().get(script).set('Accept-Encoding', 'gzip, deflate, br').buffer(false);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(compressed.text).toBe(plain.text);
    expect(smallest.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(Number(smallest.headers['content-length'])).toBeLessThan(
      Number(compressed.headers['content-length']),
    );
    await control().get('/assets/..%2Findex.html').expect(404);
    await control().get('/assets/none.js').expect(404);
  });

  it('describes itself as JSON to other clients', async () => {
    expect((await control().get('/')).body).toMatchObject({
      name: 'Tollgate',
      control_url: gateway.settings.controlUrl,
    });
  });
});

/** The data that a stream has sent. */
interface Followed {
  readonly ids: string[];
  readonly cursors: string[];
  isOver(): boolean;
  close(): void;
}

async function follow(
  sandbox: Sandbox,
  headers: Record<string, string> = {},
  query = '',
  at = gateway,
): Promise<Followed> {
  const url = new URL(`/api/sandboxes/${sandbox.name}/timeline/stream${query}`, at.settings.controlUrl);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const own = { ...(headers['Cookie'] === undefined && { authorization: `Bearer ${TOKEN}` }), ...headers };
    ask(url, { headers: own, agent: false }, resolve).on('error', reject);
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const [ids, cursors]: [string[], string[]] = [[], []];
  let rest = '';
  answer.setEncoding('utf8').on('data', (text: string) => {
    const events = (rest + text).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events.filter((one) => one.startsWith('id: '))) {
      const [, cursor = '', data = ''] = /^id: (.*)\nevent: entries\ndata: (.*)$/.exec(event) ?? [];
      cursors.push(cursor);
      ids.push(
        ...(JSON.parse(data) as { data: { kind: string; id: string }[] }).data.map(
          ({ kind, id }) => `${kind} ${id}`,
        ),
      );
    }
  });
  return { ids, cursors, isOver: () => answer.readableEnded, close: () => void answer.destroy() };
}

describe('the stream of the timeline', () => {
  const eventsOf = ({ ids }: Followed): string[] => ids.filter((id) => id.startsWith('event '));

  it('sends what was there, and what comes as it comes', async () => {
    const sandbox = await createSandbox();
    await sandbox.charge();
    const followed = await follow(sandbox, {}, '?kinds=event');
    await until(() => eventsOf(followed).length === 1, 'what was there does not come');
    await sandbox.charge();
    await until(() => eventsOf(followed).length === 2, 'what is new does not come');
    followed.close();
  });

  it('goes on from the last id that was seen, and misses nothing and sends nothing twice', async () => {
    const sandbox = await createSandbox();
    const seen: string[] = [];
    let last = '';
    for (let round = 0; round < 3; round += 1) {
      const followed = await follow(sandbox, last === '' ? {} : { 'Last-Event-ID': last }, '?kinds=event');
      const charges = Promise.all([sandbox.charge(), sandbox.charge(), sandbox.charge()]);
      await until(() => eventsOf(followed).length > 0, 'nothing comes');
      followed.close();
      await charges;
      seen.push(...eventsOf(followed));
      last = followed.cursors.at(-1) ?? '';
    }
    const rest = await follow(sandbox, { 'Last-Event-ID': last }, '?kinds=event');
    await until(
      () => seen.length + rest.ids.length >= 9,
      () => `${seen.length + rest.ids.length} came`,
    );
    rest.close();
    seen.push(...rest.ids);
    expect(seen).toHaveLength(9);
    expect(new Set(seen).size).toBe(9);
  });

  it('has what another process writes, and goes on at another from where one left off', async () => {
    const sandbox = await createSandbox();
    const seen: string[] = [];
    let last = '';
    for (const [at, other] of [
      [gateway, second],
      [second, gateway],
      [gateway, second],
    ] as const) {
      const followed = await follow(
        sandbox,
        last === '' ? {} : { 'Last-Event-ID': last },
        '?kinds=event',
        at,
      );
      const made = Promise.all([
        sandbox.charge({}, other),
        sandbox.charge({}, at),
        sandbox.charge({}, other),
      ]);
      await until(() => eventsOf(followed).length > 0, 'nothing comes');
      followed.close();
      await made;
      seen.push(...eventsOf(followed));
      last = followed.cursors.at(-1) ?? '';
    }
    const rest = await follow(sandbox, { 'Last-Event-ID': last }, '?kinds=event', second);
    await until(
      () => seen.length + rest.ids.length >= 9,
      () => `${seen.length + rest.ids.length} came`,
    );
    const { id } = await sandbox.charge();
    await until(() => seen.length + rest.ids.length >= 10, `what another process made does not come: ${id}`);
    rest.close();
    seen.push(...rest.ids);
    expect([seen.length, new Set(seen).size]).toEqual([10, 10]);
  });

  it.each(['ended', 'over by its time'])(
    'ends with the session that it was asked by, once that is %s, and is refused from then on',
    async (how) => {
      const sandbox = await createSandbox();
      const cookie = await openSession(withToken);
      await sandbox.charge();
      const followed = await follow(sandbox, { Cookie: cookie }, '?kinds=event');
      await until(() => followed.ids.length === 1, 'what was there does not come');
      if (how === 'ended') await control().delete('/api/session').set('Cookie', cookie).expect(200);
      else await gateway.database.consoleSession.updateMany({ data: { expiresAt: new Date(0) } });
      await sandbox.charge();
      await until(() => followed.isOver(), 'the stream does not end');
      expect(followed.ids).toHaveLength(1);
      await control().get(`/api/sandboxes/${sandbox.name}/timeline/stream`).set('Cookie', cookie).expect(401);
    },
  );

  it('ends when the sandbox is emptied, and goes on from there when it is asked again', async () => {
    const sandbox = await createSandbox();
    await sandbox.charge();
    const before = await follow(sandbox, {}, '?kinds=event');
    await until(() => before.ids.length === 1, 'what was there does not come');
    await withToken(control().post(`/api/sandboxes/${sandbox.name}/reset`)).expect(200);
    await until(() => before.isOver(), 'the stream does not end');
    const after = await follow(sandbox, { 'Last-Event-ID': before.cursors.at(-1) ?? '' }, '?kinds=event');
    await sandbox.charge();
    await until(() => after.ids.length === 1, 'what is new does not come');
    expect(before.ids).not.toContain(after.ids[0]);
    after.close();
  });

  it('says what is wrong before it begins', async () => {
    const sandbox = await createSandbox();
    const stream = (query: string): request.Test =>
      withToken(control().get(`/api/sandboxes/${sandbox.name}/timeline/stream?${query}`));
    expect((await stream('after=x')).body).toMatchObject({
      code: 'bad_request',
      message: 'after must be the next of a previous page',
    });
    expect((await stream('kinds=x')).status).toBe(400);
    await withToken(control().get('/api/sandboxes/nobody/timeline/stream')).expect(404);
  });
});

describe('a list from its end', () => {
  it('is read backwards page by page, each oldest first, and then forwards again', async () => {
    const sandbox = await createSandbox();
    for (let made = 0; made < 5; made += 1) await sandbox.charge();
    const page = async (
      query: string,
    ): Promise<{ data: { id: string }[]; next: string; previous: string | null }> => {
      const { body } = await withToken(
        control().get(`/api/sandboxes/${sandbox.name}/events?${query}`),
      ).expect(200);
      return body as { data: { id: string }[]; next: string; previous: string | null };
    };
    const idsOf = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id);
    const all = idsOf(await page('wait=10s&count=5'));
    const last = await page('before=end&limit=2');
    const middle = await page(`before=${last.previous}&limit=2`);
    const first = await page(`before=${middle.previous}&limit=2`);
    expect([...idsOf(first), ...idsOf(middle), ...idsOf(last)]).toEqual(all);
    expect(first.previous).toBeNull();
    const none = await page('before=1');
    expect([idsOf(none), idsOf(await page(`after=${none.next}`))]).toEqual([[], all]);
    expect(idsOf(await page(`after=${middle.next}`))).toEqual(idsOf(last));
    expect(idsOf(await page(`after=${last.next}`))).toEqual([]);
    await sandbox.charge();
    expect(idsOf(await page(`after=${last.next}&wait=10s`))).toHaveLength(1);
  });

  it.each(['before=x', 'before=end&after=1', 'before=end&wait=1s'])('is not read with %s', async (query) => {
    const sandbox = await createSandbox();
    await withToken(control().get(`/api/sandboxes/${sandbox.name}/events?${query}`)).expect(400);
  });
});
