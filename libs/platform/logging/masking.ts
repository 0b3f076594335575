import { setImmediate as turn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { withoutCardNumbers } from '#kernel/card-numbers-in-text.js';
import { percentDecoded } from '#kernel/percent-encoding.js';

export const MASKED = '[masked]';
/** The longest card number or secret, in characters. */
export const LONGEST_SECRET = 1_024;
/** The length of text that is masked in one go. */
const PIECE_LENGTH = 16 * 1_024;

/**
 * Secret keys of the API, credentials as a header has them, and passwords in addresses, which stand before an
 * @.
 */
const SECRET_KEY = /skey_[0-9a-z_]+/gi;
const CREDENTIALS = /\b(basic|bearer)\s+[\w+/=.~-]{8,}/gi;
const PASSWORD_IN_ADDRESS = /(\/\/[^/\s:@]*):[^/\s@]+@/g;

/**
 * A text that is safe to log and to store: without card numbers, secret keys, credentials and passwords in
 * addresses.
 */
export function masked(text: string): string {
  return withoutCardNumbers(text)
    .replaceAll(SECRET_KEY, `skey_${MASKED}`)
    .replaceAll(CREDENTIALS, `$1 ${MASKED}`)
    .replaceAll(PASSWORD_IN_ADDRESS, `$1:${MASKED}@`);
}

/**
 * The beginning of a text, masked. Masking reads past the cut, so that no part of a secret that straddles it
 * is kept. `isCut` says that the text itself has been cut, perhaps in a secret.
 */
export function maskedStart(
  text: string,
  maxLength: number,
  mask: (text: string) => string = masked,
  isCut = false,
): string {
  const seen = maxLength + LONGEST_SECRET;
  const safe = mask(text.slice(0, seen));
  return (isCut || text.length > seen ? safe.slice(0, -LONGEST_SECRET) : safe).slice(0, maxLength);
}

/** A long text after `mask`, which takes a millisecond for each kilobyte at worst: others are served meanwhile. */
export async function maskedInPieces(text: string, mask: (text: string) => string): Promise<string> {
  let [safe, end] = ['', mask(text.slice(0, PIECE_LENGTH))];
  for (let start = PIECE_LENGTH; start < text.length; start += PIECE_LENGTH) {
    await turn();
    const piece = mask(text.slice(start, start + PIECE_LENGTH));
    // A secret may lie across the cut.
    const seam = mask(end.slice(-LONGEST_SECRET) + piece.slice(0, LONGEST_SECRET));
    safe += end.slice(0, -LONGEST_SECRET);
    end = seam + piece.slice(LONGEST_SECRET);
  }
  return safe + end;
}

/**
 * A path after `mask`, which is applied to its decoded form. As it was sent, where `mask` changes nothing.
 */
export function maskedPath(path: string, mask: (text: string) => string): string {
  // A form writes a space as `+`.
  const decoded = percentDecoded(path.replaceAll('+', ' '));
  const safe = mask(decoded);
  return safe === decoded ? path : safe;
}

/** A pino serializer: an error with its causes in the stack, {@link masked}. */
export function maskedError(thrown: unknown): { type: string; message: string; stack: string } {
  const { name, message } =
    thrown instanceof Error ? thrown : { name: typeof thrown, message: String(thrown) };
  return { type: name, message: masked(message), stack: masked(inspect(thrown)) };
}

/** A pino serializer for the text of an error. */
export function maskedReason(reason: unknown): unknown {
  return typeof reason === 'string' ? masked(reason) : reason;
}
