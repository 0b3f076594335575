import type { Settings } from '#platform/config/settings.js';
import { MASKED, masked, maskedPath, maskedStart } from '#platform/logging/masking.js';

/** The shortest text that can hold a card number, and how many characters of a parameter are kept. */
const MIN_SEARCHED = 12;
const MAX_TEXT = 1_024;
/** The limits of stored parameters: names in an object, and depth. */
const MAX_NAMES = 100;
const MAX_DEPTH = 6;

/** Names of parameters whose values are always secret. `order_number` and the like are not. */
const SECRET_NAME =
  /secret|password|passphrase|authorization|cookie|security_?code|cvc|cvv|^pin$|^number$|(?:account|bank|card|mobile|passport|phone|security|tax)_?number$|(?:^|_)id_?number$|citizen|api_?key/i;
/** Parameters that take the id of a card; an object sent instead holds card data. */
const CARD_NAME = /^cards?$/i;
/**
 * The pattern starts with the word and not with the quote before it: as quotes are everywhere, that is many
 * times as fast.
 */
const SECRET_IN_JSON = /((?:secret|password|security_code|cvc|cvv)[^"]*":\s*)(?:"(?:[^"\\]|\\.)*"|-?\d+)/gi;

/**
 * Masks card numbers, keys and secrets before a request is stored. It also looks for the secrets that it is
 * given, as they are and as an address has them.
 */
export class Redaction {
  private readonly secrets: readonly string[];

  constructor(secrets: readonly (string | undefined)[]) {
    const sought = secrets.filter(
      (secret) => secret !== undefined && secret.length >= MIN_SEARCHED,
    ) as string[];
    this.secrets = [...new Set(sought.flatMap((secret) => [secret, encodeURIComponent(secret)]))];
  }

  /** Looks for the secrets of the installation. */
  static ofInstallation(settings: Settings): Redaction {
    const { controlToken, sandboxSecret, vaultSecret, webhookSecret, keys } = settings;
    return new Redaction([
      controlToken,
      sandboxSecret,
      vaultSecret,
      webhookSecret,
      keys.testSecret,
      keys.liveSecret,
    ]);
  }

  with(secret: string | undefined): Redaction {
    return secret === undefined ? this : new Redaction([...this.secrets, secret]);
  }

  /** A text that is {@link masked}, and without the secrets that are looked for. */
  text(text: string): string {
    if (text.length < MIN_SEARCHED) return text;
    let safe = masked(text);
    for (const secret of this.secrets) safe = safe.replaceAll(secret, MASKED);
    return safe;
  }

  /** The beginning of a JSON answer, masked, and without the values of secret fields. */
  answer(json: string, maxLength: number): string {
    return maskedStart(json, maxLength, (text) =>
      this.text(text).replaceAll(SECRET_IN_JSON, `$1"${MASKED}"`),
    );
  }

  /** A path as it was sent; one that has something to mask is decoded. */
  path(path: string): string {
    return maskedPath(path, (text) => this.text(text)).slice(0, MAX_TEXT);
  }

  /** Parameters: `known` ones with their values, of all others only the name. */
  parameters(sent: object, known: ReadonlySet<string> | undefined): Record<string, unknown> {
    return this.fields(sent, 0, (name) => known?.has(name) !== true);
  }

  /** All parameters with their values, masked. */
  values(sent: object): Record<string, unknown> {
    return this.fields(sent, 0, () => false);
  }

  /** The beginning of a text, masked as by {@link text}. */
  beginning(text: string): string {
    return maskedStart(text, MAX_TEXT, (one) => this.text(one));
  }

  private fields(sent: object, depth: number, isHidden: (name: string) => boolean): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(sent)
        .slice(0, MAX_NAMES)
        .map(([name, value]) => [
          this.beginning(name),
          isHidden(name) || SECRET_NAME.test(name)
            ? MASKED
            : this.value(value as unknown, depth + 1, CARD_NAME.test(name)),
        ]),
    );
  }

  private value(value: unknown, depth: number, isCard: boolean): unknown {
    if (typeof value === 'string') return this.beginning(value);
    if (typeof value === 'number') return this.text(String(value)) === String(value) ? value : MASKED;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return MASKED;
    if (Array.isArray(value))
      return value.slice(0, MAX_NAMES).map((item) => this.value(item, depth + 1, isCard));
    return this.fields(value, depth, () => isCard);
  }
}
