import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import { Check, NonZero, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';
import type { On, Period } from './rules/recurrence.js';
import type { DayView } from './occurrence.view.js';

/** The longest description, in characters, as of a charge. */
const MAX_DESCRIPTION_LENGTH = 1_000;

/** The charge to make on each day of the schedule. */
export class CreateScheduledChargeDto {
  /**
   * ID of the customer to charge.
   * @required
   */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'customer must be the id of a customer'))
  customer?: string;

  /** ID of one of the customer's cards. Default: the customer's default card at that time. */
  @Optional()
  @Check((value) =>
    typeof value === 'string' ? undefined : "card must be the id of one of the customer's cards",
  )
  card?: string;

  /**
   * In the smallest unit of `currency`.
   * @required
   */
  @Unchecked()
  amount?: Unverified<number>;

  /**
   * Three-letter currency code (ISO 4217). Default: the account's currency.
   * @schema { "type": "string", "pattern": "^[A-Za-z]{3}$" }
   * @example "THB"
   */
  @Unchecked()
  currency?: Unverified<Currency>;

  /** Description of each charge. */
  @Optional()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string;

  @Unchecked()
  metadata?: Unverified<Metadata>;
}

/** The transfer to make on each day of the schedule: an amount, or a percentage of the balance. */
export class CreateScheduledTransferDto {
  /**
   * Recipient ID.
   * @required
   */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'recipient must be the id of a recipient'))
  recipient?: string;

  /** In the smallest unit of the account's currency, including the fee. */
  @Unchecked()
  @NonZero()
  amount?: Unverified<number>;

  /**
   * Percentage of the transferable balance at that time: above 0 and up to 100, with at most two decimals.
   * @schema { "type": "number" }
   * @example 75
   */
  @Unchecked()
  @NonZero()
  percentage_of_balance?: Unverified<number>;
}

/**
 * Parameters of `POST /schedules`. Exactly one of `charge` and `transfer` is required.
 * @example { "every": 1, "period": "month", "on": { "days_of_month": [1] }, "end_date": "2027-01-31", "charge": { "customer": "cust_test_60aaaaaaaaaaaaaaaa5", "amount": 100000 } }
 */
export class CreateScheduleDto {
  /**
   * Number of periods between occurrences.
   * @required
   */
  @Unchecked()
  every?: Unverified<number>;

  /** @required */
  @Unchecked()
  period?: Unverified<Period>;

  /** Days: `weekdays` of a week, `days_of_month` or `weekday_of_month` of a month. */
  @Unchecked()
  on?: Unverified<On>;

  /**
   * First possible day: a date, or a datetime on that day. Default: today.
   * @schema { "type": "string", "anyOf": [{ "format": "date" }, { "format": "date-time" }] }
   * @example "2026-12-31"
   */
  @Unchecked()
  start_date?: Unverified<DayView>;

  /**
   * Last possible day: a date, or a datetime on that day.
   * @required
   * @schema { "type": "string", "anyOf": [{ "format": "date" }, { "format": "date-time" }] }
   * @example "2026-12-31"
   */
  @Unchecked()
  end_date?: Unverified<DayView>;

  /** The charge to make. */
  @Optional()
  @Check((value) =>
    typeof value === 'object' && !Array.isArray(value) ? undefined : 'charge must be an object',
  )
  charge?: CreateScheduledChargeDto;

  /** The transfer to make. */
  @Optional()
  @Check((value) =>
    typeof value === 'object' && !Array.isArray(value) ? undefined : 'transfer must be an object',
  )
  transfer?: CreateScheduledTransferDto;
}
