import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import { Check, FormBoolean, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';
import type { PayDto } from '../payment-pages/payment-page.dto.js';

/** The longest texts of a session, in characters (docs/fidelity.md CS2). */
const MAX_ORDER_ID_LENGTH = 255;
const MAX_DESCRIPTION_LENGTH = 1_000;

/** Where the shop has its customer back. */
export interface RedirectUrls {
  /**
   * Where the customer goes once the payment has succeeded or failed: with `chargeId` in the query.
   * @example "https://shop.example/complete?order=1042"
   */
  complete_url: string;
  /**
   * Where the customer goes who cancels.
   * @example "https://shop.example/cancel?order=1042"
   */
  cancel_url: string;
}

/** The colours of a shop. */
export interface SessionStyle {
  /**
   * Of the buttons that pay.
   * @example "#173799"
   */
  theme_color: string | null;
  /**
   * Of what is written on them.
   * @example "#FFFFFF"
   */
  text_color: string | null;
}

/**
 * Parameters of `POST /api/sessions`. Others, which plugins send as well, are ignored.
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
   * Three letters.
   * @required
   * @schema { "type": "string", "pattern": "^[A-Za-z]{3}$" }
   * @example "THB"
   */
  @Unchecked()
  currency?: Unverified<Currency>;

  /** What the shop calls its order. */
  @Optional()
  @Text(MAX_ORDER_ID_LENGTH)
  order_id?: string;

  @Optional()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string;

  /**
   * What the page offers: `card`, and payment methods of the account's capability.
   * @required
   * @example ["card", "promptpay"]
   */
  @Unchecked()
  payment_methods?: Unverified<string[]>;

  /** @required */
  @Unchecked()
  redirect_urls?: Unverified<RedirectUrls>;

  /** What the charge will have. */
  @Unchecked()
  metadata?: Unverified<Metadata>;

  @Unchecked()
  style?: Unverified<Partial<SessionStyle>>;

  /**
   * The language of the page; where it has no such texts, that of the customer's browser.
   * @example "th"
   */
  @Unchecked()
  locale?: Unverified<string>;

  /** Whether payment takes the money at once, which it does unless this is false, or only after a capture; what cannot be captured later is taken at once. */
  @FormBoolean()
  auto_capture?: boolean;

  /** Where the events about the charge go besides the account's endpoint. */
  @Optional()
  @Check((value) =>
    Array.isArray(value) && value.every((uri) => typeof uri === 'string') ? undefined : 'webhook endpoints must be a list of addresses',
  )
  webhook_endpoints?: string[];
}

/** What a customer sends from the page of a session. */
export interface CheckoutDto extends Partial<PayDto> {
  /** `cancel` to pay nothing; then nothing else is looked at. */
  action?: 'cancel';
}
