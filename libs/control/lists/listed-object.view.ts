import type { Moment } from '../timeline/list.view.js';
import type { EarlierFieldsView } from './earlier-fields.js';

/** A card of a charge or a customer. */
interface ListedCardView {
  /** @example "Visa" */
  brand: string;
  /** @example "4242" */
  last_digits: string;
}

/** The latest run of a schedule. */
interface LastRunView {
  at: Moment;
  /** @example "successful" */
  status: string;
  /**
   * ID of the charge or transfer that it made.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa7"
   */
  result: string | null;
}

/** The webhooks of a charge's own events, by state. */
interface ChargeWebhooksView {
  /** @example 2 */
  delivered: number;
  /**
   * Webhooks whose first attempt is due or in progress.
   * @example 0
   */
  pending: number;
  /**
   * Webhooks that failed at least once and are tried again.
   * @example 0
   */
  retrying: number;
  /** @example 0 */
  held: number;
  /** @example 0 */
  exhausted: number;
}

/**
 * Columns of some kinds. Objects of others lack them.
 * @columns
 */
interface KindColumnsView {
  /**
   * In the smallest unit of `currency`. Null for an object without an amount.
   * @example 100000
   */
  amount?: number | null;
  /**
   * @schema { "type": ["string", "null"] }
   * @example "THB"
   */
  currency?: string | null;
  /**
   * Payment method of a charge or source.
   * @example "promptpay"
   */
  method?: string;
  /**
   * Payment methods of a checkout session.
   * @example ["card", "promptpay"]
   */
  methods?: string[];
  /**
   * Of a charge, customer or checkout session, or of what a schedule makes.
   * @example "Order 1042"
   */
  description?: string | null;
  /**
   * Title of a link.
   * @example "Order 1042"
   */
  title?: string;
  /**
   * Order of a checkout session.
   * @example "1042"
   */
  order?: string | null;
  /**
   * Name of a recipient, or on a card or token.
   * @example "Somchai Prasert"
   */
  name?: string;
  /**
   * Name of the payer of a source.
   * @example "Somchai Prasert"
   */
  payer_name?: string | null;
  /**
   * Email address of a customer, a recipient, a chain or the payer of a source.
   * @example null
   */
  email?: string | null;
  /**
   * ID of the object's charge, also of the charge that used a source or token.
   * @example null
   */
  charge?: string | null;
  /**
   * ID of the customer of a charge, source, card, token or linked account.
   * @example null
   */
  customer?: string | null;
  /**
   * ID of the recipient of a transfer.
   * @example "recp_test_60aaaaaaaaaaaaaaab5"
   */
  recipient?: string;
  /** Of a recipient. */
  recipient_type?: 'individual' | 'corporation';
  /**
   * ID of the object that moved the money of a transaction.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa7"
   */
  origin?: string;
  /** Of a transaction. */
  direction?: 'credit' | 'debit';
  /** Kind of the scheduled objects. */
  scheduled?: 'charge' | 'transfer';
  /**
   * ID of the customer or recipient of a schedule.
   * @example "cust_test_60aaaaaaaaaaaaaaaa5"
   */
  party?: string;
  /**
   * Email, name or ID of the customer or recipient of a schedule.
   * @example "ann@shop.example"
   */
  party_name?: string;
  /**
   * Number of periods between the runs of a schedule.
   * @example 1
   */
  every?: number;
  /** Of a schedule. */
  period?: 'day' | 'week' | 'month';
  /**
   * Days of the period on which a schedule runs, as `on` of the emulated API.
   * @schema { "type": "object" }
   * @example { "days_of_month": [1] }
   */
  days?: object;
  /**
   * When a schedule runs next, in sandbox time. Null once it has ended.
   * @example null
   */
  next_at?: Moment | null;
  /** Null until the first run. */
  last_run?: LastRunView | null;
  /**
   * Reason of a dispute.
   * @example "goods_or_services_not_provided"
   */
  reason_code?: string;
  /**
   * Message of a dispute.
   * @example null
   */
  message?: string | null;
  /**
   * Failure code of a charge or transfer.
   * @example null
   */
  failure_code?: string | null;
  /**
   * Refunded amount of a charge, in the smallest unit of `currency`.
   * @example 0
   */
  refunded_amount?: number;
  /**
   * True if the charge has a dispute, open or closed.
   * @example false
   */
  disputed?: boolean;
  /** The card of a charge. Null for a charge without one. */
  card?: ListedCardView | null;
  /**
   * Brand of a card or token.
   * @example "Visa"
   */
  brand?: string;
  /**
   * Last digits of a card, a token or a linked account.
   * @example "4242"
   */
  last_digits?: string | null;
  /**
   * Bank of a linked account.
   * @example "direct_debit_scb"
   */
  bank?: string;
  /** When an unpaid charge expires, in sandbox time. */
  expires_at?: Moment;
  /** The webhooks of a charge. */
  webhooks?: ChargeWebhooksView;
  /** The first five saved cards of a customer. */
  cards?: ListedCardView[];
  /**
   * Number of charges of a customer, counted up to 10,000.
   * @example 3
   */
  payments?: number;
  /**
   * When a transfer is sent, in sandbox time.
   * @example null
   */
  due_at?: Moment | null;
  /**
   * The balance after a transaction, in the smallest unit of `currency`.
   * @example 96094
   */
  balance_after?: number | null;
  /**
   * URL of the page where a link or checkout session is paid.
   * @example "http://127.0.0.1:7402/links/60aaaaaaaaaaaaaaab1"
   */
  page_url?: string;
  /**
   * Metadata of the object; of a refund or dispute with those of its charge, such as the order. Secrets are
   * masked.
   * @schema { "type": "object" }
   * @example { "order": "1042" }
   */
  metadata?: object;
}

/**
 * Summary of an object in a list: what all objects have, and the columns of its kind. The object's own route
 * returns all fields.
 */
export interface ListedObjectView extends KindColumnsView, EarlierFieldsView {
  object: 'found_object';
  /** @example "chrg_test_60aaaaaaaaaaaaaaaa1" */
  id: string;
  /** @example false */
  livemode: boolean;
  /**
   * Status. A charge that waits for its capture is `authorized`; the emulated API returns `pending` for it.
   * Of a source or token: status of its charge, `unknown` without one. Null for objects without a status.
   * @example "pending"
   */
  status: string | null;
  /** Creation time, in the sandbox's time. */
  at: Moment;
}

/** A page of objects of one kind, sorted by creation time, oldest first. */
export interface ListedObjectListView {
  object: 'list';
  data: ListedObjectView[];
  /**
   * Cursor for `after`: the next page. Null at the end of the list. A filtered page searches at most 5,000
   * objects, so a page before the end may have fewer than `limit`.
   * @example null
   */
  next: string | null;
  /**
   * Cursor for `before`: the previous page. Null at the start of the list.
   * @example "1801440000000.chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  previous: string | null;
}
