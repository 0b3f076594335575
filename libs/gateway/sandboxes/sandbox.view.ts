import { formatDuration } from '#domain/duration.js';
import type { Challenge } from '#domain/charges/one-time-password.js';
import type { Currency } from '#domain/money.js';
import type { SandboxKeys } from '#domain/sandboxes/sandbox-keys.js';
import type { Settings } from '#platform/config/settings.js';
import type { PageTheme } from '../accounts/account.js';
import type { Moment } from '../timeline/list.view.js';
import type { StoredSandbox } from './sandbox.store.js';

/** The keys of one mode. */
interface SandboxKeysView {
  /** @example "pkey_test_5xk0q2m7c9d1r4t8v3z" */
  public_key: string;
  /** @example "skey_test_5xk0q2m7c9d1r4t8v3z" */
  secret_key: string;
}

/** The time of a sandbox. */
interface SandboxClockView {
  object: 'clock';
  now: Moment;
  frozen: boolean;
}

/** Base URLs in a sandbox's links. */
interface SandboxUrlsView {
  /** @example "http://127.0.0.1:7400" */
  api: string;
  /** @example "http://127.0.0.1:7401" */
  vault: string;
  /** @example "http://127.0.0.1:7402" */
  pay: string;
}

/** What a currency is worth in the account's own, in the place of the fixed rate. */
interface ExchangeRateView {
  currency: Currency;
  /**
   * How much of the account's currency one of it is, as decimal text.
   * @example "36.5"
   */
  rate: string;
  /** From when on, in the sandbox's time; null for since ever. */
  from: Moment | null;
}

/** An account with its own keys, data, events, webhook settings and clock. */
export interface SandboxView {
  object: 'sandbox';
  /** @example "ci-1234-shard-2" */
  name: string;
  test: SandboxKeysView;
  live: SandboxKeysView;
  /** @example "dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z" */
  webhook_secret: string;
  urls: SandboxUrlsView;
  clock: SandboxClockView;
  /** What the page of a card charge with 3-D Secure asks for: a click on one of its `buttons`, or a one-time password. */
  three_d_secure_challenge: Challenge;
  /** What the pages where customers pay look like: `plain`, or each like those of its method's kind. */
  page_theme: PageTheme;
  /** Whether a charge that waits for its customer is paid without one. */
  auto_approve: boolean;
  /** All rates that differ from the fixed ones. */
  exchange_rates: ExchangeRateView[];
  /**
   * How long it is kept after its last use; null for ever.
   * @example "2h"
   */
  ttl: string | null;
  /**
   * For how long what is over is kept, by the machine's clock, or `forever`; null where the installation's settings say.
   * @example null
   */
  retention: string | null;
  /** When it goes unless it is used, in the machine's time. */
  expires_at: Moment | null;
  /** @example "http://127.0.0.1:7403/#/sandboxes/ci-1234-shard-2/test" */
  console_url: string;
  /**
   * All of it for a `.env` file.
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
   * What `after` must be for those that follow; null at the end, for nobody can wait for more.
   * @example null
   */
  next: string | null;
}

/** What was removed. */
export interface DeletedSandboxView {
  object: 'sandbox';
  /** @example "ci-1234-shard-2" */
  name: string;
  deleted: true;
}

/** `now` is the sandbox's time. */
export function sandboxView(stored: StoredSandbox, keys: SandboxKeys, settings: Settings, now: Date): SandboxView {
  const { name, account, ttlMs, expiresAt } = stored;
  const urls = {
    api: account.apiUrl ?? settings.baseUrl,
    vault: account.vaultUrl ?? settings.vaultUrl,
    pay: account.payUrl ?? settings.payUrl,
  };
  const { controlUrl, plainUrls } = settings;
  return {
    object: 'sandbox',
    name,
    test: { public_key: keys.testPublic, secret_key: keys.testSecret },
    live: { public_key: keys.livePublic, secret_key: keys.liveSecret },
    webhook_secret: account.webhookSecret,
    urls,
    clock: { object: 'clock', now: now.toISOString(), frozen: account.frozenAt !== null },
    three_d_secure_challenge: account.threeDSecureChallenge as Challenge,
    page_theme: account.pageTheme as PageTheme,
    auto_approve: account.autoApprove,
    exchange_rates: (account.exchangeRates ?? []) as unknown as ExchangeRateView[],
    ttl: ttlMs === null ? null : formatDuration(Number(ttlMs)),
    retention: account.retention,
    expires_at: expiresAt?.toISOString() ?? null,
    console_url: `${controlUrl}/#/sandboxes/${name}/test`,
    env: environmentText({
      // Whoever reads these may not find names that only links have.
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
