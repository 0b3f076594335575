import { EXIT, Failure } from '../failure.js';
import { diagnose, type Finding } from './diagnosis.js';
import type { Facts, SandboxFacts } from './facts.js';

const SANDBOX: SandboxFacts = {
  name: 'ci-1',
  test: { public_key: 'pkey_test_1', secret_key: 'skey_test_1' },
  live: { public_key: 'pkey_1', secret_key: 'skey_1' },
  webhook_secret: 'c2VjcmV0',
  urls: { api: 'http://127.0.0.1:7400', vault: 'http://127.0.0.1:7401', pay: 'http://127.0.0.1:7402' },
  env: '',
  clock: { now: '2026-01-31T08:15:00.000Z', frozen: false },
  webhookUri: 'http://127.0.0.1:3000/webhooks',
  held: 0,
  attempts: [],
  activeFaults: [],
  unknownKeys: [],
  aheadMs: 0,
};

const FACTS: Facts = {
  controlUrl: 'http://127.0.0.1:7403',
  values: {},
  isInContainer: false,
  version: '0.1.0',
  unready: undefined,
  tollgateVersion: '0.1.0',
  driftMs: 0,
  sandboxName: 'ci-1',
  sandbox: SANDBOX,
};

/** Warnings and mistakes. */
const found = (facts: Partial<Facts>): Finding[] =>
  diagnose({ ...FACTS, ...facts }).filter(({ level }) => level !== 'ok');
const inSandbox = (sandbox: Partial<SandboxFacts>): Finding[] =>
  found({ sandbox: { ...SANDBOX, ...sandbox } });
const attempt = (details: object): SandboxFacts['attempts'] => [
  {
    kind: 'attempt',
    id: 'a',
    livemode: false,
    object_id: null,
    request_id: null,
    trigger: null,
    at: '',
    machine_at: '',
    details: { uri: 'http://127.0.0.1:3000/', ...details },
  },
];

describe('a diagnosis', () => {
  it('finds nothing where all is well', () => {
    expect(
      found({
        values: {
          TOLLGATE_SECRET_KEY: 'skey_test_1',
          TOLLGATE_WEBHOOK_SECRET: 'c2VjcmV0',
          TOLLGATE_API_URL: 'http://127.0.0.1:7400/',
        },
      }),
    ).toEqual([]);
  });

  it('takes an address by which the host is reached without the names that links have', () => {
    const urls = { ...SANDBOX.urls, api: 'https://api.omise.co' };
    const sandbox = { ...SANDBOX, urls, env: 'TOLLGATE_API_URL=http://127.0.0.1:7400\n' };
    expect(found({ values: { TOLLGATE_API_URL: 'http://127.0.0.1:7400' }, sandbox })).toEqual([]);
  });

  const AWAY = { unready: 'http://127.0.0.1:7403 does not answer (ECONNREFUSED)', sandbox: undefined };
  const cases: [name: string, findings: Finding[], check: string, level: Finding['level'], text: RegExp][] = [
    ['that no Tollgate runs', found(AWAY), 'tollgate', 'mistake', /tollgate start/],
    [
      'that another program has the port',
      found({ ...AWAY, unready: 'x is not a Tollgate control host' }),
      'tollgate',
      'mistake',
      /another program/,
    ],
    [
      'localhost inside a container',
      found({ ...AWAY, isInContainer: true }),
      'tollgate',
      'mistake',
      /host\.docker\.internal/,
    ],
    ['another version', found({ tollgateVersion: '0.2.0' }), 'version', 'warning', /0\.2\.0/],
    ['clocks of machines that differ', found({ driftMs: -600_000 }), 'clocks', 'mistake', /10m behind/],
    [
      'a wrong token',
      found({ sandbox: new Failure('authentication failed', EXIT.forbidden) }),
      'access',
      'mistake',
      /CONTROL_TOKEN/,
    ],
    [
      'the key of another sandbox',
      found({ sandbox: new Failure('sandbox ci-1 was not found') }),
      'access',
      'mistake',
      /belong to another sandbox/,
    ],
    [
      'a public key instead of the secret key',
      found({ values: { TOLLGATE_SECRET_KEY: 'pkey_test_1' } }),
      'keys',
      'mistake',
      /has the key for TOLLGATE_PUBLIC_KEY/,
    ],
    [
      'the key of the other mode',
      found({ values: { TOLLGATE_SECRET_KEY: 'skey_1' } }),
      'keys',
      'mistake',
      /has the key for TOLLGATE_LIVE_SECRET_KEY/,
    ],
    [
      'a key of no use',
      found({ values: { TOLLGATE_SECRET_KEY: 'skey_test_2' } }),
      'keys',
      'mistake',
      /does not match sandbox ci-1/,
    ],
    [
      'the address of another host',
      found({ values: { TOLLGATE_VAULT_URL: 'http://127.0.0.1:7400' } }),
      'addresses',
      'mistake',
      /address of the api host/,
    ],
    [
      'another address than that of links',
      found({ values: { TOLLGATE_API_URL: 'http://tollgate:7400' } }),
      'addresses',
      'warning',
      /--urls api=http:\/\/tollgate:7400/,
    ],
    [
      'another webhook secret',
      found({ values: { TOLLGATE_WEBHOOK_SECRET: 'b3RoZXI=' } }),
      'webhook secret',
      'mistake',
      /signature checks fail/,
    ],
    ['webhooks that go nowhere', inSandbox({ webhookUri: null }), 'webhooks', 'warning', /--webhook-uri/],
    [
      'a receiver that refuses the signature',
      inSandbox({ attempts: attempt({ status: 401 }) }),
      'webhooks',
      'mistake',
      /base64-decoded secret/,
    ],
    [
      'a receiver that is not where it is looked for',
      inSandbox({ attempts: attempt({ status: null, error: 'refused' }) }),
      'webhooks',
      'mistake',
      /host\.docker\.internal/,
    ],
    [
      'a receiver that fails',
      inSandbox({ attempts: attempt({ status: 500 }) }),
      'webhooks',
      'mistake',
      /redeliver/,
    ],
    ['webhooks that are held', inSandbox({ held: 2 }), 'held', 'warning', /webhook release/],
    [
      'a clock that stands still',
      inSandbox({ clock: { ...SANDBOX.clock, frozen: true } }),
      'sandbox clock',
      'warning',
      /clock resume/,
    ],
    [
      'a clock that was moved',
      inSandbox({ aheadMs: 7 * 86_400_000 }),
      'sandbox clock',
      'warning',
      /7d ahead/,
    ],
    [
      'a fault that was forgotten',
      inSandbox({ activeFaults: ['twice-503'] }),
      'faults',
      'warning',
      /twice-503.*fault rm-all/,
    ],
    [
      'requests with keys of no sandbox',
      inSandbox({ unknownKeys: ['skey_test_9'] }),
      'unknown keys',
      'warning',
      /skey_test_9/,
    ],
  ];

  it.each(cases)('finds %s', (_, findings, check, level, text) => {
    expect(findings.map((finding) => [finding.check, finding.level])).toEqual([[check, level]]);
    expect(`${findings[0]?.text} ${findings[0]?.remedy}`).toMatch(text);
  });
});
