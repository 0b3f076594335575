import { isApiVersion, API_VERSIONS } from '#kernel/api-versions/versions.js';
import { isCountry } from '#kernel/countries.js';
import { readExchangeRates, type ExchangeRate } from '#kernel/exchange-rates.js';
import { CURRENCY_CODES } from '#kernel/money.js';
import { parseRetention, RETENTION_RULE } from '#kernel/retention.js';
import { parseDateTime, SECOND_MS, DAY_MS } from '#kernel/time.js';
import { webhookUriProblem } from '#kernel/addresses.js';
import { FIDELITIES, MAX_WEBHOOK_TIMEOUT_MS, type Fidelity } from '#platform/config/account-settings.js';
import { base64, durations, httpUrl, parse } from '#platform/config/setting-types.js';
import { Check, Clearable, Duration, FormBoolean, Optional } from '#platform/http/dto.js';
import {
  CHALLENGES,
  PAGE_THEMES,
  type Challenge,
  type PageTheme,
} from '#engine/accounts/rules/account-options.js';
import { LATEST_CLOCK, sandboxNameProblem } from './rules/sandbox.rules.js';

const IF_EXISTS = ['fail', 'reuse', 'reset'] as const;
const SIGNATURE_TIMES = ['machine', 'sandbox'] as const;
const ID_SEED = /^[^\p{Cc}\p{Cs}]{1,100}$/u;
const MAX_SECRET_LENGTH = 1_024;
const MAX_TTL_MS = 366 * DAY_MS;

/** Base URLs in links, as the recipients of the links reach them. Omitted URLs come from the settings. */
export interface SandboxUrlsParameters {
  /** @example "http://127.0.0.1:7400" */
  api?: string;
  /** @example "http://127.0.0.1:7401" */
  vault?: string;
  /** @example "http://127.0.0.1:7402" */
  pay?: string;
}

/** An exchange rate into the account's currency. It overrides the built-in rate. */
export interface ExchangeRateParameters {
  /** @example "USD" */
  currency: string;
  /**
   * Amount of the account's currency for one unit: from 0.001 to 1000, with at most seven decimals.
   * @example "36.5"
   */
  rate: string | number;
  /**
   * ISO 8601 datetime from which the rate applies, in the sandbox's time. Default: always.
   * @example "2027-02-01T00:00:00Z"
   */
  from?: string | null;
}

/** Start of the sandbox's clock. */
export interface SandboxClockParameters {
  /**
   * ISO 8601 datetime. Default: real time.
   * @example "2027-01-31T08:15:00Z"
   */
  now?: string;
  /** True to freeze the clock. */
  frozen?: boolean;
}

/**
 * Parameters of `PATCH /api/sandboxes/{name}`. Omitted parameters stay unchanged. Empty values reset to the
 * server's settings.
 * @example { "webhook_uri": "https://shop.example/webhooks" }
 */
export class UpdateSandboxDto {
  /**
   * Lifetime after the last use, in real time: `90s`, `15m`, `2h`, `7d`, `1h30m`. Default: unlimited.
   * @example "2h"
   */
  @Clearable()
  @Duration({ minMs: SECOND_MS, maxMs: MAX_TTL_MS })
  ttl?: string | null;

  /** Two-letter country code (ISO 3166). Without `currency`, it also sets the currency of that country. */
  @Clearable()
  @Check((value) =>
    typeof value === 'string' && isCountry(value)
      ? undefined
      : 'country must be a two-letter ISO 3166 code, such as TH, JP, MY or SG',
  )
  country?: string | null;

  @Clearable()
  @Check((value) =>
    choiceProblem('currency', typeof value === 'string' ? value.toUpperCase() : value, CURRENCY_CODES),
  )
  currency?: string | null;

  @Clearable()
  @Check((value) =>
    typeof value === 'string' && isApiVersion(value)
      ? undefined
      : `api_version must be one of ${API_VERSIONS.join(', ')}`,
  )
  api_version?: string | null;

  @Clearable()
  @Check((value) => choiceProblem('fidelity', value, FIDELITIES))
  fidelity?: Fidelity | null;

  /**
   * Text that makes the IDs of new objects, up to 100 characters: the same calls in the same order then give
   * the same IDs, from the beginning after each reset. No other sandbox may have it. Changed only while the
   * sandbox is empty. Default: random IDs.
   * @example "checkout-tests"
   */
  @Clearable()
  @Check((value) =>
    typeof value === 'string' && ID_SEED.test(value)
      ? undefined
      : 'id_seed must be a text of at most 100 characters in one line',
  )
  id_seed?: string | null;

  @FormBoolean()
  three_d_secure?: boolean;

  /**
   * 3-D Secure challenge on the payment page: `buttons`, or a one-time password, as an issuer asks for.
   * Default: `buttons`.
   */
  @Clearable()
  @Check((value) => choiceProblem('three_d_secure_challenge', value, CHALLENGES))
  three_d_secure_challenge?: Challenge | null;

  /**
   * Look of the payment pages: `method` for a look that fits the payment method, or `plain`. Default:
   * `method`.
   */
  @Clearable()
  @Check((value) => choiceProblem('page_theme', value, PAGE_THEMES))
  page_theme?: PageTheme | null;

  @FormBoolean()
  zero_interest_installments?: boolean;

  /**
   * True to approve every pending payment automatically. The card issuer can still decline. For tests without
   * a browser.
   */
  @FormBoolean()
  auto_approve?: boolean;

  /**
   * Rates that override the built-in ones. A charge uses the rate at the time of its creation.
   * @example [{ "currency": "USD", "rate": "36.5" }]
   */
  @Clearable()
  @Check((value) => {
    const rates = readExchangeRates(value);
    return typeof rates === 'string' ? rates : undefined;
  })
  exchange_rates?: ExchangeRateParameters[] | null;

  /** URL that receives the events of both modes. Empty or null turns webhooks off. */
  @Clearable()
  @Check((value) => webhookUriProblem('webhook_uri', value))
  webhook_uri?: string | null;

  /**
   * Delays before each retry.
   * @example "1s,2s,5s"
   */
  @Clearable()
  @Check((value) =>
    readDelays(value)
      ? undefined
      : 'webhook_retry_delays must be at most 50 delays of at most 30 days each, such as 5s,5m,2h',
  )
  webhook_retry_delays?: string | string[] | null;

  /**
   * Time limit for the response of an endpoint.
   * @example "15s"
   */
  @Clearable()
  @Duration({ minMs: 1, maxMs: MAX_WEBHOOK_TIMEOUT_MS })
  webhook_timeout?: string | null;

  /** Clock of the webhook signatures. `sandbox` is for endpoints whose own clock moves with the sandbox's. */
  @Clearable()
  @Check((value) => choiceProblem('signature_time', value, SIGNATURE_TIMES))
  signature_time?: 'machine' | 'sandbox' | null;

  /**
   * Retention of finished events and requests, and of finished charges that moved no money, in real time:
   * from `1d` to `3650d`, or `forever`.
   * @example "30d"
   */
  @Clearable()
  @Check((value) => (parseRetention(value) === undefined ? `retention must be ${RETENTION_RULE}` : undefined))
  retention?: string | null;

  @Clearable()
  @Check((value) => urlsProblem(value))
  urls?: SandboxUrlsParameters | null;
}

/**
 * Parameters of `POST /api/sandboxes`. Omitted parameters come from the settings.
 * @example { "name": "ci-1234-shard-2", "if_exists": "reuse", "ttl": "2h" }
 */
export class CreateSandboxDto extends UpdateSandboxDto {
  /**
   * At most 64 letters, digits, `-` and `_`. Default: a generated name.
   * @example "ci-1234-shard-2"
   */
  @Optional()
  @Check((value) => sandboxNameProblem(value))
  name?: string;

  /** Action if the sandbox exists: reject the request, return the sandbox with its keys, or reset it. */
  @Optional()
  @Check((value) => choiceProblem('if_exists', value, IF_EXISTS))
  if_exists?: 'fail' | 'reuse' | 'reset';

  @Optional()
  @Check((value) => clockProblem(value))
  clock?: SandboxClockParameters;

  /**
   * Secret that signs the sandbox's webhooks: base64 of at least 16 bytes, at most 1,024 characters. Default:
   * a generated one. Ignored if the sandbox exists.
   * @example "c2VjcmV0LW9mLXRoZS1zaG9wLWluLXRoZS1zcGVj"
   */
  @Optional()
  @Check((value, name) => secretProblem(name, value))
  webhook_secret?: string;

  /**
   * Contents of an exported snapshot. The sandbox starts with its data under new IDs, and sends no webhook
   * for them. Clock and settings come from the snapshot unless given here. Ignored if `if_exists` is `reuse`
   * and the sandbox exists.
   */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'seed must be the contents of an exported file'))
  seed?: string;
}

function secretProblem(name: string, value: unknown): string | undefined {
  const isShort = typeof value === 'string' && value.length <= MAX_SECRET_LENGTH;
  return isShort && 'value' in parse(base64, value)
    ? undefined
    : `${name} must be base64 of at least 16 bytes, such as the output of "openssl rand -base64 32", of at most ${MAX_SECRET_LENGTH} characters`;
}

/** Delays in milliseconds; `undefined` for an invalid list. */
export function readDelays(value: unknown): readonly number[] | undefined {
  const isList = Array.isArray(value) && value.every((wait) => typeof wait === 'string');
  const result = parse(durations, isList ? value.join(',') : value);
  return 'value' in result ? result.value : undefined;
}

/** Of what has been checked. */
export function ratesOf(parameters: readonly ExchangeRateParameters[]): readonly ExchangeRate[] {
  const rates = readExchangeRates(parameters);
  return typeof rates === 'string' ? [] : rates;
}

function choiceProblem(name: string, value: unknown, choices: readonly string[]): string | undefined {
  return choices.includes(value as string) ? undefined : `${name} must be one of ${choices.join(', ')}`;
}

function urlsProblem(value: unknown): string | undefined {
  const url: Part = [isHttpUrl, 'an http or https URL'];
  return objectProblem('urls', value, { api: url, vault: url, pay: url });
}

function clockProblem(value: unknown): string | undefined {
  return objectProblem('clock', value, {
    now: [isClockTime, `an ISO 8601 datetime from 1970 to ${LATEST_CLOCK.toISOString()}`],
    frozen: [isBoolean, 'true or false'],
  });
}

function isClockTime(value: unknown): boolean {
  const time = parseDateTime(value);
  return time !== undefined && time <= LATEST_CLOCK;
}

function isBoolean(value: unknown): boolean {
  return [true, false, 'true', 'false'].includes(value as boolean);
}

function isHttpUrl(value: unknown): boolean {
  return 'value' in parse(httpUrl, value);
}

/** A check of a property, and its description for the error. */
type Part = readonly [isRight: (part: unknown) => boolean, expected: string];

/** The problem with an object that may have these properties only. An empty property counts as missing. */
function objectProblem(
  name: string,
  value: unknown,
  parts: Readonly<Record<string, Part>>,
): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${name} must be an object with ${Object.keys(parts).join(', ')}`;
  for (const [part, content] of Object.entries(value)) {
    const known = Object.hasOwn(parts, part) ? parts[part] : undefined;
    if (!known) return `${name} has an unknown field ${part}; known fields: ${Object.keys(parts).join(', ')}`;
    const [isRight, expected] = known;
    if (content !== '' && content !== null && !isRight(content))
      return `${name}[${part}] must be ${expected}`;
  }
  return undefined;
}
