import { amountRangeProblem, parseAmount } from '#kernel/amount.js';
import { fail } from '#kernel/errors.js';
import { exchange, shareOf, type Currency } from '#kernel/money.js';
import { LARGEST_AMOUNT } from '../../account/rules/account-limits.js';

/** Fee of a transfer with VAT: 30 baht, or its equivalent (docs/fidelity.md TR2). */
const TOTAL_FEE_THB = 3_000;
export const MAX_IDEMP_KEY_LENGTH = 255;
/** A fee without VAT of 7 % is this part of the one with it. */
const [NET_PART, GROSS_PART] = [100, 107];

export interface TransferFees {
  readonly fee: number;
  readonly feeVat: number;
}

/** In the smallest unit of the currency. */
export function transferFees(currency: Currency): TransferFees {
  const total = exchange(TOTAL_FEE_THB, 'THB', currency);
  const fee = shareOf(total, NET_PART, GROSS_PART);
  return { fee, feeVat: total - fee };
}

/** The amount must cover the fee. Returns `undefined` if it is valid. */
export function transferAmountProblem(value: unknown, { fee, feeVat }: TransferFees): string | undefined {
  const parsed = parseAmount(value);
  return 'problem' in parsed
    ? parsed.problem
    : amountRangeProblem(parsed.value, { min: fee + feeVat, max: LARGEST_AMOUNT });
}

/**
 * Throws `invalid_transfer` unless the amount covers the fee and is at most the balance, transferable yet or
 * not.
 */
export function assertAmount(value: unknown, fees: TransferFees, total: number): number {
  const amount = Number(value);
  const excess =
    amount > total ? `amount must be at most the balance of the account, ${Math.max(0, total)}` : undefined;
  const problem = transferAmountProblem(value, fees) ?? excess;
  if (problem !== undefined) fail('invalid_transfer', problem);
  return amount;
}
