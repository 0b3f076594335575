import { createHmac } from 'node:crypto';
import { sign, type SignatureHeaders } from './signature.js';
import {
  isSignatureMistake,
  SIGNATURE_MISTAKES,
  signMistaken,
  type SignatureMistake,
} from './signature-mistakes.js';

const NOW = new Date('2026-01-31T08:15:00.999Z');
const SECRET = 'dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z';
const BODY = `{
  "key": "charge.complete",
  "data": {
    "location": "/charges/chrg_test_1",
    "description": "It's ชำระเงิน",
    "note": "a, \\"b\\": {} \\\\",
    "metadata": {},
    "refunds": [],
    "paid": true
  }
}`;
/** As PHP 8 and Python 3 print it. */
const PHP = String.raw`{"key":"charge.complete","data":{"location":"\/charges\/chrg_test_1","description":"It's \u0e0a\u0e33\u0e23\u0e30\u0e40\u0e07\u0e34\u0e19","note":"a, \"b\": {} \\","metadata":[],"refunds":[],"paid":true}}`;
const PYTHON = String.raw`{"key": "charge.complete", "data": {"location": "/charges/chrg_test_1", "description": "It's \u0e0a\u0e33\u0e23\u0e30\u0e40\u0e07\u0e34\u0e19", "note": "a, \"b\": {} \\", "metadata": {}, "refunds": [], "paid": true}}`;
const PYTHON_BYTES = String.raw`b'{\n  "key": "charge.complete",\n  "data": {\n    "location": "/charges/chrg_test_1",\n    "description": "It\'s \xe0\xb8\x8a\xe0\xb8\xb3\xe0\xb8\xa3\xe0\xb8\xb0\xe0\xb9\x80\xe0\xb8\x87\xe0\xb8\xb4\xe0\xb8\x99",\n    "note": "a, \\"b\\": {} \\\\",\n    "metadata": {},\n    "refunds": [],\n    "paid": true\n  }\n}'`;

/** A webhook as a shop's framework has it. */
interface Webhook {
  readonly signature: string;
  readonly timestamp: string;
  readonly rawBody: string;
  readonly body: unknown;
}

type Verifier = (webhook: Webhook) => boolean;

const decoded = Buffer.from(SECRET, 'base64');
const hmac = (key: string | Buffer, text: string, hash = 'sha256'): Buffer =>
  createHmac(hash, key).update(text).digest();
const hex = (key: string | Buffer, text: string, hash?: string): string =>
  hmac(key, text, hash).toString('hex');
const isFresh = (timestamp: string): boolean => Math.abs(NOW.getTime() / 1_000 - Number(timestamp)) < 300;

const right: Verifier = ({ signature, timestamp, rawBody }) =>
  isFresh(timestamp) && signature === hex(decoded, `${timestamp}.${rawBody}`);

/** A shop with each mistake. */
const SHOPS: Readonly<Record<SignatureMistake, Verifier>> = {
  'secret-as-text': ({ signature, timestamp, rawBody }) =>
    isFresh(timestamp) && signature === hex(SECRET, `${timestamp}.${rawBody}`),
  'body-alone': ({ signature, rawBody }) => signature === hex(decoded, rawBody),
  'body-alone-secret-as-text': ({ signature, rawBody }) => signature === hex(SECRET, rawBody),
  'printed-again': ({ signature, timestamp, body }) =>
    signature === hex(decoded, `${timestamp}.${JSON.stringify(body)}`),
  'printed-again-secret-as-text': ({ signature, timestamp, body }) =>
    signature === hex(SECRET, `${timestamp}.${JSON.stringify(body)}`),
  'printed-again-alone': ({ signature, body }) => signature === hex(decoded, JSON.stringify(body)),
  'printed-again-alone-secret-as-text': ({ signature, body }) =>
    signature === hex(SECRET, JSON.stringify(body)),
  'printed-again-by-php': ({ signature, timestamp }) => signature === hex(decoded, `${timestamp}.${PHP}`),
  'printed-again-by-python': ({ signature, timestamp }) =>
    signature === hex(decoded, `${timestamp}.${PYTHON}`),
  'python-bytes': ({ signature, timestamp }) => signature === hex(decoded, `${timestamp}.${PYTHON_BYTES}`),
  'object-as-text': ({ signature, timestamp, body }) =>
    signature === hex(decoded, `${timestamp}.${String(body)}`),
  'undefined-body': ({ signature, timestamp, ...request }) =>
    signature === hex(decoded, `${timestamp}.${(request as { raw?: string }).raw}`),
  'timestamp-in-milliseconds': ({ signature, timestamp, rawBody }) =>
    Math.abs(NOW.getTime() - Number(timestamp)) < 300_000 &&
    signature === hex(decoded, `${timestamp}.${rawBody}`),
  'without-dot': ({ signature, timestamp, rawBody }) => signature === hex(decoded, timestamp + rawBody),
  'in-base64': ({ signature, timestamp, rawBody }) =>
    signature === hmac(decoded, `${timestamp}.${rawBody}`).toString('base64'),
  'in-upper-case': ({ signature, timestamp, rawBody }) =>
    signature === hex(decoded, `${timestamp}.${rawBody}`).toUpperCase(),
  'with-prefix': ({ signature, timestamp, rawBody }) =>
    signature === `sha256=${hex(decoded, `${timestamp}.${rawBody}`)}`,
  sha1: ({ signature, timestamp, rawBody }) => signature === hex(decoded, `${timestamp}.${rawBody}`, 'sha1'),
  sha512: ({ signature, timestamp, rawBody }) =>
    signature === hex(decoded, `${timestamp}.${rawBody}`, 'sha512'),
  'as-github': ({ signature, rawBody }) => signature === `sha256=${hex(SECRET, rawBody)}`,
  'as-shopify': ({ signature, rawBody }) => signature === hmac(SECRET, rawBody).toString('base64'),
};

function arrivesWith(headers: SignatureHeaders): Webhook {
  return {
    signature: headers['Omise-Signature'],
    timestamp: headers['Omise-Signature-Timestamp'],
    rawBody: BODY,
    body: JSON.parse(BODY),
  };
}

describe('a shop that verifies webhooks', () => {
  const genuine = arrivesWith(sign(BODY, SECRET, NOW));

  it('accepts the right signature by the right rule', () => {
    expect(right(genuine)).toBe(true);
  });

  it.each(SIGNATURE_MISTAKES.map(({ name }) => name))(
    'accepts only the signature of its own mistake: %s',
    (name) => {
      const isAccepted = SHOPS[name];
      const accepted = SIGNATURE_MISTAKES.filter(({ name: other }) =>
        isAccepted(arrivesWith(signMistaken(BODY, SECRET, NOW, other))),
      );
      expect(accepted.map((mistake) => mistake.name)).toEqual([name]);
      expect(isAccepted(genuine)).toBe(false);
      expect(right(arrivesWith(signMistaken(BODY, SECRET, NOW, name)))).toBe(false);
    },
  );
});

it('tells each mistake in a sentence to the author of the shop', () => {
  for (const { says } of SIGNATURE_MISTAKES) expect(says).toMatch(/^It \w+s .+: .+\.$/);
});

it('knows its mistakes by name', () => {
  expect(['body-alone', 'sha1', 'toString', '', null, ['sha1']].filter(isSignatureMistake)).toEqual([
    'body-alone',
    'sha1',
  ]);
});
