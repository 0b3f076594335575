import { BlockList, isIP } from 'node:net';
import { isCountry } from '#domain/countries.js';
import { parseDuration } from '#domain/duration.js';
import { parseHttpUrl } from '#domain/http-url.js';
import { parseRetention, RETENTION_RULE } from '#domain/retention.js';
import { HOUR_MS } from '#domain/time.js';
import { SettingError } from './setting-error.js';

/** Turns a setting's text into its value, or says what it must be. */
export type Reader<T> = (value: string) => { readonly value: T } | { readonly problem: string };

const MAX_PORT = 65_535;
const MAX_SIZE_BYTES = 4 * 2 ** 30;
const MIN_SECRET_BYTES = 16;
const MAX_RETRIES = 50;
const MAX_DELAY_MS = 30 * 24 * HOUR_MS;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Reads one setting; the error names it and never repeats what may be a secret. */
export function apply<T>(name: string, value: string, reader: Reader<T>): T {
  const result = reader(value);
  if ('problem' in result) throw new SettingError(name, result.problem);
  return result.value;
}

/** A value as a message repeats it: on one line, whatever is in it. */
function quoted(value: string): string {
  return JSON.stringify(value);
}

export const text: Reader<string> = (value) => ({ value });

export const host: Reader<string> = (value) =>
  isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)
    ? { value }
    : { problem: `must be an IP address or a host name, such as 127.0.0.1, not ${quoted(value)}` };

/** Names and addresses, without ports, by commas. */
export const hosts: Reader<readonly string[]> = (value) => {
  const names = value.split(',').map((name) => name.trim());
  const wrong = names.map(host).find((result) => 'problem' in result);
  return wrong ?? { value: names };
};

const DOMAIN_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that a certificate can be for, by commas, in lower case: no addresses, whose last part is a number. */
export const domainNames: Reader<readonly string[]> = (value) => {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const wrong = names.find((name) => !DOMAIN_NAME.test(name));
  return wrong === undefined
    ? { value: [...new Set(names)] }
    : { problem: `must be names by commas, such as api.pay.example, and not ${quoted(wrong)}` };
};

/** A secret that a header can carry. */
export const token: Reader<string> = (value) =>
  /^[!-~]+$/.test(value) ? { value } : { problem: 'must be of ASCII letters, digits and signs, without spaces' };

export const port: Reader<number> = (value) => wholeNumber(1, MAX_PORT)(value);

export function wholeNumber(min: number, max: number): Reader<number> {
  return (value) => {
    const number = Number(value);
    if (/^\d{1,15}$/.test(value) && number >= min && number <= max) return { value: number };
    return { problem: `must be a whole number from ${min} to ${max}, not ${quoted(value)}` };
  };
}

/** A number of bytes, such as 256MiB. */
export const size: Reader<number> = (value) => {
  const [, number = '', unit = ''] = /^(\d{1,15})(KiB|MiB|GiB|)$/.exec(value) ?? [];
  const bytes = Number(number) * ({ '': 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }[unit] ?? 1);
  return bytes >= 1 && bytes <= MAX_SIZE_BYTES
    ? { value: bytes }
    : { problem: `must be a size of at most 4GiB, such as 256MiB, not ${quoted(value)}` };
};

/** A retention, in milliseconds. */
export const retention: Reader<number> = (value) => {
  const ms = parseRetention(value);
  return ms === undefined ? { problem: `must be ${RETENTION_RULE}, not ${quoted(value)}` } : { value: ms };
};

export const boolean: Reader<boolean> = (value) =>
  value === 'true' || value === 'false' ? { value: value === 'true' } : { problem: `must be true or false, not ${quoted(value)}` };

export function oneOf<const T extends string>(choices: readonly T[]): Reader<T> {
  return (value) => {
    const choice = choices.find((candidate) => candidate === value);
    return choice === undefined ? { problem: `must be one of ${choices.join(', ')}, not ${quoted(value)}` } : { value: choice };
  };
}

/** A public address, kept without a slash at the end. */
export const httpUrl: Reader<string> = (value) => {
  const parsed = parseHttpUrl(value);
  if (!parsed || parsed.search || parsed.hash) return { problem: `must be an http or https address, not ${quoted(value)}` };
  return { value: value.replace(/\/+$/, '') };
};

/** Origins, by commas, as a content policy names them: no paths. */
export const origins: Reader<readonly string[]> = (value) => {
  const given = value.split(',').map((origin) => origin.trim());
  const wrong = given.find(
    (origin) => !/^https?:\/\/[\w.:[\]-]+$/.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin.toLowerCase(),
  );
  return wrong === undefined
    ? { value: given.map((origin) => new URL(origin).origin) }
    : { problem: `must be origins by commas, such as https://shop.example, and not ${quoted(wrong)}` };
};

/** An API key. A live one has no `test_` after its prefix. */
export function key(prefix: string): Reader<string> {
  return (value) => {
    const rest = value.startsWith(prefix) ? value.slice(prefix.length) : '';
    const isWrongMode = !prefix.endsWith('test_') && rest.startsWith('test_');
    return /^\w{1,100}$/.test(rest) && !isWrongMode
      ? { value }
      : {
          problem: `must start with ${prefix}${prefix.endsWith('test_') ? '' : ' (and not with test_ after it)'} and go on with letters, digits or _`,
        };
  };
}

export const base64: Reader<string> = (value) => {
  const bytes = Buffer.from(value, 'base64');
  const isCanonical = bytes.toString('base64').replace(/=+$/, '') === value.replace(/=+$/, '');
  return isCanonical && bytes.length >= MIN_SECRET_BYTES
    ? { value }
    : { problem: `must be base64 of at least ${MIN_SECRET_BYTES} bytes, such as "openssl rand -base64 32" prints` };
};

export const country: Reader<string> = (value) =>
  isCountry(value) ? { value: value.toUpperCase() } : { problem: `must be a two-letter ISO 3166 code such as TH, not ${quoted(value)}` };

/** Waits such as `5s,5m,2h`, `1h30m` or `7d`; a plain number is seconds. */
export const durations: Reader<readonly number[]> = (value) => {
  const delays = value.split(',').map((part) => {
    const text = part.trim();
    return parseDuration(/^\d+$/.test(text) ? `${text}s` : text) ?? Number.NaN;
  });
  return delays.length <= MAX_RETRIES && delays.every((delay) => delay <= MAX_DELAY_MS)
    ? { value: delays }
    : { problem: `must be at most ${MAX_RETRIES} waits of at most 30 days, such as 5s,5m,2h, not ${quoted(value)}` };
};

export function isLoopback(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return address === 'localhost';
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

export function isAnyAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
