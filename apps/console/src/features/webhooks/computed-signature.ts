import type { SignatureMistake } from './signature-changes';

/** A signature as code computed it, and the mistakes in its form. */
export interface ComputedSignature {
  readonly bytes: Uint8Array;
  readonly mistakes: readonly SignatureMistake[];
}

const IN_BASE64 = { part: 'output', says: 'Your code writes Base64; write lower-case hex.' } as const;
const IN_BASE64_OF_HEX = {
  part: 'output',
  says: 'Your code writes the hex again as Base64; compare the hex.',
} as const;
const IN_UPPER_CASE = {
  part: 'output',
  says: 'Your code writes upper-case hex; write lower-case hex.',
} as const;
const PREFIXED = {
  part: 'output',
  says: 'Your code puts a prefix before the signature; the header has the hex alone.',
} as const;

/** Hex digits of SHA-256, SHA-1 and SHA-512. */
const HEX = /^(?:[\da-f]{64}|[\da-f]{40}|[\da-f]{128})$/i;
/** The same in Base64, also for URLs, and Base64 of 64 hex digits. */
const BASE64 = /^(?:[\w+/-]{43}=?|[\w+/-]{27}=?|[\w+/-]{86}(?:==)?)$/;
const PREFIX = /^(?:sha256|sha1|sha512|v1|hmac)[=,:]\s*/i;
const QUOTES = /^["'`]+|["'`]+$/g;

/** `undefined`: the text is not a signature. */
export function readSignature(pasted: string): ComputedSignature | undefined {
  const text = pasted.trim().replaceAll(QUOTES, '').trim();
  const value = text.replace(PREFIX, '');
  const prefixed = value === text ? [] : [PREFIXED];
  if (HEX.test(value)) {
    const written = value === value.toLowerCase() ? [] : [IN_UPPER_CASE];
    return { bytes: bytesOfHex(value), mistakes: [...written, ...prefixed] };
  }
  if (!BASE64.test(value)) return undefined;
  const decoded = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
  return HEX.test(decoded)
    ? { bytes: bytesOfHex(decoded), mistakes: [IN_BASE64_OF_HEX, ...prefixed] }
    : {
        bytes: Uint8Array.from(decoded, (character) => character.charCodeAt(0)),
        mistakes: [IN_BASE64, ...prefixed],
      };
}

/** 64 hex digits, or Base64 of 32 bytes, that are no part of a longer word. */
const WORDS = /(?<![\w+/-])(?:[\da-f]{64}(?![\w+/=-])|[a-z\d+/]{43}=)/gi;

/** The signatures in a response, without `known` ones. */
export function signaturesIn(response: string, known: readonly string[]): readonly string[] {
  // PHP escapes slashes in JSON.
  const found = response.replaceAll(String.raw`\/`, '/').match(WORDS) ?? [];
  return [...new Set(found)].filter((one) => !known.includes(one));
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
