import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import { Check, FormBoolean, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';

/** The longest texts of a session, in characters (docs/fidelity.md CS2). */
const MAX_ORDER_ID_LENGTH = 255;
const MAX_DESCRIPTION_LENGTH = 1_000;

/** URLs of the shop that the customer returns to. */
export interface RedirectUrls {
  /**
   * URL after the payment succeeded or failed. `chargeId` is added to its query.
   * @example "https://shop.example/complete?order=1042"
   */
  complete_url: string;
  /**
   * URL after the customer cancelled.
   * @example "https://shop.example/cancel?order=1042"
   */
  cancel_url: string;
}

/** Colors of the checkout page. */
export interface SessionStyle {
  /**
   * Color of the payment buttons.
   * @example "#173799"
   */
  theme_color: string | null;
  /**
   * Text color of the payment buttons.
   * @example "#FFFFFF"
   */
  text_color: string | null;
}

/**
 * Parameters of `POST /api/sessions`. Other parameters, which plugins send, are ignored.
 * @remarks What they must be is in checkout-session.rules.
 * @example { "amount": 100000, "currency": "THB", "payment_methods": ["promptpay"], "redirect_urls": { "complete_url": "https://shop.example/complete", "cancel_url": "https://shop.example/cancel" } }
 */
export class CreateSessionDto {
  /**
   * In the smallest unit of `currency`.
   * @required
   */
  @Unchecked()
  amount?: Unverified<number>;

  /**
   * Three-letter currency code (ISO 4217).
   * @required
   * @schema { "type": "string", "pattern": "^[A-Za-z]{3}$" }
   * @example "THB"
   */
  @Unchecked()
  currency?: Unverified<Currency>;

  /** Order number of the shop. */
  @Optional()
  @Text(MAX_ORDER_ID_LENGTH)
  order_id?: string;

  @Optional()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string;

  /**
   * Payment methods on the page: `card`, and source types of the account's capability or groups of them, such
   * as `mobile_banking`.
   * @required
   * @example ["card", "promptpay"]
   */
  @Unchecked()
  payment_methods?: Unverified<string[]>;

  /** @required */
  @Unchecked()
  redirect_urls?: Unverified<RedirectUrls>;

  /** Metadata of the charge. */
  @Unchecked()
  metadata?: Unverified<Metadata>;

  @Unchecked()
  style?: Unverified<Partial<SessionStyle>>;

  /**
   * Language of the page. An unsupported language falls back to that of the customer's browser.
   * @example "th"
   */
  @Unchecked()
  locale?: Unverified<string>;

  /**
   * `false` authorizes the payment without capturing it. Payment methods without later capture ignore
   * `false`. Default: `true`.
   */
  @FormBoolean()
  auto_capture?: boolean;

  /** URLs that receive the events of the charge, in addition to the account's webhook URL. */
  @Optional()
  @Check((value) =>
    Array.isArray(value) && value.every((uri) => typeof uri === 'string')
      ? undefined
      : 'webhook endpoints must be a list of URLs',
  )
  webhook_endpoints?: string[];
}
