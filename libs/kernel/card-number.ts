export type Brand =
  | 'Visa'
  | 'MasterCard'
  | 'JCB'
  | 'American Express'
  | 'UnionPay'
  | 'Diners Club'
  | 'Discover';

interface BrandNumbers {
  readonly brand: Brand;
  /** First and last of the leading digits, as many as each bound has. */
  readonly prefixes: readonly (readonly [first: string, last: string])[];
  readonly lengths: readonly number[];
}

/** The fewest and the most digits that a card number may have. */
export const MIN_CARD_NUMBER_LENGTH = 13;
export const MAX_CARD_NUMBER_LENGTH = 19;

/** docs/fidelity.md T5 */
const BRANDS: readonly BrandNumbers[] = [
  { brand: 'Visa', prefixes: [['4', '4']], lengths: [13, 16, 19] },
  {
    brand: 'MasterCard',
    prefixes: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
  },
  { brand: 'JCB', prefixes: [['35', '35']], lengths: [16, 17, 18, 19] },
  {
    brand: 'American Express',
    prefixes: [
      ['34', '34'],
      ['37', '37'],
    ],
    lengths: [15],
  },
  { brand: 'UnionPay', prefixes: [['62', '62']], lengths: [16, 17, 18, 19] },
  {
    brand: 'Diners Club',
    prefixes: [
      ['30', '30'],
      ['36', '36'],
      ['38', '39'],
    ],
    lengths: [14, 15, 16, 17, 18, 19],
  },
  {
    brand: 'Discover',
    prefixes: [
      ['60', '60'],
      ['64', '65'],
    ],
    lengths: [16, 17, 18, 19],
  },
];

/**
 * The digits of a number as people write it, with spaces or dashes between them; `undefined` when there is
 * anything else.
 */
export function normalizeCardNumber(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const digits = value.replaceAll(/[ -]/g, '');
  return /^[0-9]+$/.test(digits) ? digits : undefined;
}

/** The brand by the first digits; `undefined` if unknown. */
export function brandOf(number: string): Brand | undefined {
  return brandNumbersOf(number)?.brand;
}

/** Checks the length for the brand, and the Luhn check digit. */
export function isCardNumber(number: string): boolean {
  return (brandNumbersOf(number)?.lengths.includes(number.length) ?? false) && passesLuhn(number);
}

/**
 * The check that all card numbers pass: every second digit from the right is doubled, and the sum ends in 0.
 */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

function brandNumbersOf(number: string): BrandNumbers | undefined {
  return BRANDS.find(({ prefixes }) =>
    prefixes.some(([first, last]) => {
      const start = number.slice(0, first.length);
      return start.length === first.length && start >= first && start <= last;
    }),
  );
}
