import { inspect } from 'node:util';
import { withoutCardNumbers } from '#domain/cards/card-numbers-in-text.js';

/** Secret keys of the API, and what other services' secrets look like in an address: the password before an @. */
const SECRET_KEY = /\bskey_[0-9a-z_]+/gi;
const PASSWORD_IN_ADDRESS = /(\/\/[^/\s:@]*):[^/\s@]+@/g;

/** A text that is safe to log: without card numbers, secret keys and passwords in addresses. */
export function masked(text: string): string {
  return withoutCardNumbers(text).replaceAll(SECRET_KEY, 'skey_[masked]').replaceAll(PASSWORD_IN_ADDRESS, '$1:[masked]@');
}

/** A pino serializer: an error, with all that it was caused by in its stack, {@link masked}. */
export function maskedError(thrown: unknown): { type: string; message: string; stack: string } {
  const { name, message } = thrown instanceof Error ? thrown : { name: typeof thrown, message: String(thrown) };
  return { type: name, message: masked(message), stack: masked(inspect(thrown)) };
}

/** A pino serializer for the text of an error. */
export function maskedReason(reason: unknown): unknown {
  return typeof reason === 'string' ? masked(reason) : reason;
}
