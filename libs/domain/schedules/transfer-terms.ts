import { percentage, type Currency } from '../money.js';
import { transferAmountProblem, transferFees } from '../transfers/transfer.rules.js';

/** What is transferred on each day of a schedule: one of both (docs/fidelity.md SC2). */
export interface TransferTerms {
  /** In the smallest unit of `currency`, which is the account's. */
  readonly amount: number | null;
  /** Of what is transferable by then: above 0, up to 100, with two decimals at most. */
  readonly percentage_of_balance: number | null;
  readonly currency: Currency;
}

const PERCENTAGE = /^\d{1,3}(?:\.\d{1,2})?$/;
const ALL = 100;

/** Whether this is such a part of a balance, as a number or as the text of a form field. */
export function isPercentage(value: unknown): boolean {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return PERCENTAGE.test(text) && Number(text) > 0 && Number(text) <= ALL;
}

/** Reads what is to be transferred from the parameters that say it, or everything that is wrong with them. */
export function readTransferTerms(
  asked: { readonly amount?: unknown; readonly percentage_of_balance?: unknown },
  currency: Currency,
): TransferTerms | { readonly problems: string[] } {
  const { amount, percentage_of_balance: part } = asked;
  if ((amount === undefined) === (part === undefined)) return { problems: ['transfer must have either amount or percentage_of_balance'] };
  const problem =
    part === undefined
      ? transferAmountProblem(amount, transferFees(currency))
      : isPercentage(part)
        ? undefined
        : 'percentage_of_balance must be above 0 and at most 100, with at most two decimals';
  if (problem !== undefined) return { problems: [problem] };
  return { amount: part === undefined ? Number(amount) : null, percentage_of_balance: part === undefined ? null : Number(part), currency };
}

/** How much goes, of what is transferable; `null` when that does not suffice, or would not cover the fee. */
export function amountToTransfer(terms: TransferTerms, transferable: number): number | null {
  const amount = terms.amount ?? percentage(transferable, String(terms.percentage_of_balance));
  const { fee, feeVat } = transferFees(terms.currency);
  return amount <= transferable && amount >= fee + feeVat ? amount : null;
}
