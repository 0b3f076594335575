import request from 'supertest';
import { parseEnv } from 'node:util';
import { formatDuration } from '#kernel/duration.js';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type SandboxBody } from './sandbox.js';

const gateway = useOwnGateway();
const receiver = useReceiver();

describe('a new sandbox', () => {
  it('has keys, addresses and a text for a .env file, and works at once', async () => {
    const sandbox = await createSandbox(gateway, { name: 'ci-1', ttl: '90m' });
    const { baseUrl, vaultUrl, payUrl, controlUrl } = gateway.settings;
    const { test, live, webhook_secret: secret } = sandbox.body;
    expect(sandbox.body).toEqual({
      object: 'sandbox',
      name: 'ci-1',
      test: {
        public_key: expect.stringMatching(/^pkey_test_[a-z0-9]{19}$/),
        secret_key: expect.stringMatching(/^skey_test_[a-z0-9]{19}$/),
        webhook_uri: null,
      },
      live: {
        public_key: expect.stringMatching(/^pkey_(?!test_)[a-z0-9]{19}$/),
        secret_key: expect.stringMatching(/^skey_(?!test_)[a-z0-9]{19}$/),
        webhook_uri: null,
      },
      webhook_secret: expect.any(String),
      webhook_retry_delays: gateway.settings.webhookRetryDelaysMs.map(formatDuration),
      webhook_timeout: formatDuration(gateway.settings.webhookTimeoutMs),
      signature_time: 'machine',
      country: 'TH',
      currency: 'THB',
      api_version: '2019-05-29',
      fidelity: 'specified',
      id_seed: null,
      urls: { api: baseUrl, vault: vaultUrl, pay: payUrl },
      clock: { object: 'clock', now: expect.stringMatching(/T.*\.\d{3}Z$/), frozen: false },
      three_d_secure: false,
      three_d_secure_challenge: 'buttons',
      page_theme: 'method',
      zero_interest_installments: false,
      auto_approve: false,
      exchange_rates: [],
      retention: null,
      ttl: '1h30m',
      expires_at: expect.stringMatching(/T.*\.\d{3}Z$/),
      console_url: expect.stringContaining(controlUrl),
      env: expect.any(String),
    });
    expect(parseEnv(sandbox.body.env)).toEqual({
      TOLLGATE_API_URL: baseUrl,
      TOLLGATE_VAULT_URL: vaultUrl,
      TOLLGATE_PAY_URL: payUrl,
      TOLLGATE_CONTROL_URL: controlUrl,
      TOLLGATE_SANDBOX: 'ci-1',
      TOLLGATE_PUBLIC_KEY: test.public_key,
      TOLLGATE_SECRET_KEY: test.secret_key,
      TOLLGATE_LIVE_PUBLIC_KEY: live.public_key,
      TOLLGATE_LIVE_SECRET_KEY: live.secret_key,
      TOLLGATE_WEBHOOK_SECRET: secret,
    });
    for (const key of [test.secret_key, live.secret_key])
      expect((await request(baseUrl).get('/account').auth(key, '')).body).toMatchObject({
        livemode: key === live.secret_key,
      });
  });

  it('shows the webhook URL of each mode, and the settings that it was created with', async () => {
    const uri = 'http://localhost:1/webhooks';
    const own = { country: 'SG', webhook_timeout: '500ms', signature_time: 'sandbox', fidelity: 'recorded' };
    const delays = '5s,90s,2h';
    const sandbox = await createSandbox(gateway, {
      ...own,
      webhook_uri: uri,
      webhook_retry_delays: delays,
    });
    expect(sandbox.body).toMatchObject({
      ...own,
      webhook_retry_delays: ['5s', '1m30s', '2h'],
      currency: 'SGD',
    });
    await sandbox.patch('/account', { webhook_uri: 'http://localhost:1/test' }).expect(200);
    const shown = { test: { webhook_uri: 'http://localhost:1/test' }, live: { webhook_uri: uri } };
    expect((await control(gateway).get(`/api/sandboxes/${sandbox.name}`)).body).toMatchObject(shown);
    expect((await control(gateway).get('/api/sandboxes').query({ search: sandbox.name })).body).toMatchObject(
      { data: [shown] },
    );
  });

  it('gets a generated name by default', async () => {
    const [one, other] = [await createSandbox(gateway), await createSandbox(gateway)];
    expect(one.name).not.toBe(other.name);
  });

  it('can be created by a form', async () => {
    const { body } = await control(gateway)
      .post('/api/sandboxes')
      .type('form')
      .send('name=by-form&urls[pay]=https://pay.example/&ttl=7d');
    expect(body).toMatchObject({
      name: 'by-form',
      ttl: '7d',
      urls: { pay: 'https://pay.example', api: gateway.settings.baseUrl },
    });
  });

  it('starts at the given time', async () => {
    const sandbox = await createSandbox(gateway, { clock: { now: '2031-02-03T04:05:06Z' } });
    expect(sandbox.body['clock']).toMatchObject({ now: expect.stringMatching(/^2031-02-03T04:/) });
    expect(await sandbox.charge()).toMatchObject({ created_at: expect.stringMatching(/^2031-02-03T04:/) });
  });

  it.each<[string, object, RegExp]>([
    ['a name that is a path', { name: '../default' }, /^name must be/],
    ['a name of dots', { name: '..' }, /^name must be/],
    ['a name in other letters', { name: 'ทดสอบ' }, /^name must be/],
    ['the name that stands for a key’s own', { name: 'self' }, /^name must not be self/],
    ['a ttl that is no duration', { ttl: 'soon' }, /^ttl must be a duration/],
    ['an api_version that is no text', { api_version: { toString: 1 } }, /^api_version must be/],
    ['waits that are no texts', { webhook_retry_delays: [{ toString: 1 }] }, /^webhook_retry_delays must be/],
    [
      'a country of three letters',
      { country: 'THA' },
      /^country must be a two-letter ISO 3166 code, such as TH, JP, MY or SG$/,
    ],
    ['a country that there is not', { country: 'XX' }, /^country must be a two-letter ISO 3166 code/],
    [
      'a webhook address without a host',
      { webhook_uri: 'http:///hook' },
      /^webhook_uri must be an absolute http or https URL$/,
    ],
    [
      'a webhook address with the port 0',
      { webhook_uri: 'http://127.0.0.1:0/hook' },
      /^webhook_uri must not use port 0$/,
    ],
    ['a currency of nobody’s', { currency: 'XXX' }, /^currency must be one of/],
    ['an API version that there is not', { api_version: '2001-01-01' }, /^api_version must be one of/],
    ['a webhook address that is never called', { webhook_uri: 'http://169.254.169.254/' }, /link-local/],
    ['invalid retry delays', { webhook_retry_delays: '1s,soon' }, /^webhook_retry_delays must be/],
    ['a time-out of hours', { webhook_timeout: '2h' }, /^webhook_timeout must be/],
    ['an invalid address', { urls: { api: 'shop' } }, /^urls\[api\] must be/],
    [
      'an address of another host',
      { urls: { control: 'http://a.example' } },
      /^urls has an unknown field control/,
    ],
    ['a clock that stands a little', { clock: { frozen: 'a little' } }, /^clock\[frozen\] must be/],
    ['an invalid seed', { seed: 'x' }, /^line 1 of the file cannot be read: it is not JSON/],
    [
      'a seed of empty lines',
      { seed: '\n'.repeat(1_000_000) },
      /^line 1 of the file cannot be read: it is empty/,
    ],
    ['a seed that is no text', { seed: { a: 1 } }, /^seed must be/],
    ['an unknown parameter', { tll: '2h' }, /^tll is not a parameter/],
  ])('is rejected with %s', async (_, form, message) => {
    const { status, body } = await control(gateway).post('/api/sandboxes').send(form);
    expect({ status, ...(body as object) }).toEqual({
      status: 400,
      object: 'error',
      location: expect.any(String),
      code: 'bad_request',
      message: expect.stringMatching(message),
    });
  });
});

describe('a given webhook secret', () => {
  const SECRET = Buffer.from('the secret in the settings of a shop').toString('base64');

  it('signs the webhooks of the sandbox', async () => {
    const { body } = await createSandbox(gateway, { webhook_secret: SECRET });
    expect(body.webhook_secret).toBe(SECRET);
    expect(body.env).toContain(SECRET);
  });

  it.each(['short', 'not base64!', `${SECRET}*`, 'QUJD', 'A'.repeat(1_028)])(
    'must be base64 of 16 bytes: %s',
    async (secret) => {
      const { status, body } = await control(gateway).post('/api/sandboxes').send({ webhook_secret: secret });
      expect([status, body.code]).toEqual([400, 'bad_request']);
      expect(body.message).toContain('openssl rand -base64 32');
      expect(body.message).not.toContain(secret);
    },
  );
});

describe('a taken name', () => {
  it('is rejected without if_exists', async () => {
    await createSandbox(gateway, { name: 'taken' });
    const { status, body } = await control(gateway).post('/api/sandboxes').send({ name: 'taken' });
    expect([status, body.message]).toEqual([
      400,
      'a sandbox named taken exists; send if_exists=reuse to use it, or if_exists=reset to empty it',
    ]);
  });

  it('returns the same sandbox to all requests with reuse', async () => {
    const asked = await Promise.all(
      Array.from({ length: 16 }, () => createSandbox(gateway, { name: 'shared', if_exists: 'reuse' })),
    );
    const [first] = asked;
    expect(
      new Set(asked.map(({ body }) => JSON.stringify([body.test, body.live, body.webhook_secret]))).size,
    ).toBe(1);
    await first?.charge();
    const again = await createSandbox(gateway, { name: 'shared', if_exists: 'reuse', country: 'SG' });
    expect(await again.total('/charges')).toBe(1);
    expect((await again.get('/account')).body).toMatchObject({ country: 'SG' });
  });

  it('returns the same keys for an emptied sandbox with reset', async () => {
    const before = await createSandbox(gateway, { name: 'again' });
    await before.charge();
    const after = await createSandbox(gateway, {
      name: 'again',
      if_exists: 'reset',
      clock: { now: '2031-01-01' },
    });
    expect(after.body.test).toEqual(before.body.test);
    expect(await after.total('/charges')).toBe(0);
    expect(after.body['clock']).toMatchObject({ now: expect.stringMatching(/^2031-01-01T00:/) });
  });

  it('has new keys after a deletion', async () => {
    const before = await createSandbox(gateway, { name: 'free' });
    await before.delete();
    const after = await createSandbox(gateway, { name: 'free' });
    expect(after.secretKey).not.toBe(before.secretKey);
    expect([await before.isOpen(), await after.isOpen()]).toEqual([false, true]);
  });
});

describe('the settings of a sandbox', () => {
  it('are its own, and can be changed and removed', async () => {
    const own = {
      country: 'jp',
      currency: 'jpy',
      api_version: '2017-11-02',
      three_d_secure: true,
      zero_interest_installments: true,
    };
    const sandbox = await createSandbox(gateway, own);
    expect(sandbox.body).toMatchObject({ ...own, country: 'JP', currency: 'JPY' });
    const account = async (): Promise<unknown> =>
      (await sandbox.get('/account').set('Omise-Version', '2019-05-29')).body as unknown;
    expect(await account()).toMatchObject({ ...own, country: 'JP', currency: 'JPY' });
    const change = (form: object): request.Test =>
      control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send(form);
    await change({ country: '', three_d_secure: false, webhook_uri: 'http://127.0.0.1:9/hook' }).expect(200);
    expect(await account()).toMatchObject({
      country: 'TH',
      currency: 'JPY',
      three_d_secure: false,
      webhook_uri: 'http://127.0.0.1:9/hook',
    });
    await change({ webhook_uri: null }).expect(200);
    expect(await account()).toMatchObject({ webhook_uri: null });
  });

  it('have the currency of the country, unless one is set', async () => {
    const sandbox = await createSandbox(gateway, { country: 'JP' });
    const inCountry = async (form: object): Promise<unknown> => {
      await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send(form).expect(200);
      const { country, currency } = (await sandbox.get('/account')).body;
      return { country, currency };
    };
    expect((await sandbox.get('/account')).body).toMatchObject({ country: 'JP', currency: 'JPY' });
    expect(await inCountry({ country: 'my' })).toEqual({ country: 'MY', currency: 'MYR' });
    expect(await inCountry({ country: 'SG', currency: 'USD' })).toEqual({ country: 'SG', currency: 'USD' });
    expect(await inCountry({ country: 'VN' })).toEqual({ country: 'VN', currency: 'USD' });
  });

  it('include its base URLs and its fidelity', async () => {
    const urls = {
      api: 'https://api.example',
      vault: 'https://vault.example',
      pay: 'https://pay.example/at',
    };
    const sandbox = await createSandbox(gateway, { urls, fidelity: 'recorded' });
    expect((await sandbox.charge()).authorize_uri).toMatch(/^https:\/\/pay\.example\/at\/payments\//);
    // Only as it is recorded does the secret key open this.
    expect((await sandbox.get('/capability')).status).toBe(200);
    const specified = await createSandbox(gateway);
    expect((await specified.get('/capability')).status).toBe(401);
    expect((await sandbox.get('/receipts')).body).toMatchObject({ object: 'receipt_list' });
    expect((await specified.get('/receipts')).body).toMatchObject({ object: 'list' });
  });

  it('include retry delays, the time-out of attempts, and the time of signatures', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const clock = { now: '2031-01-01' };
    const webhooks = {
      webhook_uri: receiver.uri,
      webhook_retry_delays: ['10ms', '20ms'],
      webhook_timeout: '5s',
    };
    const sandbox = await createSandbox(gateway, { clock, ...webhooks, signature_time: 'sandbox' });
    const { id } = await sandbox.charge();
    const ofCharge = ({ event }: { event: { data: { id: string } } }): boolean => event.data.id === id;
    const tried = [
      await receiver.next(ofCharge),
      await receiver.next(ofCharge),
      await receiver.next(ofCharge),
    ];
    const [{ headers }] = tried as [(typeof tried)[number]];
    expect(headers['tollgate-epoch']).toBe('1');
    expect(new Date(Number(headers['omise-signature-timestamp']) * 1_000).getUTCFullYear()).toBe(2031);
  });
});

describe('the sandbox default', () => {
  it('is the demo account, with the keys of the settings', async () => {
    const { body } = await control(gateway).get('/api/sandboxes/default').expect(200);
    const { testPublic, testSecret } = gateway.settings.keys;
    expect(body).toMatchObject({
      test: { public_key: testPublic, secret_key: testSecret },
      ttl: null,
      expires_at: null,
    });
    expect((await control(gateway).get('/api/sandboxes/self').auth(testSecret, '')).body).toMatchObject({
      name: 'default',
    });
  });

  it('cannot be deleted, and never expires', async () => {
    expect((await control(gateway).delete('/api/sandboxes/default')).body).toMatchObject({
      code: 'bad_request',
    });
    expect((await control(gateway).patch('/api/sandboxes/default').send({ ttl: '1h' })).body).toMatchObject({
      code: 'bad_request',
    });
  });

  it('can be reset, and keeps its public id', async () => {
    const demo = (path: string): request.Test =>
      request(gateway.settings.baseUrl).get(path).auth(gateway.settings.keys.testSecret, '');
    const { body: before } = await demo('/account');
    await control(gateway).post('/api/sandboxes/default/reset').expect(200);
    expect((await demo('/account')).body).toEqual(before);
  });
});

describe('the list of sandboxes', () => {
  it('is sorted by creation, page by page', async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await createSandbox(gateway)).name);
    const listed: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const { body } = (await control(gateway).get('/api/sandboxes').query({ limit: 3, after })) as {
        body: { data: SandboxBody[]; next: string | null };
      };
      listed.push(...body.data.map(({ name }) => name));
      after = body.next;
    }
    expect(listed[0]).toBe('default');
    expect(listed.slice(-5)).toEqual(made);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('can be searched by name, page by page', async () => {
    const { name } = await createSandbox(gateway);
    for (const end of ['Alpha-1', 'beta-1', 'alpha-2', 'alpha_2'])
      await createSandbox(gateway, { name: `${name}-${end}` });
    const found = async (query: object): Promise<{ names: string[]; next: string | null }> => {
      const { body } = await control(gateway).get('/api/sandboxes').query(query).expect(200);
      const { data, next } = body as { data: SandboxBody[]; next: string | null };
      return { names: data.map((one) => one.name.slice(name.length + 1)), next };
    };
    expect((await found({ search: `${name} ALPHA` })).names).toEqual(['Alpha-1', 'alpha-2', 'alpha_2']);
    expect((await found({ search: `${name}-alpha_` })).names).toEqual(['alpha_2']);
    const { names, next } = await found({ search: `alpha ${name}`, limit: 2 });
    expect(names).toEqual(['Alpha-1', 'alpha-2']);
    expect(await found({ search: `alpha ${name}`, limit: 2, after: next })).toEqual({
      names: ['alpha_2'],
      next: null,
    });
  });

  it('shows the use of each', async () => {
    const [used, unused] = [await createSandbox(gateway), await createSandbox(gateway)];
    await used.charge();
    await used.charge();
    const began = Date.now();
    await used.isOpen();
    const find = async (): Promise<
      readonly { readonly last_used_at: string | null; readonly charges: number }[]
    > => {
      const pages = await Promise.all(
        [used, unused].map(({ name }) => control(gateway).get('/api/sandboxes').query({ search: name })),
      );
      return pages.flatMap(
        ({ body }) => (body as { data: { last_used_at: string | null; charges: number }[] }).data,
      );
    };
    await until(
      async () => Date.parse((await find())[0]?.last_used_at ?? '') >= began,
      'the last use is not shown',
    );
    expect(await find()).toMatchObject([{ charges: 2 }, { charges: 0, last_used_at: null }]);
  });

  it('sorts them by last use', async () => {
    const name = `used-${Date.now()}`;
    const made = [];
    for (const each of ['a', 'b', 'c']) made.push(await createSandbox(gateway, { name: `${name}-${each}` }));
    const list = async (
      query: object = {},
    ): Promise<{ readonly data: readonly { readonly name: string }[]; readonly next: string | null }> =>
      (
        await control(gateway)
          .get('/api/sandboxes')
          .query({ search: name, sort: 'last_used', ...query })
          .expect(200)
      ).body as never;
    const names = async (query: object = {}): Promise<string[]> =>
      (await list(query)).data.map((one) => one.name.slice(name.length + 1));
    for (const index of [1, 0]) {
      await made[index]?.isOpen();
      await control(gateway)
        .get(`/api/sandboxes/${name}-${index === 1 ? 'b' : 'a'}/requests?wait=10s`)
        .expect(200);
    }
    expect(await names()).toEqual(['a', 'b', 'c']);
    expect(await names({ limit: 2 })).toEqual(['a', 'b']);
    expect(await names({ limit: 2, after: (await list({ limit: 2 })).next })).toEqual(['c']);
    expect((await control(gateway).get('/api/sandboxes?sort=name')).body).toMatchObject({
      code: 'bad_request',
    });
  });

  it('rejects invented cursors', async () => {
    expect((await control(gateway).get('/api/sandboxes?after=x')).body).toMatchObject({
      code: 'bad_request',
    });
  });
});

describe('an unknown sandbox', () => {
  it.each(['get', 'patch', 'delete'] as const)('is not found by %s', async (method) => {
    const { status, body } = await control(gateway)[method]('/api/sandboxes/nobody').send({});
    expect([status, body.message]).toEqual([404, 'sandbox nobody was not found']);
  });

  it('is not found by a reset', async () => {
    expect((await control(gateway).post('/api/sandboxes/nobody/reset')).status).toBe(404);
  });
});

describe('64 concurrent jobs', () => {
  it('each get a separate sandbox, and reset it without effects on others', async () => {
    const jobs = Array.from({ length: 64 }, async (_, index) => {
      const sandbox = await createSandbox(gateway, { name: `job-${index}` });
      await sandbox.charge({ description: 'before' });
      await sandbox.reset();
      await sandbox.charge({ description: `of job ${index}` });
      const { body } = (await sandbox.get('/charges')) as { body: { data: { description: string }[] } };
      return body.data.map(({ description }) => description);
    });
    expect(await Promise.all(jobs)).toEqual(jobs.map((_, index) => [`of job ${index}`]));
  });
});
