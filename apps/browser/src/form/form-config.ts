import { parseCurrency, type Currency } from '#kernel/money.js';

/** The shop's options after validation (docs/fidelity.md BL3). */
export interface FormConfig {
  readonly key: string;
  /** True for a test key. */
  readonly isTest: boolean;
  /** In the smallest unit of `currency`. */
  readonly amount: number;
  readonly currency: Currency;
  /** True if amount and currency are valid. */
  readonly isPayable: boolean;
  /** `popup` is over the page. The others are within it and have no button: the page submits them. */
  readonly kind: 'popup' | 'card' | 'installment';
  readonly image: string;
  readonly label: string;
  readonly description: string;
  readonly submitLabel: string;
  readonly hasAmount: boolean;
  readonly hasAddress: boolean;
  readonly hasRemember: boolean;
  readonly firstMethod: string;
  /** Other methods, by the names that shops use, some with banks: `internet_banking(scb, ktb)`. */
  readonly otherMethods: readonly string[];
  /** Small letters. */
  readonly cardBrands: readonly string[];
  /**
   * The brands whose icons are shown, by the same names: those that are taken, unless the shop names some.
   */
  readonly brandIcons: readonly string[];
  readonly locale: string;
  readonly isDark: boolean;
  readonly style: Readonly<Record<string, unknown>>;
}

/** Reads options, as pages send them: also as texts. */
export function readConfig(options: Readonly<Record<string, unknown>>): FormConfig {
  const kind = isYes(options['customInstallmentForm'])
    ? 'installment'
    : isYes(options['customCardForm'])
      ? 'card'
      : 'popup';
  const { style } = options;
  const key = textOf(options['key']);
  const amount = Number(options['amount'] ?? 0);
  const currency = parseCurrency(options['currency'] ?? 'THB');
  const cardBrands = textOf(options['cardBrands']).toLowerCase().split(/\s+/).filter(Boolean);
  const icons = options['customCardFormBrandIcons'];
  return {
    key,
    isTest: key.startsWith('pkey_test_'),
    amount: Number.isSafeInteger(amount) ? amount : 0,
    currency: currency ?? 'THB',
    isPayable: Number.isSafeInteger(amount) && amount >= 0 && currency !== undefined,
    kind,
    image: textOf(options['image']),
    label: textOf(options['frameLabel']),
    description: textOf(options['frameDescription']),
    submitLabel: textOf(options['submitLabel']),
    hasAmount: !isYes(options['hideAmount']),
    hasAddress: isYes(options['location']),
    hasRemember: kind === 'card' && !isYes(options['customCardFormHideRememberCard']),
    firstMethod: textOf(options['defaultPaymentMethod']) || 'credit_card',
    otherMethods: namesIn(options['otherPaymentMethods']),
    cardBrands,
    brandIcons: Array.isArray(icons) ? icons.map((name) => textOf(name).toLowerCase()) : cardBrands,
    locale: textOf(options['locale']),
    isDark: options['customCardFormTheme'] === 'dark',
    style: typeof style === 'object' && style !== null ? (style as FormConfig['style']) : {},
  };
}

function namesIn(value: unknown): string[] {
  const texts = Array.isArray(value)
    ? value.filter((name): name is string => typeof name === 'string')
    : [textOf(value)];
  return texts.flatMap((text) => text.match(/\w+(\([^)]*\))?/g) ?? []);
}

function isYes(value: unknown): boolean {
  return value === true || value === 'true' || value === 'yes';
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
