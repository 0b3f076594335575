import { PRINTINGS } from './printed-bodies';

/** The part of the computation whose line of code is wrong. */
export type SignaturePart = 'secret' | 'body' | 'text' | 'hash' | 'output' | 'comparison';

export interface SignatureMistake {
  readonly part: SignaturePart;
  /** The mistake of the code, and its correction. */
  readonly says: string;
}

/** A webhook as it was signed, and the secrets that are known. */
export interface SignedWebhook {
  readonly body: string;
  /** Of the header. */
  readonly timestamp: string;
  /** `Tollgate-Time` of the header. */
  readonly sandboxTime: string;
  /** Base64. */
  readonly secret: string;
  /** Other keys by the words that name them: "the secret of sandbox shop-2". They are used as they are, and decoded. */
  readonly others: Readonly<Record<string, string>>;
}

/** A rule that computes signatures. A `null` key: the text is hashed without one. */
export interface Rule {
  readonly key: Uint8Array<ArrayBuffer> | null;
  readonly body: string;
  readonly timestamp: string;
  readonly text: (timestamp: string, body: string) => string;
}

/** A wrong value of one part of the rule. */
export interface Change extends SignatureMistake {
  readonly rule: Partial<Rule>;
  /** True if it is also tried together with another one. */
  readonly isUsual: boolean;
}

const SEPARATORS: Readonly<Record<string, string>> = {
  nothing: '',
  'a colon': ':',
  'a comma': ',',
  'a line feed': '\n',
  'a space': ' ',
  'a hyphen': '-',
  'an underscore': '_',
  'a vertical bar': '|',
  'a semicolon': ';',
  'a slash': '/',
};
/** Texts that languages write for a header or a body that is not there. */
const ABSENT = ['undefined', 'null', 'None', 'nil', ''];

const PYTHON_ESCAPES: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  '\\': '\\\\',
  "'": String.raw`\'`,
};

/** The rule of Tollgate. */
export function rightRule({ body, timestamp, secret }: SignedWebhook): Rule {
  return { key: decoded(secret), body, timestamp, text: (time, text) => `${time}.${text}` };
}

/** The usual mistakes. Those that change nothing for this webhook are found never: the right rule is tried first. */
export function changesOf(webhook: SignedWebhook): readonly Change[] {
  return [
    ...changedSecrets(webhook),
    ...changedTexts(),
    ...changedTimestamps(webhook),
    ...changedBodies(webhook.body),
  ];
}

function changedSecrets({ secret, others }: SignedWebhook): Change[] {
  const of = (says: string, key: Rule['key'], isUsual: boolean, part: SignaturePart = 'secret'): Change => ({
    part,
    says,
    rule: { key },
    isUsual,
  });
  return [
    of('Your code uses the secret as text; decode it from Base64.', encoded(secret), true),
    of('Your code hashes without a key; use HMAC with the decoded secret.', null, true, 'hash'),
    of(
      'Your code uses the secret as text with a line feed; remove the line feed and decode the secret from Base64.',
      encoded(`${secret}\n`),
      false,
    ),
    ...Object.entries(others).flatMap(([name, value]) => [
      of(`Your code uses ${name}; use the webhook secret of this sandbox.`, decoded(value), false),
      of(
        `Your code uses ${name} as text; use the webhook secret of this sandbox, decoded from Base64.`,
        encoded(value),
        false,
      ),
    ]),
  ].filter(({ rule: { key } }) => key?.length !== 0);
}

function changedTexts(): Change[] {
  const of = (says: string, text: Rule['text'], isUsual = false): Change => ({
    part: 'text',
    says,
    rule: { text },
    isUsual,
  });
  return [
    of(
      'Your code signs the body without the timestamp; sign timestamp, dot and body.',
      (_, body) => body,
      true,
    ),
    ...Object.entries(SEPARATORS).map(([name, separator]) =>
      of(
        `Your code puts ${name} between timestamp and body; put a dot there.`,
        (timestamp, body) => timestamp + separator + body,
        separator === '',
      ),
    ),
    of(
      'Your code signs body, dot and timestamp; put the timestamp first.',
      (timestamp, body) => `${body}.${timestamp}`,
    ),
    of(
      'Your code signs the timestamp without the body; sign timestamp, dot and body.',
      (timestamp) => timestamp,
    ),
    of(
      "Your code puts the event's ID before timestamp and body; sign timestamp, dot and body.",
      (timestamp, body) => `${idIn(body)}.${timestamp}.${body}`,
    ),
  ];
}

function changedTimestamps({ timestamp, sandboxTime }: SignedWebhook): Change[] {
  const of = (says: string, time: string, isUsual = false): Change => ({
    part: 'text',
    says,
    rule: { timestamp: time },
    isUsual,
  });
  const date = new Date(Number(timestamp) * 1000);
  return [
    of(
      'Your code signs the timestamp in milliseconds; use the seconds of the header unchanged.',
      String(Number(timestamp) * 1000),
      true,
    ),
    ...ABSENT.map((text) =>
      of(
        `Your code signs ${text === '' ? 'an empty text' : `"${text}"`} in place of the timestamp; read the header Omise-Signature-Timestamp.`,
        text,
      ),
    ),
    of(
      'Your code signs the header Tollgate-Time in place of the timestamp; use Omise-Signature-Timestamp.',
      sandboxTime,
    ),
    ...(Number.isNaN(date.getTime())
      ? []
      : [
          of(
            'Your code signs the timestamp as a date; use the seconds of the header unchanged.',
            date.toISOString(),
          ),
        ]),
  ];
}

function changedBodies(body: string): Change[] {
  const of = (says: string, text: string, isUsual = false): Change => ({
    part: 'body',
    says,
    rule: { body: text },
    isUsual,
  });
  const parsed = parse(body);
  const printed = parsed === undefined ? [] : PRINTINGS;
  return [
    ...printed.map(({ name, isUsual, print }) =>
      of(
        `Your code parses the body and writes it again as ${name}; sign the bytes that arrived.`,
        print(parsed),
        isUsual,
      ),
    ),
    of(
      'Your code signs the body with a line feed at its end; sign the bytes that arrived.',
      `${body}\n`,
      true,
    ),
    of('Your code signs the body with CR and LF at its end; sign the bytes that arrived.', `${body}\r\n`),
    of('Your code strips white space at the ends of the body; sign the bytes that arrived.', body.trim()),
    of(
      'Your code writes line feeds as CR and LF; sign the bytes that arrived.',
      body.replaceAll('\n', '\r\n'),
    ),
    of('Your code removes line feeds; sign the bytes that arrived.', body.replaceAll('\n', '')),
    of(
      'Your code signs `[object Object]` for every body; sign the bytes that arrived, before they are parsed.',
      '[object Object]',
    ),
    ...ABSENT.map((text) =>
      of(
        `Your code signs ${text === '' ? 'an empty body' : `"${text}" in place of the body`}; keep the bytes that arrived before a parser reads them.`,
        text,
      ),
    ),
    of(
      "Your code signs Python's text of bytes, b'…'; join timestamp and body as bytes.",
      bytesInPython(body),
    ),
    of('Your code reads the body as Latin-1; sign the bytes that arrived.', bytesAsLatin1(body)),
  ];
}

function idIn(body: string): string {
  const parsed = parse(body);
  return String(parsed?.id);
}

function parse(body: string): { readonly id?: unknown } | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    // A body that a fault has cut.
    return undefined;
  }
}

function bytesAsLatin1(text: string): string {
  return Array.from(encoded(text), (byte) => String.fromCharCode(byte)).join('');
}

/** `str(body)`: in single quotes, because JSON has double ones. */
function bytesInPython(text: string): string {
  const printed = bytesAsLatin1(text).replaceAll(
    /[^ -~]|[\\']/g,
    (byte) => PYTHON_ESCAPES[byte] ?? String.raw`\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `b'${printed}'`;
}

export function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Nothing if it is not Base64. */
function decoded(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
