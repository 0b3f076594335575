import type { Currency } from '#domain/money.js';
import type { Address, Item } from '#domain/sources/source-details.js';
import type { PlatformType, SourceRequest } from '#domain/sources/source.rules.js';
import { FormBoolean, IpAddress, NonZero, Optional, Unchecked, type Unverified } from '#platform/http/dto.js';

/**
 * Parameters of `POST /sources`.
 * @remarks Also of `source` in `POST /charges`. What depends on the method is checked by source.rules.
 * @example { "type": "promptpay", "amount": 100000, "currency": "THB" }
 */
export class CreateSourceDto implements SourceRequest {
  /**
   * The payment method, as the capability names it.
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
   * Three letters.
   * @required
   * @schema { "type": "string", "pattern": "^[A-Za-z]{3}$" }
   * @example "THB"
   */
  @Unchecked()
  currency?: Unverified<Currency>;

  /**
   * What the customer's device is: `IOS`, `ANDROID` or `WEB`, in any letter case.
   * @schema { "type": "string" }
   * @example "IOS"
   */
  @Unchecked()
  platform_type?: Unverified<PlatformType>;

  /** In how many months the customer pays. */
  @Unchecked()
  @NonZero()
  installment_term?: Unverified<number>;

  /** Another name of `installment_term`, which shop plugins send. */
  @Unchecked()
  @NonZero()
  installment_terms?: Unverified<number>;

  /** Whether the merchant pays the interest of installments. */
  @FormBoolean()
  zero_interest_installments?: boolean;

  /** What the till has read from the customer's phone. */
  @Unchecked()
  barcode?: Unverified<string>;

  /** The code of the bank that the customer pays from. */
  @Unchecked()
  bank?: Unverified<string>;

  @Unchecked()
  email?: Unverified<string>;

  @Unchecked()
  name?: Unverified<string>;

  @Unchecked()
  phone_number?: Unverified<string>;

  /** Another name of `phone_number`. */
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

  /** The customer's address. */
  @Optional()
  @IpAddress()
  ip?: string;
}
