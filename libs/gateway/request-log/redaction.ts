import { MASKED, masked } from '#platform/logging/masking.js';

/** The shortest text that may hold a card number, and the longest text of a parameter that is kept. */
const MIN_SEARCHED = 12;
const MAX_TEXT = 1_024;
/** No card number and no secret is longer, in characters. */
const LONGEST_SECRET = 256;
/** Parameters of one object that are kept, and how deep. */
const MAX_NAMES = 100;
const MAX_DEPTH = 6;

/** Names of parameters whose values are secrets wherever they are sent. */
const SECRET_NAME = /secret|password|passphrase|authorization|cookie|security_?code|cvc|cvv|^pin$|^number$|_number$|citizen|api_?key/i;
/** Parameters that are ids; what is sent as an object in their place is a card. */
const CARD_NAME = /^cards?$/i;
/** It begins with the word and not with the quote before the name, which is many times as fast: quotes are everywhere. */
const SECRET_IN_JSON = /((?:secret|password|security_code|cvc|cvv)[^"]*":\s*)(?:"(?:[^"\\]|\\.)*"|-?\d+)/gi;

/** Masks, in what is about to be stored, all that nobody may see. It is made with the secrets of this process, which it looks for. */
export class Redaction {
  private readonly secrets: readonly string[];

  constructor(secrets: readonly (string | undefined)[]) {
    this.secrets = secrets.filter((secret) => secret !== undefined && secret.length >= MIN_SEARCHED) as string[];
  }

  /** A text {@link masked}, and without the secrets of this process. */
  text(text: string): string {
    if (text.length < MIN_SEARCHED) return text;
    let safe = masked(text);
    for (const secret of this.secrets) safe = safe.replaceAll(secret, MASKED);
    return safe;
  }

  /** The beginning of an answer as JSON: also without the values of secrets. */
  answer(json: string, maxLength: number): string {
    return cut(json, maxLength, (text) => this.text(text).replaceAll(SECRET_IN_JSON, `$1"${MASKED}"`));
  }

  /** A path as it was sent, decoded where it would show something otherwise. */
  path(path: string): string {
    const decoded = decode(path);
    const safe = this.text(decoded);
    return (safe === decoded ? path : safe).slice(0, MAX_TEXT);
  }

  /** The parameters with these names with their values, and of the others no more than the name. */
  parameters(sent: object, known: ReadonlySet<string> | undefined): Record<string, unknown> {
    return this.fields(sent, 0, (name) => known?.has(name) !== true);
  }

  /** A value with all that is in it. */
  values(sent: object): Record<string, unknown> {
    return this.fields(sent, 0, () => false);
  }

  /** The beginning of a text, without what {@link text} masks. */
  beginning(text: string): string {
    return cut(text, MAX_TEXT, (one) => this.text(one));
  }

  private fields(sent: object, depth: number, isHidden: (name: string) => boolean): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(sent)
        .slice(0, MAX_NAMES)
        .map(([name, value]) => [
          this.beginning(name),
          isHidden(name) || SECRET_NAME.test(name) ? MASKED : this.value(value as unknown, depth + 1, CARD_NAME.test(name)),
        ]),
    );
  }

  private value(value: unknown, depth: number, isCard: boolean): unknown {
    if (typeof value === 'string') return this.beginning(value);
    if (typeof value === 'number') return this.text(String(value)) === String(value) ? value : MASKED;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return MASKED;
    if (Array.isArray(value)) return value.slice(0, MAX_NAMES).map((item) => this.value(item, depth + 1, isCard));
    return this.fields(value, depth, () => isCard);
  }
}

/**
 * The beginning of a text, masked. Masking reads past the cut, so that no part of a secret that straddles it is kept.
 */
function cut(text: string, maxLength: number, mask: (text: string) => string): string {
  const seen = maxLength + LONGEST_SECRET;
  const masked = text.length > seen ? mask(text.slice(0, seen)).slice(0, -LONGEST_SECRET) : mask(text);
  return masked.slice(0, maxLength);
}

/** Unlike decodeURIComponent, this takes what is no proper encoding too. */
function decode(path: string): string {
  return path.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
