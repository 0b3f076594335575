import type { ListOrder } from '#kernel/list.js';
import type { ChargeView } from '../charges/charge.view.js';
import type { CustomerView } from '../customers/customer.view.js';
import type { DisputeView } from '../disputes/dispute.view.js';
import type { LinkView } from '../links/link.view.js';
import type { RecipientView } from '../recipients/recipient.view.js';
import type { RefundView } from '../refunds/refund.view.js';
import type { ScheduleView } from '../schedules/schedule.view.js';
import type { TransactionView } from '../transactions/transaction.view.js';
import type { TransferView } from '../transfers/transfer.view.js';

/** The found objects, as their own routes return them. */
export type FoundView =
  | ChargeView
  | CustomerView
  | DisputeView
  | LinkView
  | RecipientView
  | RefundView
  | ScheduleView
  | TransactionView
  | TransferView;

/** A page of search results. */
export interface SearchView {
  object: 'search';
  export: null;
  data: FoundView[];
  /** @example 1 */
  page: number;
  /** @example 30 */
  per_page: number;
  /**
   * The total number of results, over all pages.
   * @example 1
   */
  total: number;
  /** @example 1 */
  total_pages: number;
  /**
   * Filters, as sent.
   * @schema { "type": "object", "additionalProperties": { "type": "string" } }
   * @example { "captured": "true" }
   */
  filters: Readonly<Record<string, string>>;
  location: '/search';
  order: ListOrder;
  /** @example "shoes" */
  query: string;
  /** @example "charge" */
  scope: string;
  aggregate_level: null;
}
