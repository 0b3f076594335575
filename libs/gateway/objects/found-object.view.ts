import type { Moment } from '../timeline/list.view.js';

/** The card of a charge. */
interface FoundCardView {
  /** @example "Visa" */
  brand: string;
  /** @example "4242" */
  last_digits: string;
}

/** What only charges have; null for other objects. */
export interface ChargeFieldsView {
  /** @example null */
  failure_code: string | null;
  /**
   * What was given back, in the smallest unit of `currency`.
   * @example 0
   */
  refunded_amount: number | null;
  /**
   * Whether it has a dispute, open or closed.
   * @example false
   */
  disputed: boolean | null;
  /** Null also for a charge that no card pays. */
  card: FoundCardView | null;
  /** When it expires unless it is paid before, in the sandbox's time. */
  expires_at: Moment | null;
}

/** What an object of the emulated API is shown by in a list; its routes there have all of it. */
export interface FoundObjectView extends ChargeFieldsView {
  object: 'found_object';
  /** @example "chrg_test_60aaaaaaaaaaaaaaaa1" */
  id: string;
  /** @example false */
  livemode: boolean;
  /**
   * That of its charge for a source or a token, `unknown` before there is one. Null where it has none.
   * @example "pending"
   */
  status: string | null;
  /**
   * In the smallest unit of `currency`. Null where it is about no money.
   * @example 100000
   */
  amount: number | null;
  /**
   * @schema { "type": ["string", "null"] }
   * @example "THB"
   */
  currency: string | null;
  /**
   * The method of a charge or a source, the methods of a checkout session, the brand of a card or of that of a token, the bank of a linked account, the origin of a transaction, the
   * recipient of a transfer, what a schedule makes.
   * @example "promptpay"
   */
  type: string | null;
  /**
   * The description of a charge or a customer, the message of a dispute, the direction of a transaction, the name of a recipient, why a transfer failed,
   * the title of a link, the customer or recipient of a schedule, the name and the last digits of a card or of that of a token, the order and the description of a checkout session,
   * the name of whoever pays with a source.
   * @example "Order 1042"
   */
  about: string | null;
  /**
   * The e-mail address of a customer or a recipient, or of whoever pays with a source.
   * @example null
   */
  email: string | null;
  /**
   * The charge that it belongs to, or that a source or a token was charged with.
   * @example null
   */
  charge: string | null;
  /**
   * The customer of a charge, of that of a source, of a card or that of a token, or a linked account.
   * @example null
   */
  customer: string | null;
  /**
   * What the merchant wrote into it.
   * @schema { "type": "object" }
   * @example { "order": "1042" }
   */
  metadata: object;
  /** When it was made, in the sandbox's time. */
  at: Moment;
}

/** A page of the objects of a kind, in the order in which they were made, oldest first. */
export interface FoundObjectListView {
  object: 'list';
  data: FoundObjectView[];
  /**
   * Send it as `after` for those that come after these. Null at the end of the list. A page may have fewer objects than `limit` before that, also none: with a
   * filter, 5,000 objects are looked through for a page.
   * @example null
   */
  next: string | null;
  /**
   * Send it as `before` for those that come before these. Null where there are none.
   * @example "1801440000000.chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  previous: string | null;
}
