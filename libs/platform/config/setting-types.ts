import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import { isCountry } from '#kernel/countries.js';
import { parseDuration } from '#kernel/duration.js';
import { parseHttpUrl } from '#kernel/http-url.js';
import { CURRENCY_CODES } from '#kernel/money.js';
import { parseRetention, RETENTION_RULE } from '#kernel/retention.js';
import { HOUR_MS } from '#kernel/time.js';
import { webhookUriProblem } from '#kernel/addresses.js';
import { SettingError } from './setting-error.js';

/**
 * Validates and converts the text of a setting. Its description completes "must be", in errors and in the
 * documentation.
 */
export type SettingType<T = unknown> = v.GenericSchema<string, T>;

const MAX_PORT = 65_535;
const MAX_SIZE_BYTES = 4 * 2 ** 30;
const MIN_SECRET_BYTES = 16;
const MAX_RETRIES = 50;
const MAX_DELAY_MS = 30 * 24 * HOUR_MS;
const DOMAIN_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

export function parse<T>(
  type: SettingType<T>,
  value: unknown,
): { readonly value: T } | { readonly problem: string } {
  const { issues, output } = v.safeParse(type, value, { abortEarly: true, abortPipeEarly: true });
  return issues ? { problem: issues[0].message } : { value: output };
}

/** Throws a {@link SettingError} that names the setting. */
export function apply<T>(name: string, value: string, type: SettingType<T>): T {
  const result = parse(type, value);
  if ('problem' in result) throw new SettingError(name, result.problem);
  return result.value;
}

/** The error has the value as JSON, to stay on one line. */
function must(expected: string, wrong = 'not'): (issue: { readonly input: unknown }) => string {
  return ({ input }) => `must be ${expected}, ${wrong} ${JSON.stringify(input)}`;
}

function textThat(
  accepts: (value: string) => boolean,
  expected: string,
  message: string | ReturnType<typeof must> = must(expected),
) {
  return v.pipe(v.string(), v.check(accepts, message), v.description(expected));
}

/** The error does not repeat the value. */
function secretThat(accepts: (value: string) => boolean, expected: string): SettingType<string> {
  return textThat(accepts, expected, `must be ${expected}`);
}

/**
 * For values that can be wrong in several ways. `problemOf` starts its answer with "must", and does not
 * repeat what may be a secret.
 */
export function textWithout(
  problemOf: (value: string) => string | undefined,
  expected: string,
): SettingType<string> {
  return textThat(
    (value) => problemOf(value) === undefined,
    expected,
    ({ input }) => problemOf(String(input)) ?? '',
  );
}

function listOf(accepts: (item: string) => boolean, items: string) {
  const expected = `a comma-separated list of ${items}`;
  const split = (value: string): string[] =>
    value === '' ? [] : value.split(',').map((item) => item.trim());
  return v.pipe(
    v.string(),
    v.transform(split),
    v.array(textThat(accepts, items, must(expected, 'without'))),
    v.description(expected),
  );
}

const isHost = (value: string): boolean =>
  isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);

export const text: SettingType<string> = v.string();
export const host: SettingType<string> = textThat(isHost, 'an IP address or a host name, such as 127.0.0.1');
export const hosts: SettingType<readonly string[]> = listOf(
  isHost,
  'host names and IP addresses, such as tollgate.internal',
);

/** Names that a certificate can be for: no addresses, whose last part is a number. */
export const domainNames: SettingType<readonly string[]> = v.pipe(
  v.string(),
  v.toLowerCase(),
  listOf((name) => DOMAIN_NAME.test(name), 'domain names, such as api.pay.example'),
  v.transform((names) => [...new Set(names)]),
);

/** Origins as a content security policy names them. */
export const origins: SettingType<readonly string[]> = v.pipe(
  listOf(
    (origin) =>
      /^https?:\/\/[\w.:[\]-]+$/.test(origin) &&
      URL.canParse(origin) &&
      new URL(origin).origin === origin.toLowerCase(),
    'origins, such as https://shop.example',
  ),
  v.transform((list) => list.map((origin) => new URL(origin).origin)),
);

export function wholeNumber(min: number, max: number): SettingType<number> {
  const isInRange = (value: string): boolean =>
    /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return v.pipe(textThat(isInRange, `a whole number from ${min} to ${max}`), v.transform(Number));
}

export const port = wholeNumber(1, MAX_PORT);

function bytesOf(value: string): number {
  const [, number = '', unit = ''] = /^(\d{1,15})(KiB|MiB|GiB|)$/.exec(value) ?? [];
  return Number(number) * ({ '': 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }[unit] ?? 1);
}

/** In bytes. */
export const size: SettingType<number> = v.pipe(
  textThat(
    (value) => bytesOf(value) >= 1 && bytesOf(value) <= MAX_SIZE_BYTES,
    'a size of at most 4GiB, such as 256MiB',
  ),
  v.transform(bytesOf),
);

/** In milliseconds. */
export const retention: SettingType<number> = v.pipe(
  textThat((value) => parseRetention(value) !== undefined, RETENTION_RULE),
  v.transform((value) => parseRetention(value) ?? Infinity),
);

const delaysOf = (value: string): number[] =>
  value.split(',').map((part) => parseDuration(part.trim().replace(/^\d+$/, '$&s')) ?? Number.NaN);

/** Durations in milliseconds; a plain number is seconds. */
export const durations: SettingType<readonly number[]> = v.pipe(
  textThat(
    (value) =>
      delaysOf(value).length <= MAX_RETRIES && delaysOf(value).every((delay) => delay <= MAX_DELAY_MS),
    `a comma-separated list of at most ${MAX_RETRIES} durations of at most 30 days, such as 5s,5m,2h`,
  ),
  v.transform(delaysOf),
);

export function oneOf<const T extends string>(
  choices: readonly T[],
  expected = `one of ${choices.join(', ')}`,
): SettingType<T> {
  return v.pipe(v.picklist(choices, must(expected)), v.description(expected));
}

export const boolean: SettingType<boolean> = v.pipe(
  oneOf(['true', 'false'], 'true or false'),
  v.transform((value) => value === 'true'),
);
export const onOff: SettingType<boolean> = v.pipe(
  oneOf(['on', 'off'], 'on or off'),
  v.transform((value) => value === 'on'),
);

export const logFormat = oneOf(['auto', 'json', 'pretty']);

/** Without a slash at the end. */
export const httpUrl: SettingType<string> = v.pipe(
  textThat((value) => {
    const url = parseHttpUrl(value);
    return url !== undefined && !url.search && !url.hash;
  }, 'an http or https address'),
  v.transform((value) => value.replace(/\/+$/, '')),
);

export const webhookUrl = textWithout(
  (value) => webhookUriProblem('it', value)?.replace('it must', 'must'),
  'an absolute http or https address',
);

/** A live key has no `test_` after its prefix. */
export function key(prefix: 'pkey_' | 'skey_' | 'pkey_test_' | 'skey_test_'): SettingType<string> {
  const isTest = prefix.endsWith('test_');
  const shape = new RegExp(`^${prefix}${isTest ? '' : '(?!test_)'}\\w{1,100}$`);
  return secretThat(
    (value) => shape.test(value),
    `${prefix} followed by letters, digits or _${isTest ? '' : ', and not by test_'}`,
  );
}

/** A secret that a header can carry. */
export const token = secretThat(
  (value) => /^[!-~]+$/.test(value),
  'printable ASCII characters without spaces',
);

export const base64 = secretThat((value) => {
  const bytes = Buffer.from(value, 'base64');
  return (
    bytes.length >= MIN_SECRET_BYTES &&
    bytes.toString('base64').replace(/=+$/, '') === value.replace(/=+$/, '')
  );
}, `base64 of at least ${MIN_SECRET_BYTES} bytes, such as the output of "openssl rand -base64 32"`);

export const country: SettingType<string> = v.pipe(
  textThat(isCountry, 'a two-letter ISO 3166 code, such as TH'),
  v.toUpperCase(),
);
export const currency = v.pipe(v.string(), v.toUpperCase(), oneOf(CURRENCY_CODES));

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export function isLoopback(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return address === 'localhost';
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

export function isAnyAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
