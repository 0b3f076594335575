import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import type { On, Period } from '#domain/schedules/recurrence.js';
import { Check, NonZero, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';
import type { DayView } from './occurrence.view.js';

/** The longest description, in characters, as of a charge. */
const MAX_DESCRIPTION_LENGTH = 1_000;

/** What to charge on each day of a schedule. */
export class CreateScheduledChargeDto {
  /**
   * Whom to charge.
   * @required
   */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'customer must be the id of a customer'))
  customer?: string;

  /** One of the customer's cards; unless given, whichever is their default by then. */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : "card must be the id of one of the customer's cards"))
  card?: string;

  /**
   * In the smallest unit of `currency`.
   * @required
   */
  @Unchecked()
  amount?: Unverified<number>;

  /**
   * Three letters; the account's own, unless given.
   * @schema { "type": "string", "pattern": "^[A-Za-z]{3}$" }
   * @example "THB"
   */
  @Unchecked()
  currency?: Unverified<Currency>;

  /** Of each charge, like `metadata`. */
  @Optional()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string;

  @Unchecked()
  metadata?: Unverified<Metadata>;
}

/** What to transfer on each day of a schedule: an amount, or a part of the balance. */
export class CreateScheduledTransferDto {
  /**
   * Who gets it.
   * @required
   */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'recipient must be the id of a recipient'))
  recipient?: string;

  /** In the smallest unit of the account's currency. It covers the fee. */
  @Unchecked()
  @NonZero()
  amount?: Unverified<number>;

  /**
   * How much of what is transferable by then, above 0 and up to 100, with two decimals at most.
   * @schema { "type": "number" }
   * @example 75
   */
  @Unchecked()
  @NonZero()
  percentage_of_balance?: Unverified<number>;
}

/**
 * Parameters of `POST /schedules`, with one of `charge` and `transfer`.
 * @example { "every": 1, "period": "month", "on": { "days_of_month": [1] }, "end_date": "2027-01-31", "charge": { "customer": "cust_test_60aaaaaaaaaaaaaaaa5", "amount": 100000 } }
 */
export class CreateScheduleDto {
  /**
   * In every how many periods.
   * @required
   */
  @Unchecked()
  every?: Unverified<number>;

  /** @required */
  @Unchecked()
  period?: Unverified<Period>;

  /** On which days: `weekdays` of a week, `days_of_month` or `weekday_of_month` of a month. */
  @Unchecked()
  on?: Unverified<On>;

  /**
   * The first day that it may fall on, or a datetime on it; today, unless given.
   * @schema { "type": "string", "anyOf": [{ "format": "date" }, { "format": "date-time" }] }
   * @example "2026-12-31"
   */
  @Unchecked()
  start_date?: Unverified<DayView>;

  /**
   * The last day that it may fall on, or a datetime on it.
   * @required
   * @schema { "type": "string", "anyOf": [{ "format": "date" }, { "format": "date-time" }] }
   * @example "2026-12-31"
   */
  @Unchecked()
  end_date?: Unverified<DayView>;

  /** What to charge. */
  @Optional()
  @Check((value) => (typeof value === 'object' && !Array.isArray(value) ? undefined : 'charge must be an object'))
  charge?: CreateScheduledChargeDto;

  /** What to transfer. */
  @Optional()
  @Check((value) => (typeof value === 'object' && !Array.isArray(value) ? undefined : 'transfer must be an object'))
  transfer?: CreateScheduledTransferDto;
}
