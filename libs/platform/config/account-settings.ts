import { API_VERSIONS, NEWEST_VERSION } from '#kernel/api-versions/versions.js';
import type { SettingGroup } from './setting-group.js';
import * as is from './setting-types.js';
import { DEMO_WEBHOOK_SECRET } from '#kernel/demo-secret.js';
import { DEMO_KEYS } from './weak-secrets.js';

/**
 * Which of two contradicting sources Tollgate follows: the specification, or the recorded answers of the real
 * service.
 */
export const FIDELITIES = ['specified', 'recorded'] as const;
export type Fidelity = (typeof FIDELITIES)[number];

export const MAX_WEBHOOK_TIMEOUT_MS = 120_000;

export const KEYS = {
  TEST_PUBLIC_KEY: {
    type: is.key('pkey_test_'),
    default: DEMO_KEYS.testPublic,
    about: 'Public test key of the demo account.',
  },
  TEST_SECRET_KEY: {
    type: is.key('skey_test_'),
    default: DEMO_KEYS.testSecret,
    about: 'Secret test key of the demo account.',
  },
  LIVE_PUBLIC_KEY: {
    type: is.key('pkey_'),
    default: DEMO_KEYS.livePublic,
    about: 'Public live key of the demo account.',
  },
  LIVE_SECRET_KEY: {
    type: is.key('skey_'),
    default: DEMO_KEYS.liveSecret,
    about: 'Secret live key of the demo account.',
  },
  ALLOW_DEMO_KEYS: {
    type: is.boolean,
    default: 'false',
    about: 'true allows demo keys, short keys and the demo WEBHOOK_SECRET on any HOST, with a warning.',
  },
  WEBHOOK_SECRET: { type: is.base64, default: DEMO_WEBHOOK_SECRET, about: 'Secret that signs webhooks.' },
  VAULT_SECRET: {
    type: is.base64,
    about: 'Secret for card fingerprints; a new secret changes all of them.',
    empty: 'derived from the two secret keys',
  },
  CONTROL_TOKEN: {
    type: is.token,
    about: 'Bearer token of the control host; generate one with "openssl rand -hex 24".',
    empty: 'no authentication on the control host',
    required: 'if other machines can reach any host',
  },
  SANDBOX_SECRET: {
    type: is.base64,
    about: 'Secret for the keys of sandboxes; a new secret invalidates existing keys.',
    empty: 'generated at the first start, stored in DATA_DIR',
    required: 'with DATABASE_URL or Docker',
  },
} as const satisfies SettingGroup;

export const WEBHOOKS = {
  WEBHOOK_URL: {
    type: is.webhookUrl,
    about: 'Receiver of the demo account in test mode.',
    empty: 'the value last set through the API',
  },
  LIVE_WEBHOOK_URL: {
    type: is.webhookUrl,
    about: 'Receiver of the demo account in live mode.',
    empty: 'the value last set through the API',
  },
  WEBHOOK_CA_FILE: {
    type: is.text,
    about: 'PEM file with additional certificate authorities for receivers.',
  },
  WEBHOOK_TIMEOUT_MS: {
    type: is.wholeNumber(1, MAX_WEBHOOK_TIMEOUT_MS),
    default: '15000',
    about: 'Time limit of an attempt, in ms.',
  },
  WEBHOOK_RETRY_DELAYS: {
    as: 'webhookRetryDelaysMs',
    type: is.durations,
    default: '5s,5m,30m,2h,5h,10h,10h',
    about: 'Delays before the retries of a delivery; a plain number is seconds.',
  },
} as const satisfies SettingGroup;

export const EMULATION = {
  ACCOUNT_API_VERSION: {
    type: is.oneOf(API_VERSIONS),
    default: NEWEST_VERSION,
    about: 'API version of events, and of requests that name no version.',
  },
  ACCOUNT_COUNTRY: { type: is.country, default: 'TH', about: 'Country of the demo account.' },
  ACCOUNT_CURRENCY: { type: is.currency, about: 'Its currency.', empty: 'that of ACCOUNT_COUNTRY, or THB' },
  ACCOUNT_THREE_D_SECURE: {
    type: is.boolean,
    about: 'true shows the 3-D Secure page for each card charge.',
    empty: 'the value last set with PATCH /account, initially false',
  },
  FIDELITY: {
    type: is.oneOf(FIDELITIES),
    default: 'specified',
    about:
      'Source to follow where the specification and recorded answers of the real service differ (docs/fidelity.md).',
  },
} as const satisfies SettingGroup;
