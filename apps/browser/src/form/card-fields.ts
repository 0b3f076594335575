import { brandOf, isCardNumber, MAX_CARD_NUMBER_LENGTH, normalizeCardNumber } from '#kernel/card-number.js';
import { brandIcon, brandIcons, isTaken } from './brand-icons.js';
import { element } from './dom.js';
import { isEmail } from './email.js';
import { Field } from './field.js';
import type { FormConfig } from './form-config.js';
import type { FormTexts } from './form-texts.js';
import { testMark } from './look.js';

const CENTURY = 2_000;

/** The fields of a card. What is typed stays in this frame until it is sent to the vault. */
export class CardFields {
  readonly root: HTMLElement;
  private readonly number: Field;
  private readonly name: Field;
  private readonly expiry: Field;
  private readonly code: Field;
  private readonly others: Readonly<Record<string, Field>>;
  private readonly all: readonly Field[];
  private readonly remember = element('input', {
    type: 'checkbox',
    name: 'remember',
    'data-testid': 'remember-card',
  });

  constructor(config: FormConfig, texts: FormTexts) {
    const { wrong } = texts;
    const brand = element('span', { class: 'brand', 'aria-live': 'polite', 'data-testid': 'card-brand' });
    this.number = new Field(texts.number, {
      name: 'cardNumber',
      testId: 'card-number',
      autocomplete: 'cc-number',
      placeholder: '0000 0000 0000 0000',
      isNumeric: true,
      check: (value) => numberProblem(value, config.cardBrands, wrong),
      format: grouped,
      beside: element(
        'span',
        { class: 'icons' },
        config.isTest && config.kind === 'card' && testMark(texts.shared),
        brandIcons(config.brandIcons),
      ),
      after: brand,
    });
    this.number.input.addEventListener('input', () => {
      const recognized = brandOf(normalizeCardNumber(this.number.value) ?? '');
      brand.replaceChildren(...(recognized ? [brandIcon(recognized)] : []));
    });
    const needed = (value: string): string | undefined => (value === '' ? wrong.missing : undefined);
    this.name = new Field(texts.name, {
      name: 'nameOnCard',
      testId: 'card-holder-name',
      autocomplete: 'cc-name',
      check: needed,
    });
    this.expiry = new Field(texts.expiry, {
      name: 'expiryDate',
      testId: 'expiryDate',
      autocomplete: 'cc-exp',
      placeholder: 'MM/YY',
      isNumeric: true,
      isHalf: true,
      check: (value) => expiryProblem(value, new Date(), wrong),
      format: withSlash,
    });
    this.code = new Field(texts.code, {
      name: 'securityCode',
      testId: 'securityCode',
      autocomplete: 'cc-csc',
      placeholder: '•••',
      isNumeric: true,
      isHalf: true,
      check: (value) => (/^\d{3,4}$/.test(value) ? undefined : wrong.code),
      format: (value) => value.replaceAll(/\D/g, '').slice(0, 4),
    });
    this.others = otherFields(config, texts, needed);
    const remember =
      config.hasRemember && element('label', { class: 'check' }, this.remember, texts.remember);
    this.all = [this.number, this.name, this.expiry, this.code, ...Object.values(this.others)];
    this.root = element('div', { class: 'fields' }, ...this.all.map(({ root }) => root), remember);
  }

  get isRemembered(): boolean {
    return this.remember.checked;
  }

  /** Shows the problem and returns it. */
  problems(): string[] {
    return this.all.flatMap((field) => field.problem() ?? []);
  }

  /** The card for the vault, with the address from the shop. */
  card(address: Readonly<Record<string, unknown>>): object {
    const { month, year } = readExpiry(this.expiry.value) ?? {};
    const others = Object.entries(this.others).flatMap(([name, { value }]) =>
      value === '' ? [] : [[name, value]],
    );
    return {
      ...address,
      ...(Object.fromEntries(others) as Record<string, string>),
      name: this.name.value,
      number: normalizeCardNumber(this.number.value),
      expiration_month: month,
      expiration_year: year,
      security_code: this.code.value,
    };
  }
}

function otherFields(
  config: FormConfig,
  texts: FormTexts,
  check: (value: string) => string | undefined,
): Readonly<Record<string, Field>> {
  const address = (name: string, label: string, autocomplete: string): Field =>
    new Field(label, { name, testId: name, autocomplete, check });
  return {
    ...(config.kind === 'popup' && {
      email: new Field(texts.emailOrNothing, {
        name: 'email',
        testId: 'cardholder-email',
        autocomplete: 'email',
        type: 'email',
        check: (value) => (value === '' || isEmail(value) ? undefined : texts.wrong.email),
      }),
    }),
    ...(config.hasAddress && {
      country: address('country', texts.country, 'country'),
      city: address('city', texts.city, 'address-level2'),
      postal_code: address('postal_code', texts.postalCode, 'postal-code'),
    }),
  };
}

/** `value` may contain spaces. */
export function numberProblem(
  value: string,
  brands: readonly string[],
  wrong: FormTexts['wrong'],
): string | undefined {
  const number = normalizeCardNumber(value);
  if (number === undefined || !isCardNumber(number)) return wrong.number;
  return isTaken(brandOf(number), brands) ? undefined : wrong.brand;
}

/** `value` is a date such as `12/32`. */
export function expiryProblem(value: string, now: Date, wrong: FormTexts['wrong']): string | undefined {
  const expiry = readExpiry(value);
  if (!expiry) return wrong.expiry;
  const isPast =
    expiry.year < now.getFullYear() ||
    (expiry.year === now.getFullYear() && expiry.month < now.getMonth() + 1);
  return isPast ? wrong.past : undefined;
}

/** `12/32`, `1232` and `12/2032` are all December 2032. */
export function readExpiry(value: string): { month: number; year: number } | undefined {
  const [, month, year] = /^(\d{1,2})\s*\/?\s*((?:20)?\d{2})$/.exec(value.trim()) ?? [];
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return undefined;
  return { month: Number(month), year: year.length === 2 ? CENTURY + Number(year) : Number(year) };
}

/** `4242 4242`: digits in groups. */
export function grouped(value: string): string {
  const digits = value.replaceAll(/\D/g, '').slice(0, MAX_CARD_NUMBER_LENGTH);
  const groups = /^3[47]/.test(digits) ? /^(\d{4})(\d{1,6})?(\d{1,5})?/ : undefined;
  if (groups) return (groups.exec(digits) ?? [digits]).slice(1).filter(Boolean).join(' ') || digits;
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

function withSlash(value: string): string {
  if (/^\d{1,2}\s*\/\s*\d*$/.test(value)) return value.replaceAll(' ', '');
  const digits = value.replaceAll(/\D/g, '').slice(0, 6);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}
