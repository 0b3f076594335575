import { currencyOfCountry } from '#kernel/countries.js';
import { parseDuration } from '#kernel/duration.js';
import { formatRetention, parseRetention } from '#kernel/retention.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Settings } from '#platform/config/settings.js';
import { ratesOf, readDelays, type UpdateSandboxDto } from './sandbox.dto.js';
import type { AccountRow } from './epoch-statement.js';

/** The settings of an account, by column names. Null: the installation's setting applies. */
export type AccountSettings = Pick<
  AccountRow,
  | 'country'
  | 'currency'
  | 'api_version'
  | 'three_d_secure'
  | 'three_d_secure_challenge'
  | 'page_theme'
  | 'zero_interest_installments'
  | 'auto_approve'
  | 'exchange_rates'
  | 'fidelity'
  | 'id_seed'
  | 'api_url'
  | 'vault_url'
  | 'pay_url'
  | 'webhook_timeout_ms'
  | 'webhook_retry_delays_ms'
  | 'signature_time'
  | 'retention'
>;

/** The settings of an account for which none are given. */
export function defaultsOf(settings: Settings): AccountSettings {
  return {
    country: settings.accountCountry,
    currency: settings.accountCurrency,
    api_version: settings.accountApiVersion,
    three_d_secure: settings.accountThreeDSecure ?? false,
    three_d_secure_challenge: 'buttons',
    page_theme: 'method',
    zero_interest_installments: false,
    auto_approve: false,
    exchange_rates: null,
    fidelity: null,
    id_seed: null,
    api_url: null,
    vault_url: null,
    pay_url: null,
    webhook_timeout_ms: null,
    webhook_retry_delays_ms: null,
    signature_time: 'machine',
    retention: null,
  };
}

/** The settings that the parameters change. One that is sent empty is reset to its default. */
export function changesOf(body: UpdateSandboxDto, settings: Settings): Partial<AccountSettings> {
  const defaults = defaultsOf(settings);
  const { api, vault, pay } = body.urls ?? {};
  const changes: { readonly [Name in keyof AccountSettings]: AccountSettings[Name] | null | undefined } = {
    country: body.country?.toUpperCase() ?? body.country,
    currency: currencyIn(body),
    api_version: body.api_version,
    three_d_secure: body.three_d_secure,
    three_d_secure_challenge: body.three_d_secure_challenge,
    page_theme: body.page_theme,
    zero_interest_installments: body.zero_interest_installments,
    auto_approve: body.auto_approve,
    exchange_rates: readSent(body.exchange_rates, ratesOf),
    fidelity: body.fidelity,
    id_seed: body.id_seed,
    api_url: urlOf(body, api),
    vault_url: urlOf(body, vault),
    pay_url: urlOf(body, pay),
    webhook_timeout_ms: readSent(body.webhook_timeout, parseDuration),
    webhook_retry_delays_ms: readSent(body.webhook_retry_delays, readDelays),
    signature_time: body.signature_time,
    retention: readSent(body.retention, (sent) => formatRetention(parseRetention(sent) ?? Infinity)),
  };
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    sent.map(([name, value]) => [name, value ?? defaults[name as keyof AccountSettings]]),
  );
}

/** The same as Prisma's input. */
export function toUpdate(changes: Partial<AccountSettings>): Prisma.AccountUpdateManyMutationInput {
  const { webhook_retry_delays_ms: delays, exchange_rates: rates } = changes;
  return {
    country: changes.country,
    currency: changes.currency,
    apiVersion: changes.api_version,
    threeDSecure: changes.three_d_secure,
    threeDSecureChallenge: changes.three_d_secure_challenge,
    pageTheme: changes.page_theme,
    zeroInterestInstallments: changes.zero_interest_installments,
    autoApprove: changes.auto_approve,
    exchangeRates: rates === null ? Prisma.DbNull : rates?.map((rate) => ({ ...rate })),
    fidelity: changes.fidelity,
    idSeed: changes.id_seed,
    apiUrl: changes.api_url,
    vaultUrl: changes.vault_url,
    payUrl: changes.pay_url,
    webhookTimeoutMs: changes.webhook_timeout_ms,
    webhookRetryDelaysMs: delays === null ? Prisma.DbNull : delays && [...delays],
    signatureTime: changes.signature_time,
    retention: changes.retention,
  };
}

/** Without a currency, that of the country; an empty country, or one without a known currency, leaves it. */
function currencyIn({ country, currency }: UpdateSandboxDto): string | null | undefined {
  if (currency !== undefined) return currency?.toUpperCase() ?? null;
  return country ? currencyOfCountry(country) : undefined;
}

/** The three addresses are set together: for a missing part the installation's setting applies. */
function urlOf({ urls }: UpdateSandboxDto, part: string | null | undefined): string | null | undefined {
  if (!urls) return nullOf(urls);
  return part ? part.replace(/\/+$/, '') : null;
}

/** The value as `read` reads it; null where it is cleared, and `undefined` where it is not sent. */
function readSent<Sent, Value>(
  sent: Sent | null | undefined,
  read: (sent: Sent) => Value,
): Value | null | undefined {
  return sent ? read(sent) : nullOf(sent);
}

function nullOf(value: unknown): null | undefined {
  return value === null ? null : undefined;
}
