import { createHash } from 'node:crypto';
import type { Currency } from '../money.js';
import { parseDay, type Day } from '../schedules/calendar.js';
import { startOfDay } from '../schedules/local-time.js';
import { DAY_MS } from '../time.js';

/** What a day has cost the merchant, in the smallest unit of `currency`. */
export interface DayFees {
  readonly day: Day;
  readonly currency: Currency;
  /** Its place among the currencies of the day, from 1. */
  readonly place: number;
  /** The fees of the charges that were captured, and the interest of their installments. */
  readonly chargeFee: number;
  /** The fees of the transfers that were sent. */
  readonly transferFee: number;
  /** What was given back of fees, for transfers that failed. */
  readonly voidedFee: number;
  /** The VAT of all of it. */
  readonly vat: number;
}

/** What the gateway tells the merchant of a day's fees once the day is over. It follows from the journal alone. */
export interface Receipt extends DayFees {
  readonly id: string;
  readonly livemode: boolean;
  /** The midnight that the day ended with. */
  readonly createdAt: Date;
}

/** The digits of an id that say its day, and those before them that say whose it is. */
const DAY_DIGITS = 5;
const OWNER_DIGITS = 14;
const RADIX = 36;

/** Whose receipt it is. `publicId` is the account's in every epoch, so that a receipt has the same id after a restore. */
export interface ReceiptOwner {
  readonly publicId: string;
  readonly livemode: boolean;
}

/** The receipt of a day that is over, in the time of the account's country. */
export function receiptOf(owner: ReceiptOwner, country: string, fees: DayFees): Receipt {
  return { ...fees, id: receiptId(owner, fees), livemode: owner.livemode, createdAt: midnightAfter(country, fees.day) };
}

/** `rcpt_`, also in test mode, as recorded (docs/fidelity.md RE1), and 19 letters and digits, of which the last are the day. */
function receiptId({ publicId, livemode }: ReceiptOwner, { day, currency }: DayFees): string {
  const hash = createHash('sha256').update(`${publicId} ${livemode} ${day} ${currency}`).digest('hex');
  const owner = BigInt(`0x${hash}`).toString(RADIX).slice(-OWNER_DIGITS);
  return `rcpt_${owner}${(Date.parse(day) / DAY_MS).toString(RADIX).padStart(DAY_DIGITS, '0')}`;
}

/** The day that the id of a receipt says; `undefined` when it is none. */
export function dayOfReceipt(id: string): Day | undefined {
  const days = /^rcpt_[0-9a-z]{14}([0-9a-z]{5})$/.exec(id)?.[1];
  const time = days === undefined ? NaN : Number.parseInt(days, RADIX) * DAY_MS;
  return Number.isNaN(new Date(time).getTime()) ? undefined : parseDay(new Date(time).toISOString().slice(0, 10));
}

/** When a day is over in a country. */
export function midnightAfter(country: string, day: Day): Date {
  return new Date(startOfDay(country, day).getTime() + DAY_MS);
}
