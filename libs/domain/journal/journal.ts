import type { Charge } from '../charges/charge.js';
import { feesOf, type Currency } from '../money.js';
import type { Refund } from '../refunds/refund.js';

/**
 * Whose money it is. `merchant` is what the API calls the balance; `customers` is the world that pays and is paid back;
 * `fees` and `vat` are what the gateway keeps.
 */
export type Ledger = 'customers' | 'merchant' | 'fees' | 'vat';

/** A `credit` adds to the merchant's balance, a `debit` takes from it. */
export type Direction = 'credit' | 'debit';

/** The kinds of transaction, and the direction of one that moves nothing, because its amount was rounded to 0 (docs/fidelity.md B3). */
const DIRECTIONS = {
  'charge.captured.net': 'credit',
  'refund.refunded.debit': 'debit',
  'refund.voided.debit': 'debit',
} as const satisfies Record<string, Direction>;

export type TransactionKey = keyof typeof DIRECTIONS;

/** What a posting did to the merchant's balance, as the API shows it. `amount` is never negative: `direction` is its sign. */
export interface Transaction {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly key: TransactionKey;
  readonly direction: Direction;
  readonly amount: number;
  readonly currency: Currency;
  /** The id of the object that moved the money. */
  readonly origin: string;
  /** From when on the money could be transferred away. */
  readonly transferableAt: Date;
  readonly createdAt: Date;
}

/** One line of a posting: a credit is positive, a debit negative, in the smallest unit of the posting's currency. */
export interface Entry {
  readonly ledger: Ledger;
  readonly amount: number;
}

/** A movement of the merchant's balance, as it is posted: its entries add up to 0. */
export interface Posting {
  readonly transactionId: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly key: TransactionKey;
  /** The id of the object that moves the money. */
  readonly origin: string;
  readonly currency: Currency;
  readonly entries: readonly Entry[];
  readonly createdAt: Date;
}

type CapturedCharge = Pick<Charge, 'id' | 'accountId' | 'livemode' | 'fundingAmount' | 'fundingCurrency' | 'fees'>;

/** The customer's money comes in: the gateway keeps its fee and the VAT on it, the merchant gets the rest. */
export function capturePosting(charge: CapturedCharge, transactionId: string, now: Date): Posting {
  const { accountId, livemode, fundingAmount, fundingCurrency: currency, id: origin } = charge;
  const { fee, feeVat, net } = feesOf(fundingAmount, charge.fees);
  const entries = balanced([
    { ledger: 'customers', amount: -fundingAmount },
    { ledger: 'merchant', amount: net },
    { ledger: 'fees', amount: fee },
    { ledger: 'vat', amount: feeVat },
  ]);
  return { transactionId, accountId, livemode, key: 'charge.captured.net', origin, currency, entries, createdAt: now };
}

/** The customer gets money back from the merchant; the gateway keeps its fee (docs/fidelity.md B4). */
export function refundPosting(refund: Refund): Posting {
  const { transactionId, accountId, livemode, id: origin, fundingAmount, fundingCurrency: currency, createdAt } = refund;
  const key = refund.voided ? 'refund.voided.debit' : 'refund.refunded.debit';
  const entries = balanced([
    { ledger: 'merchant', amount: -fundingAmount },
    { ledger: 'customers', amount: fundingAmount },
  ]);
  return { transactionId, accountId, livemode, key, origin, currency, entries, createdAt };
}

/** The posting as a line of the merchant's statement. */
export function transactionOf({ entries, transactionId: id, ...posting }: Posting): Transaction {
  const change = entries.find(({ ledger }) => ledger === 'merchant')?.amount ?? 0;
  const direction = change === 0 ? DIRECTIONS[posting.key] : change < 0 ? 'debit' : 'credit';
  return { id, ...posting, direction, amount: Math.abs(change), transferableAt: posting.createdAt };
}

/** The lines that move anything. Throws if they do not add up: that would be a fault of the code, and nothing is written then. */
function balanced(entries: readonly Entry[]): Entry[] {
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0) throw new Error(`The entries of a posting must add up to 0, not ${sum}`);
  return entries.filter(({ amount }) => amount !== 0);
}
