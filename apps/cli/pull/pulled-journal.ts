import { feesOf, type Currency, type FeeTerms } from '#kernel/money.js';
import { capturePosting, refundPosting, type Entry } from '#resources/journal/rules/journal.js';
import { objectIn, picked, timeOf, type ApiObject } from './api-object.js';
import type { PulledRow } from './pulled-row.js';

type Posting = { readonly entries: readonly Entry[] };

/** The most decimals of a rate. */
const MAX_DECIMALS = 6;

export function transactionRows(
  transaction: ApiObject,
  charge: ApiObject,
  refunds: readonly ApiObject[],
  country: string,
): PulledRow[] {
  const { id, livemode, currency } = transaction;
  const row = {
    ...picked(transaction, ['id', 'livemode', 'key', 'direction', 'amount', 'currency', 'origin']),
    transferable_at: timeOf(transaction['transferable_at']),
    created_at: timeOf(transaction['created_at']),
  };
  const entries = entriesOf(transaction, charge, refunds, country).map(({ ledger, amount }) => ({
    table: 'journal_entry' as const,
    row: { posting_id: id, ledger, livemode, currency, amount },
  }));
  return [{ table: 'transaction', row }, ...entries];
}

/** The entries that Tollgate makes for such a transaction; if its amount differs, only the merchant's and its opposite. */
function entriesOf(
  transaction: ApiObject,
  charge: ApiObject,
  refunds: readonly ApiObject[],
  country: string,
): readonly Entry[] {
  const { amount, direction, key, origin } = transaction;
  if (typeof amount !== 'number' || amount === 0) return [];
  const merchant = direction === 'debit' ? -amount : amount;
  const isDisputed = String(key).startsWith('dispute.');
  const plain: readonly Entry[] = [
    { ledger: 'merchant', amount: merchant },
    { ledger: isDisputed ? 'disputes' : 'customers', amount: -merchant },
  ];
  if (isDisputed) return plain;
  const refund = refunds.find((each) => each['id'] === origin);
  const posting: Posting = refund
    ? refundedPosting(refund, charge, country)
    : capturedPosting(charge, country);
  const isSame = posting.entries.some((entry) => entry.ledger === 'merchant' && entry.amount === merchant);
  return isSame ? posting.entries : plain;
}

function capturedPosting(charge: ApiObject, country: string): Posting {
  return capturePosting(capturedMoney(charge), '', new Date(0), country);
}

function refundedPosting(refund: ApiObject, charge: ApiObject, country: string): Posting {
  const money = {
    ...ownOf(refund),
    chargeId: String(refund['charge']),
    amount: Number(refund['amount']),
    currency: refund['currency'] as Currency,
    fundingAmount: Number(refund['funding_amount']),
    fundingCurrency: refund['funding_currency'] as Currency,
    voided: refund['voided'] === true,
    metadata: {},
    transactionId: '',
    createdAt: new Date(0),
  };
  return refundPosting(money, { ...capturedMoney(charge), paidAt: null }, country);
}

function capturedMoney(charge: ApiObject) {
  return {
    ...ownOf(charge),
    fundingAmount: Number(charge['funding_amount']),
    fundingCurrency: charge['funding_currency'] as Currency,
    fees: termsOf(charge['transaction_fees']),
    interestRate: interestRateOf(charge),
  };
}

function ownOf({ id }: ApiObject) {
  return { id: String(id), accountId: '', livemode: false };
}

function termsOf(fees: unknown): FeeTerms {
  const { fee_flat: feeFlat = '0.0', fee_rate: feeRate = '0.0', vat_rate: vatRate = '0.0' } = objectIn(fees);
  return { feeFlat: String(feeFlat), feeRate: String(feeRate), vatRate: String(vatRate) };
}

/** A rate from which the same interest follows: the API shows only the amount. */
export function interestRateOf({
  interest,
  funding_amount: base,
  transaction_fees: fees,
}: ApiObject): string {
  if (typeof interest !== 'number' || typeof base !== 'number' || interest === 0 || base === 0) return '0.0';
  for (let decimals = 1; decimals < MAX_DECIMALS; decimals += 1) {
    const rate = ((100 * interest) / base).toFixed(decimals);
    if (feesOf(base, termsOf(fees), rate).interest === interest) return rate;
  }
  return ((100 * interest) / base).toFixed(MAX_DECIMALS);
}
