import type { Currency } from '#kernel/money.js';
import { FormBoolean, IpAddress, NonZero, Optional, Unchecked, type Unverified } from '#platform/http/dto.js';
import type { Address, Item } from './rules/source-details.js';
import type { PlatformType, SourceRequest } from './rules/source.rules.js';

/**
 * Parameters of `POST /sources`.
 * @remarks Also of `source` in `POST /charges`. source.rules validates them against the payment method.
 * @example { "type": "promptpay", "amount": 100000, "currency": "THB" }
 */
export class CreateSourceDto implements SourceRequest {
  /**
   * Payment method, as in the capability.
   * @required
   * @example "promptpay"
   */
  @Unchecked()
  type?: Unverified<string>;

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

  /**
   * Device of the customer: `IOS`, `ANDROID` or `WEB`, case-insensitive.
   * @schema { "type": "string" }
   * @example "IOS"
   */
  @Unchecked()
  platform_type?: Unverified<PlatformType>;

  /** Installment term, in months. */
  @Unchecked()
  @NonZero()
  installment_term?: Unverified<number>;

  /** Alias of `installment_term`, which shop plugins send. */
  @Unchecked()
  @NonZero()
  installment_terms?: Unverified<number>;

  /** True if the merchant pays the interest of installments. */
  @FormBoolean()
  zero_interest_installments?: boolean;

  /** Barcode on the customer's phone, as scanned at the till. */
  @Unchecked()
  barcode?: Unverified<string>;

  /** Code of the customer's bank. */
  @Unchecked()
  bank?: Unverified<string>;

  @Unchecked()
  email?: Unverified<string>;

  @Unchecked()
  name?: Unverified<string>;

  @Unchecked()
  phone_number?: Unverified<string>;

  /** Alias of `phone_number`. */
  @Unchecked()
  mobile_number?: Unverified<string>;

  @Unchecked()
  store_id?: Unverified<string>;

  @Unchecked()
  store_name?: Unverified<string>;

  @Unchecked()
  terminal_id?: Unverified<string>;

  @Unchecked()
  billing?: Unverified<Partial<Address>>;

  @Unchecked()
  shipping?: Unverified<Partial<Address>>;

  @Unchecked()
  items?: Unverified<Partial<Item>[]>;

  /** IP address of the customer. */
  @Optional()
  @IpAddress()
  ip?: string;
}
