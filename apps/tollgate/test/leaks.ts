import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Secrets that only the vault may hold. */
export interface CardSecret {
  readonly number: string;
  /** Four digits that occur nowhere by chance. */
  readonly code: string;
}

/**
 * More digits of a number in a row than this are a leak: only the first six and the last four may be known.
 */
const KNOWN_DIGITS = 9;

/** Secrets in a text: plain, with spaces or dashes, encoded, hashed without a key, or in part. */
export function leaksIn(text: string, secrets: readonly CardSecret[]): string[] {
  const squeezed = text.replaceAll(/(?<=\d)(?: |-|%20|%2d)+(?=\d)/gi, '');
  return secrets.flatMap(({ number, code }) => [
    ...windowsOf(number).filter((digits) => text.includes(digits) || squeezed.includes(digits)),
    ...[...encodingsOf(number), ...spacedOf(number).flatMap(encodingsOf)].filter((form) =>
      text.includes(form),
    ),
    ...(standsAlone(number.slice(6, -4)).test(text) ? [`the middle of ${number}`] : []),
    ...(standsAlone(code).test(text) || beginsWord(base64Core(code, 0)).test(text)
      ? [`security code ${code}`]
      : []),
  ]);
}

/** A row without short numbers, such as measures and ports, which may equal a security code. */
const WITHOUT_SHORT_NUMBERS = `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(stored))
  WHERE NOT (jsonb_typeof(value) = 'number' AND length(value::text) < 10))`;

/** Every row of every table, and the last query of each connection. */
export async function databaseText(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(
      `SELECT ${WITHOUT_SHORT_NUMBERS}::text AS text FROM ${name} stored`,
    );
    texts.push(name, ...rows.map(({ text }) => text));
  }
  // Of connections only the query: a pid or port may equal a security code.
  const asked = await client.query<{ query: string }>(
    'SELECT query FROM pg_stat_activity WHERE datname = current_database()',
  );
  texts.push(...asked.rows.map(({ query }) => query));
  await client.end();
  return texts.join('\n');
}

/** Every key of a Redis, with its value. */
export async function redisText(url: string): Promise<string> {
  const client = new Redis(url);
  const keys = await client.keys('*');
  const texts = await Promise.all(keys.map(async (key) => JSON.stringify([key, await valueOf(client, key)])));
  client.disconnect();
  return texts.join('\n');
}

async function valueOf(client: Redis, key: string): Promise<unknown> {
  switch (await client.type(key)) {
    case 'string':
      return client.get(key);
    case 'hash':
      return client.hgetall(key);
    case 'list':
      return client.lrange(key, 0, -1);
    case 'set':
      return client.smembers(key);
    case 'zset':
      return client.zrange(key, '0', '-1', 'WITHSCORES');
    case 'stream':
      return client.xrange(key, '-', '+');
    default:
      return undefined;
  }
}

function windowsOf(number: string): string[] {
  const length = KNOWN_DIGITS + 1;
  return Array.from({ length: number.length - length + 1 }, (_, start) =>
    number.slice(start, start + length),
  );
}

function spacedOf(number: string): string[] {
  const groups = number.match(/.{1,4}/g) ?? [];
  return [groups.join(' '), groups.join('-')];
}

function encodingsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) =>
    (['hex', 'base64'] as const).map((encoding) => createHash(name).update(text).digest(encoding)),
  );
  return [
    bytes.toString('hex'),
    encodeURIComponent(text),
    ...[0, 1, 2].map((offset) => base64Core(text, offset)),
    ...hashes,
  ];
}

/**
 * The base64 form of a text at `offset` bytes in a longer one, without letters that depend on its neighbours.
 */
function base64Core(text: string, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + text.length) * 8) / 6));
}

/** Digits that are no part of a longer number, an id or a fraction. */
function standsAlone(digits: string): RegExp {
  return new RegExp(`(?<![\\w.+/-])${digits}(?![\\w+/=])`);
}

/** Matches at the start of a word or of base64; inside one it is a coincidence. */
function beginsWord(start: string): RegExp {
  return new RegExp(`(?<![\\w+/])${start}`);
}
