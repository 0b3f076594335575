import type { Moment } from '../timeline/list.view.js';

/** A card of a charge or a customer. */
interface FoundCardView {
  /** @example "Visa" */
  brand: string;
  /** @example "4242" */
  last_digits: string;
}

/** The webhooks of a charge's own events, by state. */
export interface ChargeWebhooksView {
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

/** Fields of some kinds. They are null for other objects. */
export interface KindFieldsView {
  /**
   * Failure code of a charge.
   * @example null
   */
  failure_code: string | null;
  /**
   * Refunded amount of a charge, in the smallest unit of `currency`.
   * @example 0
   */
  refunded_amount: number | null;
  /**
   * True if the charge has a dispute, open or closed.
   * @example false
   */
  disputed: boolean | null;
  /** Null for a charge without a card. */
  card: FoundCardView | null;
  /** When an unpaid charge expires, in sandbox time. */
  expires_at: Moment | null;
  /** The webhooks of a charge. Null for other objects. */
  webhooks: ChargeWebhooksView | null;
  /**
   * The first five saved cards of a customer.
   * @example null
   */
  cards: FoundCardView[] | null;
  /**
   * Number of charges of a customer, counted up to 10,000.
   * @example null
   */
  payments: number | null;
  /**
   * When a transfer is sent, in sandbox time.
   * @example null
   */
  due_at: Moment | null;
  /**
   * The balance after a transaction, in the smallest unit of `currency`.
   * @example null
   */
  balance_after: number | null;
  /**
   * URL of the page where a link or checkout session is paid.
   * @example null
   */
  page_url: string | null;
}

/** Summary of an object in a list. The object's own route returns all fields. */
export interface FoundObjectView extends KindFieldsView {
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
  /**
   * In the smallest unit of `currency`. Null for objects without an amount.
   * @example 100000
   */
  amount: number | null;
  /**
   * @schema { "type": ["string", "null"] }
   * @example "THB"
   */
  currency: string | null;
  /**
   * Method of a charge or source, methods of a checkout session, brand of a card or token, bank of a linked
   * account, origin of a transaction, recipient of a transfer, or kind of a schedule.
   * @example "promptpay"
   */
  type: string | null;
  /**
   * Description of a charge or customer, message of a dispute, direction of a transaction, name of a
   * recipient, failure message of a transfer, title of a link, customer or recipient of a schedule, name and
   * last digits of a card or token, order and description of a checkout session, or payer name of a source.
   * @example "Order 1042"
   */
  about: string | null;
  /**
   * Email address of a customer, a recipient or the payer of a source.
   * @example null
   */
  email: string | null;
  /**
   * ID of the object's charge, also of the charge that used a source or token.
   * @example null
   */
  charge: string | null;
  /**
   * ID of the customer of a charge, source, card, token or linked account.
   * @example null
   */
  customer: string | null;
  /**
   * Metadata of the object; of a refund or dispute without metadata, that of its charge. Secrets are masked.
   * @schema { "type": "object" }
   * @example { "order": "1042" }
   */
  metadata: object;
  /** Creation time, in the sandbox's time. */
  at: Moment;
}

/** A page of objects of one kind, sorted by creation time, oldest first. */
export interface FoundObjectListView {
  object: 'list';
  data: FoundObjectView[];
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
