import { WHOLE_NUMBER } from './whole-number.js';

const DECIMAL = new RegExp(`^-?${WHOLE_NUMBER}\\.\\d+$`);
const INTEGER = new RegExp(`^-?${WHOLE_NUMBER}$`);
const NOT_WHOLE = 'amount must be an integer';

/** The parsed amount, or the problem (docs/fidelity.md E4). */
export type ParsedAmount = { readonly value: number } | { readonly problem: string };

/**
 * Reads an integer in the smallest unit of a currency, from a JSON number or the text of a form field.
 * Digits beyond what an integer can hold still count as a number, so that a limit refuses them, not the
 * parser.
 */
export function parseAmount(value: unknown): ParsedAmount {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (INTEGER.test(text)) return { value: Number(text) };
  if (DECIMAL.test(text)) return { problem: NOT_WHOLE };
  if (typeof value !== 'number' || Number.isNaN(value)) return { problem: 'amount is not a number' };
  // Only a number that is written with an exponent gets here: one beyond every limit, or a tiny fraction.
  return Math.abs(value) < 1 ? { problem: NOT_WHOLE } : { value };
}

/** Some clients send 0 for a number that was not given (docs/fidelity.md H18). */
export function isZero(value: unknown): boolean {
  const parsed = parseAmount(value);
  return 'value' in parsed && parsed.value === 0;
}

export function isFraction(value: unknown): boolean {
  const parsed = parseAmount(value);
  return 'problem' in parsed && parsed.problem === NOT_WHOLE;
}

/** Both limits are inclusive. */
export function amountRangeProblem(
  amount: number,
  { min, max }: { min: number; max: number },
): string | undefined {
  if (amount < min) return `amount must be at least ${min}`;
  if (amount > max) return `amount must be less than ${max + 1}`;
  return undefined;
}
