import { createHash } from 'node:crypto';
import { SettingError } from './setting-error.js';
import { SETTING_NAMES } from './setting-schema.js';
import { mayListenOn, readSettings } from './settings.js';

/** Stands for whatever must not be shown. */
const SECRET = 'hunter2';

const OWN_KEYS = {
  TEST_PUBLIC_KEY: 'pkey_test_0123456789abcdefghij',
  TEST_SECRET_KEY: 'skey_test_0123456789abcdefghij',
  LIVE_PUBLIC_KEY: 'pkey_0123456789abcdefghij',
  LIVE_SECRET_KEY: 'skey_0123456789abcdefghij',
};
const OWN_SECRETS = { ...OWN_KEYS, WEBHOOK_SECRET: 'MDEyMzQ1Njc4OWFiY2RlZg==' };

function refusalOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  return 'nothing is wrong';
}

describe('the settings', () => {
  const defaults = {
    host: '127.0.0.1',
    vaultHost: '127.0.0.1',
    controlHost: '127.0.0.1',
    apiPort: 7400,
    vaultPort: 7401,
    payPort: 7402,
    controlPort: 7403,
    metricsHost: '127.0.0.1',
    metricsPort: undefined,
    baseUrl: 'http://127.0.0.1:7400',
    vaultUrl: 'http://127.0.0.1:7401',
    payUrl: 'http://127.0.0.1:7402',
    controlUrl: 'http://127.0.0.1:7403',
    plainUrls: { api: 'http://127.0.0.1:7400', vault: 'http://127.0.0.1:7401', pay: 'http://127.0.0.1:7402' },
    tls: false,
    tlsPort: mayListenOn(443) ? 443 : 7443,
    tlsNames: ['api', 'vault', 'pay', 'link', 'checkout-page', 'cdn', 'cdn2'].map(
      (first) => `${first}.omise.co`,
    ),
    namesPort: undefined,
    payFrameAncestors: [],
    dataDir: '.tollgate',
    databaseUrl: undefined,
    redisUrl: undefined,
    maxRequestsInProgress: 1_000,
    maxConnections: 5_000,
    requestLog: true,
    importMaxBytes: 268_435_456,
    retentionMs: Infinity,
    logLevel: 'info',
    logFormat: 'auto',
    keys: {
      testPublic: 'pkey_test_tollgate',
      testSecret: 'skey_test_tollgate',
      livePublic: 'pkey_tollgate',
      liveSecret: 'skey_tollgate',
    },
    vaultSecret: createHash('sha256').update('vault skey_test_tollgate skey_tollgate').digest('base64'),
    controlToken: undefined,
    controlHosts: [],
    sandboxSecret: undefined,
    given: new Set(),
    webhookUrl: undefined,
    liveWebhookUrl: undefined,
    webhookSecret: Buffer.from('tollgate-webhook-secret-for-demos').toString('base64'),
    webhookCaFile: undefined,
    webhookTimeoutMs: 15_000,
    // docs/fidelity.md W5
    webhookRetryDelaysMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000],
    accountApiVersion: '2019-05-29',
    accountCountry: 'TH',
    accountCurrency: 'THB',
    accountThreeDSecure: undefined,
    fidelity: 'specified',
  };

  it('have defaults', () => {
    expect(readSettings({})).toEqual(defaults);
  });

  it('count as not set when they are empty', () => {
    expect(readSettings(Object.fromEntries(SETTING_NAMES.map((name) => [name, ' '])))).toEqual(defaults);
  });

  it.each([
    [{ ACCOUNT_COUNTRY: 'JP' }, 'JPY'],
    [{ ACCOUNT_COUNTRY: 'jp', ACCOUNT_CURRENCY: 'usd' }, 'USD'],
    [{ ACCOUNT_COUNTRY: 'VN' }, 'THB'],
  ])('have the currency of the country: %p', (env, currency) => {
    expect(readSettings(env).accountCurrency).toBe(currency);
  });

  it('make another vault secret of other secret keys', () => {
    const secrets = [
      {},
      { TEST_SECRET_KEY: 'skey_test_mine' },
      { LIVE_SECRET_KEY: 'skey_mine' },
      OWN_KEYS,
    ].map((env) => readSettings(env).vaultSecret);
    expect(new Set(secrets).size).toBe(4);
  });

  it('can all be set', () => {
    const settings = readSettings({
      ...OWN_KEYS,
      HOST: ' pay.internal ',
      VAULT_HOST: 'vault.internal',
      API_PORT: '1',
      VAULT_PORT: '2',
      PAY_PORT: '3',
      METRICS_HOST: 'metrics.internal',
      METRICS_PORT: '4',
      BASE_URL: 'https://api.example/',
      VAULT_URL: 'https://vault.example/v/',
      PAY_URL: 'https://pay.example',
      TLS: 'on',
      TLS_PORT: '6',
      TLS_NAMES: 'API.pay.example, pages.pay.example',
      NAMES_PORT: '7',
      PAY_FRAME_ANCESTORS: 'https://shop.example, http://localhost:3000',
      DATA_DIR: '/data',
      DATABASE_URL: 'postgres://db/tollgate',
      REDIS_URL: 'rediss://queue:6379',
      MAX_REQUESTS_IN_PROGRESS: '50',
      MAX_CONNECTIONS: '60',
      LOG_LEVEL: 'silent',
      LOG_FORMAT: 'json',
      REQUEST_LOG: 'off',
      IMPORT_MAX: '10MiB',
      RETENTION: '30d',
      VAULT_SECRET: 'ZmVkY2JhOTg3NjU0MzIxMA==',
      WEBHOOK_URL: 'https://shop.example/test',
      LIVE_WEBHOOK_URL: 'https://shop.example/live',
      WEBHOOK_SECRET: 'MDEyMzQ1Njc4OWFiY2RlZg==',
      WEBHOOK_CA_FILE: '/ca.pem',
      WEBHOOK_TIMEOUT_MS: '120000',
      WEBHOOK_RETRY_DELAYS: '500ms,5,5m,1h30m,7d',
      ACCOUNT_API_VERSION: '2019-05-29',
      ACCOUNT_COUNTRY: 'my',
      ACCOUNT_CURRENCY: 'MYR',
      ACCOUNT_THREE_D_SECURE: 'true',
      FIDELITY: 'recorded',
      CONTROL_HOST: 'control.internal',
      CONTROL_PORT: '5',
      CONTROL_URL: 'https://control.example',
      INBOX_URL: 'http://proxy:7403/',
      CONTROL_HOSTS: 'control, proxy',
      CONTROL_TOKEN: 'token',
      SANDBOX_SECRET: 'ZmVkY2JhOTg3NjU0MzIxMA==',
    });
    expect(settings).toEqual({
      controlHost: 'control.internal',
      controlPort: 5,
      controlUrl: 'https://control.example',
      controlHosts: ['control', 'proxy'],
      inboxUrl: 'http://proxy:7403',
      controlToken: 'token',
      sandboxSecret: 'ZmVkY2JhOTg3NjU0MzIxMA==',
      given: new Set(
        SETTING_NAMES.filter(
          (name) =>
            !['POSTGRES_PASSWORD', 'BIND_ADDRESS', 'COMPOSE_PROJECT_NAME', 'ALLOW_DEMO_KEYS'].includes(name),
        ),
      ),
      host: 'pay.internal',
      vaultHost: 'vault.internal',
      apiPort: 1,
      vaultPort: 2,
      payPort: 3,
      metricsHost: 'metrics.internal',
      metricsPort: 4,
      baseUrl: 'https://api.example',
      vaultUrl: 'https://vault.example/v',
      payUrl: 'https://pay.example',
      plainUrls: { api: 'https://api.example', vault: 'https://vault.example/v', pay: 'https://pay.example' },
      tls: true,
      tlsPort: 6,
      tlsNames: ['api.pay.example', 'pages.pay.example'],
      namesPort: 7,
      payFrameAncestors: ['https://shop.example', 'http://localhost:3000'],
      dataDir: '/data',
      databaseUrl: 'postgres://db/tollgate',
      redisUrl: 'rediss://queue:6379',
      maxRequestsInProgress: 50,
      maxConnections: 60,
      requestLog: false,
      importMaxBytes: 10_485_760,
      retentionMs: 2_592_000_000,
      logLevel: 'silent',
      logFormat: 'json',
      keys: {
        testPublic: OWN_KEYS.TEST_PUBLIC_KEY,
        testSecret: OWN_KEYS.TEST_SECRET_KEY,
        livePublic: OWN_KEYS.LIVE_PUBLIC_KEY,
        liveSecret: OWN_KEYS.LIVE_SECRET_KEY,
      },
      vaultSecret: 'ZmVkY2JhOTg3NjU0MzIxMA==',
      webhookUrl: 'https://shop.example/test',
      liveWebhookUrl: 'https://shop.example/live',
      webhookSecret: 'MDEyMzQ1Njc4OWFiY2RlZg==',
      webhookCaFile: '/ca.pem',
      webhookTimeoutMs: 120_000,
      webhookRetryDelaysMs: [500, 5000, 300_000, 5_400_000, 604_800_000],
      accountApiVersion: '2019-05-29',
      accountCountry: 'MY',
      accountCurrency: 'MYR',
      accountThreeDSecure: true,
      fidelity: 'recorded',
    });
  });

  it.each([
    [
      { TLS: 'on', TLS_PORT: '443' },
      ['https://api.omise.co', 'https://vault.omise.co', 'https://pay.omise.co'],
    ],
    [
      { TLS: 'on', TLS_PORT: '7443' },
      ['https://api.omise.co:7443', 'https://vault.omise.co:7443', 'https://pay.omise.co:7443'],
    ],
    [{ NAMES_PORT: '80' }, ['http://api.omise.co', 'http://vault.omise.co', 'http://pay.omise.co']],
    [
      { NAMES_PORT: '8080', TLS_NAMES: 'api.pay.example,cdn.pay.example' },
      ['http://api.pay.example:8080', 'http://127.0.0.1:7401', 'http://127.0.0.1:7402'],
    ],
    [
      { TLS: 'on', TLS_PORT: '443', PAY_URL: 'https://pay.example' },
      ['https://api.omise.co', 'https://vault.omise.co', 'https://pay.example'],
    ],
  ])('%j gives addresses by name', (env, addresses) => {
    const { baseUrl, vaultUrl, payUrl } = readSettings(env);
    expect([baseUrl, vaultUrl, payUrl]).toEqual(addresses);
  });

  it('keep the addresses of the ports beside those by name, but for what is set', () => {
    const { plainUrls } = readSettings({
      TLS: 'on',
      VAULT_HOST: '127.0.0.2',
      PAY_URL: 'https://pay.example',
    });
    expect(plainUrls).toEqual({
      api: 'http://127.0.0.1:7400',
      vault: 'http://127.0.0.2:7401',
      pay: 'https://pay.example',
    });
  });

  it('are exactly those that an environment file may name, but for what only docker-compose.yml reads', () => {
    const names = new Set(['POSTGRES_PASSWORD', 'BIND_ADDRESS', 'COMPOSE_PROJECT_NAME']);
    const env = new Proxy<Record<string, string>>({}, { get: (_, name) => void names.add(String(name)) });
    readSettings(env);
    expect([...names].sort()).toEqual([...SETTING_NAMES].sort());
  });
});

describe('a setting that cannot be used', () => {
  it.each([
    ['HOST', 'no such host'],
    ['HOST', 'two\nlines'],
    ['BASE_URL', 'api.example\n"'],
    ['API_PORT', '65536'],
    ['VAULT_PORT', '-1'],
    ['PAY_PORT', 'http'],
    ['METRICS_PORT', '0'],
    ['METRICS_HOST', 'no such host'],
    ['BASE_URL', 'api.example'],
    ['INBOX_URL', 'proxy:7403'],
    ['VAULT_URL', 'ftp://vault.example'],
    ['PAY_URL', 'https://pay.example/?to=me'],
    ['TLS_NAMES', 'api..co'],
    ['TLS_NAMES', '127.0.0.1'],
    ['TLS_NAMES', '::1'],
    ['TLS_NAMES', 'api.pay.example,'],
    ['TLS_NAMES', '*.pay.example'],
    ['PAY_FRAME_ANCESTORS', 'shop.example'],
    ['PAY_FRAME_ANCESTORS', 'https://shop.example/cart'],
    ['PAY_FRAME_ANCESTORS', "https://shop.example; script-src 'unsafe-inline'"],
    ['PAY_FRAME_ANCESTORS', '*'],
    ['PAY_FRAME_ANCESTORS', 'https://*.example'],
    ['PAY_FRAME_ANCESTORS', 'https://a.example;sandbox'],
    ['DATABASE_URL', `mysql://root:${SECRET}@db/tollgate`],
    ['DATABASE_URL', SECRET],
    ['REDIS_URL', `https://:${SECRET}@queue`],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'logfmt'],
    ['REQUEST_LOG', 'maybe'],
    ['IMPORT_MAX', 'much'],
    ['IMPORT_MAX', '5GiB'],
    ['RETENTION', '23h'],
    ['RETENTION', '30'],
    ['TEST_PUBLIC_KEY', `pkey_${SECRET}`],
    ['TEST_SECRET_KEY', `pkey_test_${SECRET}`],
    ['LIVE_PUBLIC_KEY', `pkey_test_${SECRET}`],
    ['LIVE_SECRET_KEY', `skey_${SECRET}!`],
    ['VAULT_SECRET', SECRET],
    ['WEBHOOK_URL', `https://me:${SECRET}@shop.example/`],
    ['WEBHOOK_URL', 'shop.example'],
    ['LIVE_WEBHOOK_URL', 'http://169.254.169.254/'],
    ['WEBHOOK_SECRET', SECRET],
    ['MAX_REQUESTS_IN_PROGRESS', '0'],
    ['MAX_CONNECTIONS', '0'],
    ['WEBHOOK_TIMEOUT_MS', '0'],
    ['WEBHOOK_TIMEOUT_MS', '120001'],
    ['WEBHOOK_RETRY_DELAYS', '5s,\nlater'],
    ['ACCOUNT_API_VERSION', '2016-01-01'],
    ['ACCOUNT_COUNTRY', 'THA'],
    ['ACCOUNT_CURRENCY', 'XXX'],
    ['FIDELITY', 'exact'],
    ['ALLOW_DEMO_KEYS', 'yes'],
  ])('is refused in one line that names it and tells no secret: %s=%p', (name, value) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toMatch(new RegExp(`^${name}: must .+$`));
    expect(refusal).not.toContain('\n');
    expect(refusal).not.toContain(SECRET);
  });

  it.each<Record<string, string>>([{ TLS: 'on' }, { NAMES_PORT: '8080' }])(
    'is a VAULT_HOST beside all addresses as HOST, with %j',
    (served) => {
      expect(refusalOf({ ...OWN_SECRETS, ...served, HOST: '0.0.0.0', VAULT_HOST: '127.0.0.1' })).toMatch(
        /^VAULT_HOST: must equal HOST with TLS or NAMES_PORT/,
      );
      expect(readSettings({ ...served, VAULT_HOST: '127.0.0.2' }).vaultHost).toBe('127.0.0.2');
    },
  );

  it('says what a webhook address must be', () => {
    expect(refusalOf({ WEBHOOK_URL: 'shop.example' })).toBe(
      'WEBHOOK_URL: must be an absolute http or https URL',
    );
  });
});

describe('the demo keys', () => {
  it.each([['127.0.0.1'], ['127.0.0.2'], ['localhost'], ['::1']])(
    'are fine on %s, which nobody else can reach',
    (HOST) => {
      expect(readSettings({ HOST }).keys.liveSecret).toBe('skey_tollgate');
    },
  );

  it.each([['0.0.0.0'], ['::'], ['192.168.1.10'], ['tollgate.example']])('are refused on %s', (HOST) => {
    expect(refusalOf({ HOST })).toBe(
      `TEST_PUBLIC_KEY: is the published demo key, but other machines can reach HOST ${HOST}; set your own key, or ALLOW_DEMO_KEYS=true`,
    );
  });

  it.each(Object.keys(OWN_KEYS).map((name) => [name]))(
    'are refused one by one on such a HOST: %s',
    (name) => {
      expect(refusalOf({ ...OWN_SECRETS, HOST: '0.0.0.0', [name]: '' })).toMatch(
        new RegExp(`^${name}: is the published demo key`),
      );
    },
  );

  it('are fine there when they are asked for', () => {
    expect(readSettings({ HOST: '0.0.0.0', ALLOW_DEMO_KEYS: 'true' }).keys.testSecret).toBe(
      'skey_test_tollgate',
    );
    expect(refusalOf({ HOST: '0.0.0.0', ALLOW_DEMO_KEYS: 'false' })).toMatch(/^TEST_PUBLIC_KEY/);
    expect(refusalOf({ VAULT_HOST: '0.0.0.0' })).toContain('other machines can reach VAULT_HOST 0.0.0.0');
  });

  it('are not missed when there are others', () => {
    expect(readSettings({ ...OWN_SECRETS, HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  });
});

describe('the demo secret of webhooks', () => {
  it.each(['127.0.0.1', 'localhost'])('is fine on %s', (HOST) => {
    expect(readSettings({ ...OWN_KEYS, HOST }).host).toBe(HOST);
  });

  it.each(['', 'dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z'])(
    'is refused where others can reach Tollgate: %p',
    (WEBHOOK_SECRET) => {
      expect(refusalOf({ ...OWN_KEYS, HOST: '0.0.0.0', WEBHOOK_SECRET })).toBe(
        'WEBHOOK_SECRET: is the published demo secret, but other machines can reach HOST 0.0.0.0; set your own secret, or ALLOW_DEMO_KEYS=true',
      );
      expect(
        readSettings({ ...OWN_KEYS, HOST: '0.0.0.0', WEBHOOK_SECRET, ALLOW_DEMO_KEYS: 'true' }).host,
      ).toBe('0.0.0.0');
    },
  );
});

describe('a short key', () => {
  it.each(Object.entries(OWN_KEYS))('is refused where others can reach Tollgate: %s', (name, key) => {
    const short = { ...OWN_SECRETS, HOST: '0.0.0.0', [name]: key.slice(0, -1) };
    expect(refusalOf(short)).toBe(
      `${name}: has only 19 characters after its prefix (minimum 20), but other machines can reach HOST 0.0.0.0; set your own key, or ALLOW_DEMO_KEYS=true`,
    );
    expect(readSettings({ ...short, ALLOW_DEMO_KEYS: 'true' }).host).toBe('0.0.0.0');
    expect(readSettings({ ...short, HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
  });
});

describe('the addresses that are not set', () => {
  it.each([
    ['0.0.0.0', 'http://localhost:8080'],
    ['::', 'http://localhost:8080'],
    ['::1', 'http://[::1]:8080'],
    ['localhost', 'http://localhost:8080'],
    ['10.0.0.1', 'http://10.0.0.1:8080'],
  ])('follow from HOST %s: %s', (HOST, baseUrl) => {
    expect(readSettings({ ...OWN_SECRETS, HOST, API_PORT: '8080' }).baseUrl).toBe(baseUrl);
  });
});

describe('the ports', () => {
  it.each([
    [{ VAULT_HOST: '127.0.0.2', PAY_PORT: '7400' }, 'PAY_PORT: must not be 7400, which API_PORT uses'],
    [{ VAULT_PORT: '7400' }, 'VAULT_PORT: must not be 7400, which API_PORT uses'],
    [{ PAY_PORT: '7400' }, 'PAY_PORT: must not be 7400, which API_PORT uses'],
    [{ PAY_PORT: '7401' }, 'PAY_PORT: must not be 7401, which VAULT_PORT uses'],
    [{ METRICS_PORT: '7400' }, 'METRICS_PORT: must not be 7400, which API_PORT uses'],
  ])('must differ: %p', (env, refusal) => {
    expect(refusalOf(env)).toBe(refusal);
  });

  it('may be the same on two addresses', () => {
    const settings = readSettings({ API_PORT: '80', VAULT_HOST: '127.0.0.2', VAULT_PORT: '80' });
    expect([settings.baseUrl, settings.vaultUrl]).toEqual(['http://127.0.0.1:80', 'http://127.0.0.2:80']);
  });

  it('may not be left to the system, for then no address could be told', () => {
    expect(() => readSettings({ API_PORT: '0' })).toThrow(
      'API_PORT: must be a whole number from 1 to 65535, not "0"',
    );
  });
});
