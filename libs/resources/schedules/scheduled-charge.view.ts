import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Schedule, ScheduleTerms } from './rules/schedule.js';

/** The stored parameters of a schedule's charges. */
export type ScheduledChargeTerms = ScheduleTerms &
  Pick<
    ScheduledChargeView,
    'amount' | 'currency' | 'default_card' | 'card' | 'customer' | 'description' | 'metadata'
  >;

/** The charge to make on each day of a schedule. */
export interface ScheduledChargeView {
  object: 'scheduled_charge';
  /** @example "rchg_test_60aaaaaaaaaaaaaaaa1" */
  id: string;
  livemode: boolean;
  currency: Currency;
  /**
   * In the smallest unit of `currency`.
   * @example 100000
   */
  amount: number;
  /** True if the customer's default card at that time is charged. */
  default_card: boolean;
  /** @example "card_test_60aaaaaaaaaaaaaaaa3" */
  card: string;
  /** @example "cust_test_60aaaaaaaaaaaaaaaa5" */
  customer: string;
  linked_account: null;
  /** @example "Membership fee" */
  description: string | null;
  metadata: Metadata;
  created_at: Timestamp;
}

/** The scheduled charge object, keys in the recorded order (docs/fidelity.md SC1). */
export function scheduledChargeView({
  scheduledId,
  livemode,
  terms,
  createdAt,
}: Schedule): ScheduledChargeView {
  const { currency, amount, default_card, card, customer, description, metadata } =
    terms as ScheduledChargeTerms;
  return {
    object: 'scheduled_charge',
    id: scheduledId,
    livemode,
    currency,
    amount,
    default_card,
    card,
    customer,
    linked_account: null,
    description,
    metadata,
    created_at: isoSeconds(createdAt),
  };
}
