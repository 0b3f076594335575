import { createHash } from 'node:crypto';
import type { Currency } from '#kernel/money.js';
import { parseDay, type Day } from '#kernel/calendar.js';
import { midnightAfter } from '#kernel/local-time.js';
import { DAY_MS } from '#kernel/time.js';

/** A merchant's fees of one day, in the smallest unit of `currency`. */
export interface DayFees {
  readonly day: Day;
  readonly currency: Currency;
  /** Its place among the currencies of the day, from 1. */
  readonly place: number;
  /** The fees of the charges that were captured, and the interest of their installments. */
  readonly chargeFee: number;
  /** The fees of the transfers that were sent. */
  readonly transferFee: number;
  /** Fees returned for failed transfers. */
  readonly voidedFee: number;
  /** The VAT of all of it. */
  readonly vat: number;
}

/** Lists the fees of a finished day. Computed from the journal alone. */
export interface Receipt extends DayFees {
  readonly id: string;
  readonly livemode: boolean;
  /** The midnight that the day ended with. */
  readonly createdAt: Date;
}

/** Digits of an id for the day, and those before them for the account. */
const DAY_DIGITS = 5;
const OWNER_DIGITS = 14;
const RADIX = 36;

/**
 * Key of a receipt. `publicId` is the account's id in every epoch, so a restore does not change the receipt's
 * id.
 */
export interface ReceiptOwner {
  readonly publicId: string;
  readonly livemode: boolean;
}

/** The receipt of a day that is over, in the time of the account's country. */
export function receiptOf(owner: ReceiptOwner, country: string, fees: DayFees): Receipt {
  return {
    ...fees,
    id: receiptId(owner, fees),
    livemode: owner.livemode,
    createdAt: midnightAfter(country, fees.day),
  };
}

/**
 * `rcpt_`, also in test mode, as recorded (docs/fidelity.md RE1), then 19 letters and digits that end with
 * the day.
 */
function receiptId({ publicId, livemode }: ReceiptOwner, { day, currency }: DayFees): string {
  const hash = createHash('sha256').update(`${publicId} ${livemode} ${day} ${currency}`).digest('hex');
  const owner = BigInt(`0x${hash}`).toString(RADIX).slice(-OWNER_DIGITS);
  return `rcpt_${owner}${(Date.parse(day) / DAY_MS).toString(RADIX).padStart(DAY_DIGITS, '0')}`;
}

/** The day in a receipt's id; `undefined` if the text is not such an id. */
export function dayOfReceipt(id: string): Day | undefined {
  const days = /^rcpt_[0-9a-z]{14}([0-9a-z]{5})$/.exec(id)?.[1];
  const time = days === undefined ? NaN : Number.parseInt(days, RADIX) * DAY_MS;
  return Number.isNaN(new Date(time).getTime())
    ? undefined
    : parseDay(new Date(time).toISOString().slice(0, 10));
}
