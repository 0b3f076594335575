import { percentage, type Currency } from '#kernel/money.js';
import { WHOLE_NUMBER } from '#kernel/whole-number.js';
import { transferAmountProblem, transferFees } from '../../transfers/rules/transfer.rules.js';

/** An amount or a percentage of the balance (docs/fidelity.md SC2). */
export interface TransferTerms {
  /** In the smallest unit of `currency`, which is the account's. */
  readonly amount: number | null;
  /** Percentage of the transferable balance of that day: above 0, up to 100, with at most two decimals. */
  readonly percentage_of_balance: number | null;
  readonly currency: Currency;
}

const PERCENTAGE = new RegExp(`^${WHOLE_NUMBER}(?:\\.\\d{1,2})?$`);
const ALL = 100;

/** Accepts a number or the text of a form field. */
export function isPercentage(value: unknown): boolean {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return PERCENTAGE.test(text) && Number(text) > 0 && Number(text) <= ALL;
}

/** Parses the terms, or returns all problems. */
export function readTransferTerms(
  params: { readonly amount?: unknown; readonly percentage_of_balance?: unknown },
  currency: Currency,
): TransferTerms | { readonly problems: string[] } {
  const { amount, percentage_of_balance: part } = params;
  if ((amount === undefined) === (part === undefined))
    return { problems: ['transfer must have either amount or percentage_of_balance'] };
  const problem =
    part === undefined
      ? transferAmountProblem(amount, transferFees(currency))
      : isPercentage(part)
        ? undefined
        : 'percentage_of_balance must be above 0 and at most 100, with at most two decimals';
  if (problem !== undefined) return { problems: [problem] };
  return {
    amount: part === undefined ? Number(amount) : null,
    percentage_of_balance: part === undefined ? null : Number(part),
    currency,
  };
}

/**
 * The amount to send from the transferable balance; `null` if that is too small, or the amount does not cover
 * the fee.
 */
export function amountToTransfer(terms: TransferTerms, transferable: number): number | null {
  const amount = terms.amount ?? percentage(transferable, String(terms.percentage_of_balance));
  const { fee, feeVat } = transferFees(terms.currency);
  return amount <= transferable && amount >= fee + feeVat ? amount : null;
}
