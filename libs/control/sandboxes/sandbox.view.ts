import { formatDuration } from '#kernel/duration.js';
import type { ApiVersion } from '#kernel/api-versions/versions.js';
import type { Currency } from '#kernel/money.js';
import type { Fidelity } from '#platform/config/account-settings.js';
import type { Settings } from '#platform/config/settings.js';
import type { Challenge, PageTheme } from '#engine/accounts/rules/account-options.js';
import type { Moment } from '../timeline/list.view.js';
import type { SandboxKeys } from './rules/sandbox-keys.js';
import type { StoredSandbox } from './sandbox.store.js';

/** The keys and the webhook URL of one mode. */
interface SandboxKeysView {
  /** @example "pkey_test_5xk0q2m7c9d1r4t8v3z" */
  public_key: string;
  /** @example "skey_test_5xk0q2m7c9d1r4t8v3z" */
  secret_key: string;
  /**
   * URL that receives the events. Null if webhooks are off.
   * @example "https://shop.example/webhooks"
   */
  webhook_uri: string | null;
}

/** The clock of a sandbox. */
interface SandboxClockView {
  object: 'clock';
  now: Moment;
  frozen: boolean;
}

/** Base URLs in the links of a sandbox. */
interface SandboxUrlsView {
  /** @example "http://127.0.0.1:7400" */
  api: string;
  /** @example "http://127.0.0.1:7401" */
  vault: string;
  /** @example "http://127.0.0.1:7402" */
  pay: string;
}

/** An exchange rate into the account's currency. It overrides the built-in rate. */
interface ExchangeRateView {
  currency: Currency;
  /**
   * Amount of the account's currency for one unit, as a decimal string.
   * @example "36.5"
   */
  rate: string;
  /** Time from which the rate applies, in the sandbox's time. Null: always. */
  from: Moment | null;
}

/** A merchant account with its own keys, data, events, webhook settings and clock. */
export interface SandboxView {
  object: 'sandbox';
  /** @example "ci-1234-shard-2" */
  name: string;
  test: SandboxKeysView;
  live: SandboxKeysView;
  /** @example "dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z" */
  webhook_secret: string;
  /**
   * Delays before each retry of a webhook.
   * @example ["5s", "1m", "10m"]
   */
  webhook_retry_delays: string[];
  /**
   * Time limit for the response of an endpoint.
   * @example "15s"
   */
  webhook_timeout: string;
  /** Clock of the webhook signatures. */
  signature_time: 'machine' | 'sandbox';
  /**
   * Two-letter country code (ISO 3166).
   * @example "TH"
   */
  country: string;
  currency: Currency;
  api_version: ApiVersion;
  fidelity: Fidelity;
  /**
   * Text that makes the IDs of new objects. Null: they are random.
   * @example null
   */
  id_seed: string | null;
  urls: SandboxUrlsView;
  clock: SandboxClockView;
  /** True if every card charge requires 3-D Secure. */
  three_d_secure: boolean;
  /** 3-D Secure challenge on the payment page: `buttons`, or a one-time password. */
  three_d_secure_challenge: Challenge;
  /** Look of the payment pages: `plain`, or `method` for a look that fits the payment method. */
  page_theme: PageTheme;
  /** True if the merchant pays the interest of installments. */
  zero_interest_installments: boolean;
  /** True if pending payments are approved automatically. */
  auto_approve: boolean;
  /** Rates that override the built-in ones. */
  exchange_rates: ExchangeRateView[];
  /**
   * Lifetime after the last use. Null: unlimited.
   * @example "2h"
   */
  ttl: string | null;
  /**
   * Retention of finished objects, in real time, or `forever`. Null: the server's setting.
   * @example null
   */
  retention: string | null;
  /** When an unused sandbox is deleted, in real time. */
  expires_at: Moment | null;
  /** @example "http://127.0.0.1:7403/#/sandboxes/ci-1234-shard-2/test" */
  console_url: string;
  /**
   * Contents of a `.env` file with the keys and URLs.
   * @example "TOLLGATE_SANDBOX=ci-1234-shard-2\n"
   */
  env: string;
}

/** A sandbox with the use that is made of it. */
export interface ListedSandboxView extends SandboxView {
  /** The latest request with its keys that the request log keeps, in the machine's time; null without any. */
  last_used_at: Moment | null;
  /**
   * The number of its charges, in both modes. Counted up to 1,000.
   * @example 70
   */
  charges: number;
}

/** Sandboxes, oldest first. */
export interface SandboxListView {
  object: 'list';
  data: ListedSandboxView[];
  /**
   * Cursor for `after`: the next page. Null at the end of the list.
   * @example null
   */
  next: string | null;
}

/** The deleted sandbox. */
export interface DeletedSandboxView {
  object: 'sandbox';
  /** @example "ci-1234-shard-2" */
  name: string;
  deleted: true;
}

/** `now` is the sandbox's time. */
export function sandboxView(
  stored: StoredSandbox,
  keys: SandboxKeys,
  settings: Settings,
  now: Date,
): SandboxView {
  const { name, account, ttlMs, expiresAt } = stored;
  const urls = {
    api: account.apiUrl ?? settings.baseUrl,
    vault: account.vaultUrl ?? settings.vaultUrl,
    pay: account.payUrl ?? settings.payUrl,
  };
  const { controlUrl, plainUrls } = settings;
  const webhookUri = (livemode: boolean): string | null =>
    account.webhookEndpoints.find((endpoint) => endpoint.livemode === livemode)?.uri ?? null;
  const retryDelays = (account.webhookRetryDelaysMs as number[] | null) ?? settings.webhookRetryDelaysMs;
  return {
    object: 'sandbox',
    name,
    test: { public_key: keys.testPublic, secret_key: keys.testSecret, webhook_uri: webhookUri(false) },
    live: { public_key: keys.livePublic, secret_key: keys.liveSecret, webhook_uri: webhookUri(true) },
    webhook_secret: account.webhookSecret,
    webhook_retry_delays: retryDelays.map(formatDuration),
    webhook_timeout: formatDuration(account.webhookTimeoutMs ?? settings.webhookTimeoutMs),
    signature_time: account.signatureTime as SandboxView['signature_time'],
    country: account.country,
    currency: account.currency as Currency,
    api_version: account.apiVersion as ApiVersion,
    fidelity: (account.fidelity as Fidelity | null) ?? settings.fidelity,
    id_seed: account.idSeed,
    urls,
    clock: { object: 'clock', now: now.toISOString(), frozen: account.frozenAt !== null },
    three_d_secure: account.threeDSecure,
    three_d_secure_challenge: account.threeDSecureChallenge as Challenge,
    page_theme: account.pageTheme as PageTheme,
    zero_interest_installments: account.zeroInterestInstallments,
    auto_approve: account.autoApprove,
    exchange_rates: (account.exchangeRates ?? []) as unknown as ExchangeRateView[],
    ttl: ttlMs === null ? null : formatDuration(Number(ttlMs)),
    retention: account.retention,
    expires_at: expiresAt?.toISOString() ?? null,
    console_url: `${controlUrl}/#/sandboxes/${name}/test`,
    env: environmentText({
      // Readers of these may not resolve names that only Docker links have.
      API_URL: account.apiUrl ?? plainUrls.api,
      VAULT_URL: account.vaultUrl ?? plainUrls.vault,
      PAY_URL: account.payUrl ?? plainUrls.pay,
      CONTROL_URL: controlUrl,
      SANDBOX: name,
      PUBLIC_KEY: keys.testPublic,
      SECRET_KEY: keys.testSecret,
      LIVE_PUBLIC_KEY: keys.livePublic,
      LIVE_SECRET_KEY: keys.liveSecret,
      WEBHOOK_SECRET: account.webhookSecret,
    }),
  };
}

function environmentText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `TOLLGATE_${name}=${value}\n`)
    .join('');
}
