import type { Settings } from '#platform/config/settings.js';
import { MASKED, masked, maskedPath, maskedStart } from '#platform/logging/masking.js';

/** The shortest text that can hold a card number. */
const MIN_SEARCHED = 12;

/** Limits of kept values: characters of a text, names in an object, and depth. */
interface Limits {
  readonly text: number;
  readonly names: number;
  readonly depth: number;
}
const STORED: Limits = { text: 1_024, names: 100, depth: 6 };
const NONE: Limits = { text: Infinity, names: Infinity, depth: Infinity };

/** Where a value is: the name of the object that it is in, and depth. */
interface Place {
  readonly parent: string;
  readonly depth: number;
}
const TOP: Place = { parent: '', depth: 0 };

/**
 * Names of parameters whose values are always secret. `order_number` and the like are not. A name in an object
 * is also tested behind that of the object: the `number` of a `bank_account` is secret, that of an `order` not.
 */
const SECRET_NAME =
  /secret|password|passphrase|authorization|cookie|security_?code|cvc|cvv|^pin$|(?:account|bank|card|mobile|passport|phone|security|tax)s?_?number$|(?:^|_)id_?number$|citizen|api_?key/i;
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
    return maskedPath(path, (text) => this.text(text)).slice(0, STORED.text);
  }

  /** Parameters: `known` ones with their values, of all others only the name. */
  parameters(sent: object, known: ReadonlySet<string> | undefined): Record<string, unknown> {
    return this.fields(sent, STORED, (name) => known?.has(name) !== true);
  }

  /** All parameters with their values, masked. */
  values(sent: object): Record<string, unknown> {
    return this.fields(sent, STORED, () => false);
  }

  /** The same without a limit. */
  whole(sent: object): Record<string, unknown> {
    return this.fields(sent, NONE, () => false);
  }

  /** The beginning of a text, masked as by {@link text}. */
  startOf(text: string, maxLength = STORED.text): string {
    return maskedStart(text, maxLength, (one) => this.text(one));
  }

  private fields(
    sent: object,
    limits: Limits,
    isHidden: (name: string) => boolean,
    { parent, depth }: Place = TOP,
  ): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(sent)
        .slice(0, limits.names)
        .map(([name, value]) => [
          this.startOf(name, limits.text),
          isHidden(name) || SECRET_NAME.test(name) || SECRET_NAME.test(`${parent}_${name}`)
            ? MASKED
            : this.value(value as unknown, limits, { parent: name, depth: depth + 1 }),
        ]),
    );
  }

  private value(value: unknown, limits: Limits, { parent, depth }: Place): unknown {
    if (typeof value === 'string') return this.startOf(value, limits.text);
    if (typeof value === 'number') return this.text(String(value)) === String(value) ? value : MASKED;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > limits.depth) return MASKED;
    if (Array.isArray(value))
      return value
        .slice(0, limits.names)
        .map((item) => this.value(item, limits, { parent, depth: depth + 1 }));
    return this.fields(value, limits, () => CARD_NAME.test(parent), { parent, depth });
  }
}
