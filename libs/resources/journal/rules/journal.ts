import { feesOf, type Currency } from '#kernel/money.js';
import { dayIn, midnightAfter } from '#kernel/local-time.js';
import { DAY_MS, SECOND_MS } from '#kernel/time.js';
import type { OwnedObject } from '#kernel/scope.js';
import type { Charge } from '../../charges/rules/charge.js';
import type { Refund } from '../../refunds/rules/refund.js';

/**
 * Whose money it is. `merchant` is what the API calls the balance; `customers` is the world that pays and is
 * paid back; `fees` and `vat` are what the gateway keeps, `interest` is what it passes on to the bank that
 * waits for installments, `disputes` is what it holds until a dispute is closed, `transfers` what is on its
 * way to a bank account, and `recipients` what has arrived there.
 */
type Ledger =
  | 'customers'
  | 'merchant'
  | 'fees'
  | 'vat'
  | 'interest'
  | 'disputes'
  | 'transfers'
  | 'recipients';

/** A `credit` adds to the merchant's balance, a `debit` takes from it. */
export type Direction = 'credit' | 'debit';

/** The days until captured live money is transferable (docs/fidelity.md TR3). */
const LIVE_DELAY_MS = 7 * DAY_MS;
/** All money is transferable so long after it came: live money waits for the end of its day. */
export const LONGEST_DELAY_MS = LIVE_DELAY_MS + DAY_MS;

/**
 * The kinds of transaction, and the direction of one that moves nothing, because its amount was rounded to 0
 * (docs/fidelity.md B3).
 */
const DIRECTIONS = {
  'charge.captured.net': 'credit',
  'dispute.started.debit': 'debit',
  'dispute.won.credit': 'credit',
  'refund.refunded.debit': 'debit',
  'refund.voided.debit': 'debit',
  'transfer.failed.credit': 'credit',
  'transfer.sent.debit': 'debit',
} as const satisfies Record<string, Direction>;

export type TransactionKey = keyof typeof DIRECTIONS;

/**
 * The key of a transaction in searches, such as `charge_captured`; empty for kinds without a key
 * (docs/fidelity.md SE3).
 */
export function transactionKeyOf(kind: string): string {
  const ours = kind === 'refund_processed' ? 'refund_refunded' : kind;
  return Object.keys(DIRECTIONS).find((key) => key.split('.').slice(0, 2).join('_') === ours) ?? '';
}

/**
 * A change of the merchant's balance, as the API shows it. `amount` is never negative: `direction` is its
 * sign.
 */
export interface Transaction extends OwnedObject {
  readonly key: TransactionKey;
  readonly direction: Direction;
  readonly amount: number;
  readonly currency: Currency;
  /** The id of the object that moved the money. */
  readonly origin: string;
  /** From when on the money could be transferred away. */
  readonly transferableAt: Date;
}

/**
 * One line of a posting: a credit is positive, a debit negative, in the smallest unit of the posting's
 * currency.
 */
export interface Entry {
  readonly ledger: Ledger;
  readonly amount: number;
}

/** A money movement; its entries add up to 0. */
export interface Posting {
  /** That of its transaction too. */
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  /** Name on the merchant's statement; null if the posting does not change the merchant's balance. */
  readonly key: TransactionKey | null;
  /** The id of the object that moves the money. */
  readonly origin: string;
  readonly currency: Currency;
  readonly entries: readonly Entry[];
  readonly createdAt: Date;
}

/**
 * A posting that has a transaction. Its money could be transferred away at once unless it says from when on.
 */
export type StatementPosting = Posting & { readonly key: TransactionKey; readonly transferableAt?: Date };

type CapturedCharge = Pick<
  Charge,
  'id' | 'accountId' | 'livemode' | 'fundingAmount' | 'fundingCurrency' | 'fees' | 'interestRate'
>;

/**
 * The customer's money comes in: the gateway keeps its fee, the bank's interest and the VAT on both, the
 * merchant gets the rest. `country` is the account's, whose days count.
 */
export function capturePosting(
  charge: CapturedCharge,
  id: string,
  now: Date,
  country: string,
): StatementPosting {
  const { accountId, livemode, fundingAmount, fundingCurrency: currency, id: origin } = charge;
  const { fee, feeVat, interest, interestVat, net } = feesOf(fundingAmount, charge.fees, charge.interestRate);
  const entries = balanced([
    { ledger: 'customers', amount: -fundingAmount },
    { ledger: 'merchant', amount: net },
    { ledger: 'fees', amount: fee },
    { ledger: 'vat', amount: feeVat + interestVat },
    { ledger: 'interest', amount: interest },
  ]);
  return {
    id,
    accountId,
    livemode,
    key: 'charge.captured.net',
    origin,
    currency,
    entries,
    createdAt: now,
    transferableAt: livemode ? endOfLiveDelay(now, country) : now,
  };
}

/** The last second of the account's day on which captured live money is transferable. */
function endOfLiveDelay(captured: Date, country: string): Date {
  const day = dayIn(country, new Date(captured.getTime() + LIVE_DELAY_MS));
  return new Date(midnightAfter(country, day).getTime() - SECOND_MS);
}

/** The customer gets money back from the merchant; the gateway keeps its fee (docs/fidelity.md B4). */
function refundedPosting(refund: Refund): StatementPosting {
  const {
    transactionId,
    accountId,
    livemode,
    id: origin,
    fundingAmount,
    fundingCurrency: currency,
    createdAt,
  } = refund;
  const entries = balanced([
    { ledger: 'merchant', amount: -fundingAmount },
    { ledger: 'customers', amount: fundingAmount },
  ]);
  return {
    id: transactionId,
    accountId,
    livemode,
    key: 'refund.refunded.debit',
    origin,
    currency,
    entries,
    createdAt,
  };
}

/** Reverses a capture, so that all balances are as before it (docs/fidelity.md B4). */
function voidedPosting(
  { transactionId, id: origin, createdAt }: Refund,
  charge: RefundedCharge,
  country: string,
): StatementPosting {
  const captured = capturePosting(charge, transactionId, charge.paidAt ?? createdAt, country);
  const entries = captured.entries.map(({ ledger, amount }) => ({ ledger, amount: -amount }));
  return { ...captured, key: 'refund.voided.debit', origin, entries, createdAt };
}

type RefundedCharge = CapturedCharge & Pick<Charge, 'paidAt'>;

/** A refund of the charge, or a void. `country` is the account's. */
export function refundPosting(refund: Refund, charge: RefundedCharge, country: string): StatementPosting {
  return refund.voided ? voidedPosting(refund, charge, country) : refundedPosting(refund);
}

/** Amounts are in the account's currency. */
export interface DisputedMoney {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly fundingAmount: number;
  readonly fundingCurrency: Currency;
}

/** The disputed money is taken from the merchant and held. */
export function disputeStartedPosting(dispute: DisputedMoney, id: string, now: Date): StatementPosting {
  return { ...disputePosting(dispute, id, now, 'merchant', 'disputes'), key: 'dispute.started.debit' };
}

/** Returns the held money to the merchant. */
export function disputeWonPosting(dispute: DisputedMoney, id: string, now: Date): StatementPosting {
  return { ...disputePosting(dispute, id, now, 'disputes', 'merchant'), key: 'dispute.won.credit' };
}

/**
 * Moves the held money to the customer. The merchant lost it when the dispute was opened, so there is no
 * transaction (docs/fidelity.md B6).
 */
export function disputeLostPosting(dispute: DisputedMoney, id: string, now: Date): Posting {
  return { ...disputePosting(dispute, id, now, 'disputes', 'customers'), key: null };
}

/** The amount debited from the balance and the gateway's fees, in the account's currency. */
export interface TransferredMoney {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly amount: number;
  readonly fee: number;
  readonly feeVat: number;
  readonly currency: Currency;
}

/** The transfer leaves the balance: the gateway keeps its fee. */
export function transferSentPosting(transfer: TransferredMoney, id: string, now: Date): StatementPosting {
  const entries = [
    { ledger: 'merchant', amount: -transfer.amount },
    { ledger: 'transfers', amount: arriving(transfer) },
    { ledger: 'fees', amount: transfer.fee },
    { ledger: 'vat', amount: transfer.feeVat },
  ] as const;
  return { ...transferPosting(transfer, id, now, entries), key: 'transfer.sent.debit' };
}

/** The transfer has arrived. The merchant's balance is as it was before, so there is no transaction. */
export function transferPaidPosting(transfer: TransferredMoney, id: string, now: Date): Posting {
  const net = arriving(transfer);
  const entries = [
    { ledger: 'transfers', amount: -net },
    { ledger: 'recipients', amount: net },
  ] as const;
  return { ...transferPosting(transfer, id, now, entries), key: null };
}

/** Returns a sent transfer's amount and fee. */
export function transferFailedPosting(transfer: TransferredMoney, id: string, now: Date): StatementPosting {
  const entries = [
    { ledger: 'transfers', amount: -arriving(transfer) },
    { ledger: 'fees', amount: -transfer.fee },
    { ledger: 'vat', amount: -transfer.feeVat },
    { ledger: 'merchant', amount: transfer.amount },
  ] as const;
  return { ...transferPosting(transfer, id, now, entries), key: 'transfer.failed.credit' };
}

function arriving({ amount, fee, feeVat }: TransferredMoney): number {
  return amount - fee - feeVat;
}

function transferPosting(
  { accountId, livemode, id: origin, currency }: TransferredMoney,
  id: string,
  now: Date,
  entries: readonly Entry[],
): Omit<Posting, 'key'> {
  return { id, accountId, livemode, origin, currency, entries: balanced(entries), createdAt: now };
}

function disputePosting(
  dispute: DisputedMoney,
  id: string,
  now: Date,
  from: Ledger,
  to: Ledger,
): Omit<Posting, 'key'> {
  const { accountId, livemode, id: origin, fundingAmount, fundingCurrency: currency } = dispute;
  const entries = balanced([
    { ledger: from, amount: -fundingAmount },
    { ledger: to, amount: fundingAmount },
  ]);
  return { id, accountId, livemode, origin, currency, entries, createdAt: now };
}

/** The posting as a line of the merchant's statement. */
export function transactionOf({ entries, transferableAt, ...posting }: StatementPosting): Transaction {
  const change = entries.find(({ ledger }) => ledger === 'merchant')?.amount ?? 0;
  const direction = change === 0 ? DIRECTIONS[posting.key] : change < 0 ? 'debit' : 'credit';
  return {
    ...posting,
    direction,
    amount: Math.abs(change),
    transferableAt: transferableAt ?? posting.createdAt,
  };
}

export function isOnStatement(posting: Posting): posting is StatementPosting {
  return posting.key !== null;
}

/**
 * The lines that move anything. Throws if they do not add up: that would be a fault of the code, and nothing
 * is written then.
 */
function balanced(entries: readonly Entry[]): Entry[] {
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0) throw new Error(`The entries of a posting must add up to 0, not ${sum}`);
  return entries.filter(({ amount }) => amount !== 0);
}
