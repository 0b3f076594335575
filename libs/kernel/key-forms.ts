/** Bits of a Base64 character and of a byte. */
const [DIGIT, BYTE] = [6, 8];

/**
 * Matches keys as they are, in hex and in Base64, also as a part of a longer text: a side may echo the
 * credentials that it was sent.
 */
export function patternOfKeys(keys: readonly string[]): RegExp {
  return new RegExp(keys.filter(Boolean).flatMap(formsOf).join('|') || '(?!)', 'g');
}

function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const hex = bytes.toString('hex');
  return [escaped(key), hex, hex.toUpperCase(), ...[0, 1, 2].map((shift) => escaped(base64(bytes, shift)))];
}

/** The characters that depend on these bytes alone if this number of others, plus any multiple of 3, precede. */
function base64(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const end = Math.floor(((shift + bytes.length) * BYTE) / DIGIT);
  return text.slice(Math.ceil((shift * BYTE) / DIGIT), end);
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w]/g, String.raw`\$&`);
}
