import { createHmac } from 'node:crypto';
import { SECOND_MS } from '#kernel/time.js';
import type { SignatureHeaders } from './signature.js';

/** A wrong rule for signatures. Parts that are left out are as `sign` has them. */
interface WrongRule {
  readonly says: string;
  /** The shop reads the secret in this encoding. */
  readonly secret?: 'utf8';
  readonly timestamp?: (at: Date) => string;
  /** The body as the shop signs it. */
  readonly body?: (body: string) => string;
  readonly text?: (timestamp: string, body: string) => string;
  readonly hash?: 'sha1' | 'sha512';
  readonly write?: (digest: Buffer) => string;
}

const bodyAlone = (_: string, body: string): string => body;
const prefixed = (digest: Buffer): string => `sha256=${digest.toString('hex')}`;

/** The exam tries them in this order. */
const WRONG_RULES = {
  'secret-as-text': {
    says: 'It uses the secret as text: decode it from base64.',
    secret: 'utf8',
  },
  'body-alone': {
    says: 'It signs the body alone: sign `timestamp.body`.',
    text: bodyAlone,
  },
  'body-alone-secret-as-text': {
    says: 'It signs the body alone, with the secret as text: sign `timestamp.body`, with the secret decoded from base64.',
    text: bodyAlone,
    secret: 'utf8',
  },
  'printed-again': {
    says: 'It signs JSON that it parsed and printed again: sign the bytes that arrived.',
    body: printedByNode,
  },
  'printed-again-secret-as-text': {
    says: 'It signs JSON that it parsed and printed again, with the secret as text: sign the bytes that arrived, with the secret decoded from base64.',
    body: printedByNode,
    secret: 'utf8',
  },
  'printed-again-alone': {
    says: 'It signs the body alone, parsed and printed again: sign `timestamp.body` with the bytes that arrived.',
    body: printedByNode,
    text: bodyAlone,
  },
  'printed-again-alone-secret-as-text': {
    says: 'It signs the body alone, parsed and printed again, with the secret as text: sign `timestamp.body` with the bytes that arrived, and the secret decoded from base64.',
    body: printedByNode,
    text: bodyAlone,
    secret: 'utf8',
  },
  'printed-again-by-php': {
    says: 'It signs what json_encode printed: sign the bytes that arrived, from php://input.',
    body: printedByPhp,
  },
  'printed-again-by-python': {
    says: 'It signs what json.dumps printed: sign the bytes that arrived.',
    body: printedByPython,
  },
  'python-bytes': {
    says: "It signs Python's text of bytes, `b'…'`: join timestamp and body as bytes, or decode the body.",
    body: bytesInPython,
  },
  'object-as-text': {
    says: 'It signs `[object Object]` for every body: sign the bytes that arrived, before they are parsed.',
    body: () => '[object Object]',
  },
  'undefined-body': {
    says: 'It signs `undefined` for every body: its framework keeps no raw body until it is configured to.',
    body: () => 'undefined',
  },
  'timestamp-in-milliseconds': {
    says: 'It compares the timestamp with a time in milliseconds: the timestamp is in seconds.',
    timestamp: (at) => String(at.getTime()),
  },
  'without-dot': {
    says: 'It joins timestamp and body without the dot: sign `timestamp.body`.',
    text: (timestamp, body) => timestamp + body,
  },
  'in-base64': {
    says: 'It compares with base64: the signature is in hex.',
    write: (digest) => digest.toString('base64'),
  },
  'in-upper-case': {
    says: 'It compares with hex in upper case: the signature is in lower case.',
    write: (digest) => digest.toString('hex').toUpperCase(),
  },
  'with-prefix': {
    says: 'It expects `sha256=` before the signature: the header has the hex alone.',
    write: prefixed,
  },
  sha1: {
    says: 'It uses SHA-1: use SHA-256.',
    hash: 'sha1',
  },
  sha512: {
    says: 'It uses SHA-512: use SHA-256.',
    hash: 'sha512',
  },
  'as-github': {
    says: 'It verifies as for GitHub, the body alone with the secret as text, and `sha256=`: sign `timestamp.body`, with the secret decoded from base64, and compare the hex alone.',
    text: bodyAlone,
    secret: 'utf8',
    write: prefixed,
  },
  'as-shopify': {
    says: 'It verifies as for Shopify, the body alone with the secret as text, in base64: sign `timestamp.body`, with the secret decoded from base64, and compare in hex.',
    text: bodyAlone,
    secret: 'utf8',
    write: (digest) => digest.toString('base64'),
  },
} as const satisfies Readonly<Record<string, WrongRule>>;

/** The name of a usual wrong rule by which shops compute the signature of a webhook. */
export type SignatureMistake = keyof typeof WRONG_RULES;

/** `says`: what the shop does, and should do. */
export const SIGNATURE_MISTAKES: readonly { readonly name: SignatureMistake; readonly says: string }[] =
  Object.entries(WRONG_RULES).map(([name, { says }]) => ({ name: name as SignatureMistake, says }));

export function isSignatureMistake(value: unknown): value is SignatureMistake {
  return SIGNATURE_MISTAKES.some(({ name }) => name === value);
}

/** The headers that a shop with this mistake accepts for the body. `secret` is base64. */
export function signMistaken(
  body: string,
  secret: string,
  now: Date,
  mistake: SignatureMistake,
): SignatureHeaders {
  const rule: WrongRule = WRONG_RULES[mistake];
  const timestamp = rule.timestamp?.(now) ?? String(Math.floor(now.getTime() / SECOND_MS));
  const signedBody = rule.body?.(body) ?? body;
  const digest = createHmac(rule.hash ?? 'sha256', Buffer.from(secret, rule.secret ?? 'base64'))
    .update(rule.text?.(timestamp, signedBody) ?? `${timestamp}.${signedBody}`)
    .digest();
  return {
    'Omise-Signature': rule.write?.(digest) ?? digest.toString('hex'),
    'Omise-Signature-Timestamp': timestamp,
  };
}

function printedByNode(body: string): string {
  return JSON.stringify(JSON.parse(body));
}

/** `json_encode(json_decode($body, true))`. */
function printedByPhp(body: string): string {
  return printedByNode(body).replaceAll(TOKEN, (token) =>
    token === '{}' ? '[]' : inAscii(token).replaceAll('/', String.raw`\/`),
  );
}

/** `json.dumps(json.loads(body))`. */
function printedByPython(body: string): string {
  return printedByNode(body).replaceAll(TOKEN, (token) =>
    token === ',' || token === ':' ? `${token} ` : inAscii(token),
  );
}

/** The tokens of compact JSON that others print differently. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\{\}|[,:]/g;

function inAscii(text: string): string {
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const PYTHON_ESCAPES: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\\': '\\\\',
  "'": String.raw`\'`,
};

/** `str(body)`: in single quotes, because JSON has double ones. */
function bytesInPython(body: string): string {
  const text = Buffer.from(body)
    .toString('latin1')
    .replaceAll(
      /[^ -~]|[\\']/g,
      (byte) => PYTHON_ESCAPES[byte] ?? String.raw`\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
  return `b'${text}'`;
}
