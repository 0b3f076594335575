import { readSignature } from './computed-signature';
import { changesOf, type SignedWebhook } from './signature-changes';
import { findMistakes } from './signature-mistakes';

const SECRET = btoa('a webhook secret of 32 bytes, ok');
const OLD = btoa('the secret before the last change');
const EVENT = {
  object: 'event',
  id: 'evnt_1',
  uri: 'https://a.example/b?c=1&d',
  data: { note: 'ชา <1>', metadata: {} },
};
const WEBHOOK: SignedWebhook = {
  body: JSON.stringify(EVENT, null, 2),
  timestamp: '1790000000',
  sandboxTime: '2026-01-31T08:15:00.000Z',
  secret: SECRET,
  others: { 'the old secret': OLD, 'the secret key of the API': 'skey_test_60' },
};
const T = WEBHOOK.timestamp;
const BODY = WEBHOOK.body;

type Bytes = Uint8Array<ArrayBuffer>;

const encoded = (text: string): Bytes => new TextEncoder().encode(text);
const ofBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
const KEY = ofBase64(SECRET);
const inHex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
const inBase64 = (hex: string): string =>
  btoa(hex.replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));

async function hmac(text: string, key: Bytes = KEY, hash = 'SHA-256'): Promise<string> {
  const { subtle } = crypto;
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['sign']);
  return inHex(await subtle.sign('HMAC', imported, encoded(text)));
}

async function sha256(text: string): Promise<string> {
  return inHex(await crypto.subtle.digest('SHA-256', encoded(text)));
}

async function said(value: string, webhook = WEBHOOK): Promise<readonly string[] | undefined> {
  const computed = readSignature(value);
  if (!computed) throw new Error(`${value} is not a signature`);
  const mistakes = await findMistakes(computed, webhook);
  return mistakes?.map(({ says }) => says);
}

const COMPACT =
  '{"object":"event","id":"evnt_1","uri":"https://a.example/b?c=1&d","data":{"note":"ชา <1>","metadata":{}}}';
const PYTHON = String.raw`{"object": "event", "id": "evnt_1", "uri": "https://a.example/b?c=1&d", "data": {"note": "\u0e0a\u0e32 <1>", "metadata": {}}}`;
const PHP = String.raw`{"object":"event","id":"evnt_1","uri":"https:\/\/a.example\/b?c=1&d","data":{"note":"\u0e0a\u0e32 <1>","metadata":[]}}`;
const GO = String.raw`{"data":{"metadata":{},"note":"ชา \u003c1\u003e"},"id":"evnt_1","object":"event","uri":"https://a.example/b?c=1\u0026d"}`;
const decodesNot = 'Your code uses the secret as text; decode it from Base64.';
const printsAgain = (name: string): string =>
  `Your code parses the body and writes it again as ${name}; sign the bytes that arrived.`;
const WITHOUT_TIME = 'Your code signs the body without the timestamp; sign timestamp, dot and body.';
const BASE64 = 'Your code writes Base64; write lower-case hex.';

describe('the mistakes of a signature', () => {
  it('are empty for a right signature', async () => {
    expect(await said(await hmac(`${T}.${BODY}`))).toEqual([]);
  });

  it.each([
    ['a secret as text', hmac(`${T}.${BODY}`, encoded(SECRET)), [decodesNot]],
    [
      'the old secret',
      hmac(`${T}.${BODY}`, ofBase64(OLD)),
      ['Your code uses the old secret; use the webhook secret of this sandbox.'],
    ],
    [
      'an API key',
      hmac(`${T}.${BODY}`, encoded('skey_test_60')),
      [
        'Your code uses the secret key of the API as text; use the webhook secret of this sandbox, decoded from Base64.',
      ],
    ],
    ['no key', sha256(`${T}.${BODY}`), ['Your code hashes without a key; use HMAC with the decoded secret.']],
    [
      'compact JSON',
      hmac(`${T}.${COMPACT}`),
      [printsAgain("compact JSON, as JavaScript's JSON.stringify does")],
    ],
    [
      'JSON of Python',
      hmac(`${T}.${PYTHON}`),
      [
        printsAgain(
          "JSON with spaces after commas and colons, with escaped non-ASCII characters, as Python's json.dumps does",
        ),
      ],
    ],
    [
      'JSON of PHP',
      hmac(`${T}.${PHP}`),
      [
        printsAgain(
          "compact JSON with escaped slashes and non-ASCII characters, and [] for {}, as PHP's json_encode does",
        ),
      ],
    ],
    [
      'JSON of Go',
      hmac(`${T}.${GO}`),
      [printsAgain("compact JSON with sorted keys, escaped &, < and >, as Go's json.Marshal does")],
    ],
    ['no timestamp', hmac(BODY), [WITHOUT_TIME]],
    [
      'milliseconds',
      hmac(`${T}000.${BODY}`),
      ['Your code signs the timestamp in milliseconds; use the seconds of the header unchanged.'],
    ],
    [
      'an absent header',
      hmac(`undefined.${BODY}`),
      ['Your code signs "undefined" in place of the timestamp; read the header Omise-Signature-Timestamp.'],
    ],
    [
      'a colon',
      hmac(`${T}:${BODY}`),
      ['Your code puts a colon between timestamp and body; put a dot there.'],
    ],
    [
      'a line feed at the end',
      hmac(`${T}.${BODY}\n`),
      ['Your code signs the body with a line feed at its end; sign the bytes that arrived.'],
    ],
    ['SHA-1', hmac(`${T}.${BODY}`, KEY, 'SHA-1'), ['Your code uses SHA-1; use SHA-256.']],
    ['SHA-512', hmac(`${T}.${BODY}`, KEY, 'SHA-512'), ['Your code uses SHA-512; use SHA-256.']],
    [
      'upper case',
      hmac(`${T}.${BODY}`).then((hex) => hex.toUpperCase()),
      ['Your code writes upper-case hex; write lower-case hex.'],
    ],
    ['Base64', hmac(`${T}.${BODY}`).then(inBase64), [BASE64]],
    ['another text', hmac('another text'), undefined],
  ])('are found for %s', async (_, value, expected) => {
    expect(await said(await value)).toEqual(expected);
  });

  it('are found where there are two, and one of form', async () => {
    expect(await said(await hmac(`${T}.${COMPACT}`, encoded(SECRET)))).toEqual([
      decodesNot,
      printsAgain("compact JSON, as JavaScript's JSON.stringify does"),
    ]);
    // As for Shopify.
    const shopify = inBase64(await hmac(BODY, encoded(SECRET)));
    expect(await said(shopify)).toEqual([decodesNot, WITHOUT_TIME, BASE64]);
  });

  it('are each found as themselves and as no other', async () => {
    const right = `${T}.${BODY}`;
    let count = 0;
    for (const { says, rule } of changesOf(WEBHOOK)) {
      const {
        key = KEY,
        body = BODY,
        timestamp = T,
        text = (time: string, sent: string) => `${time}.${sent}`,
      } = rule;
      const signed = text(timestamp, body);
      // The body has neither white space at its ends nor another indentation than two spaces.
      if (key === KEY && signed === right) continue;
      const value = await (key === null ? sha256(signed) : hmac(signed, key));
      expect(await said(value)).toEqual([says]);
      count += 1;
    }
    expect(count).toBeGreaterThan(100);
  });

  it('are found for bytes that Python wrote as text', async () => {
    const thai = { ...WEBHOOK, body: '{"a": "ชา"}\n' };
    const signed = String.raw`${T}.b'{"a": "\xe0\xb8\x8a\xe0\xb8\xb2"}\n'`;
    expect(await said(await hmac(signed), thai)).toEqual([
      "Your code signs Python's text of bytes, b'…'; join timestamp and body as bytes.",
    ]);
  });

  it('are found for a body that is not JSON', async () => {
    const cut = { ...WEBHOOK, body: BODY.slice(0, -1) };
    expect(await said(await hmac(cut.body), cut)).toEqual([WITHOUT_TIME]);
  });
});
