import { MAX_URI_LENGTH } from '#kernel/http-url.js';
import { MAX_DESCRIPTION_LENGTH, type Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import { isFailureCode, FAILURE_CODES, type FailureCode } from '#kernel/failures.js';
import {
  Check,
  Clearable,
  FormBoolean,
  IpAddress,
  NonZero,
  Optional,
  Text,
  Unchecked,
  type Unverified,
} from '#platform/http/dto.js';
import type { CreateSourceDto } from '../sources/source.dto.js';
import type { Authentication, AuthorizationType } from './rules/charge.js';

const MAX_DATE_TIME_LENGTH = 40;

/** A source to create with the charge. It uses the amount and currency of the charge. */
export type ChargedSource = Omit<CreateSourceDto, 'amount' | 'currency'>;

/** An existing source. Only the ID is read. */
export interface SourceReference {
  readonly id: string;
}

/**
 * Parameters of `POST /charges`.
 * @remarks Only their shape is validated here. charge.rules validates them against the payment method.
 * @example { "amount": 100000, "currency": "THB", "source": { "type": "promptpay" } }
 */
export class CreateChargeDto {
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

  /** A source ID, an object with a source ID, or the parameters of a new source. */
  @Optional()
  @Check((value) => (isSource(value) ? undefined : 'source must be an id or the parameters of a source'))
  source?: string | SourceReference | ChargedSource;

  /** Payment method of a new source, in API versions before 2017-11-02. Later versions use `source`. */
  @Unchecked()
  offsite?: Unverified<string>;

  /**
   * ID of an unused token. With `customer`: ID of one of the customer's cards. With `source`: pays
   * white-label installments.
   */
  @Optional()
  @Check((value) =>
    typeof value === 'string'
      ? undefined
      : "card must be the id of a token, or of one of the customer's cards",
  )
  card?: string;

  /** Customer ID. Without `card` and `linked_account`, the customer's default card is charged. */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'customer must be the id of a customer'))
  customer?: string;

  /** ID of a customer's linked account. With `customer`, the account must belong to that customer. */
  @Optional()
  @Check((value) =>
    typeof value === 'string' ? undefined : 'linked_account must be the id of a linked account',
  )
  linked_account?: string;

  /**
   * `false` authorizes the payment without capturing it. Payment methods without later capture ignore
   * `false`.
   */
  @FormBoolean()
  capture?: boolean;

  /** `pre_auth` allows a partial capture. */
  @Unchecked()
  authorization_type?: Unverified<AuthorizationType>;

  /** Authentication method of the cardholder. */
  @Unchecked()
  authentication?: Unverified<Authentication>;

  /**
   * `MIT` for a charge that the merchant initiates, such as a renewal: the account's 3-D Secure does not apply
   * to a saved card.
   * @example "CIT"
   */
  @Unchecked()
  transaction_indicator?: Unverified<'CIT' | 'MIT'>;

  @Optional()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string;

  @Unchecked()
  metadata?: Unverified<Metadata>;

  /** URL that the customer returns to after the payment page. */
  @Optional()
  @Text(MAX_URI_LENGTH)
  return_uri?: string;

  /** IP address of the customer. */
  @Optional()
  @IpAddress()
  ip?: string;

  /** True if the merchant pays the interest of installments. Used if the new source does not set it. */
  @FormBoolean()
  zero_interest_installments?: boolean;

  /** ISO 8601 datetime at which an unpaid charge expires. */
  @Optional()
  @Text(MAX_DATE_TIME_LENGTH)
  expires_at?: string;

  /** URLs that receive the events of this charge, in addition to the account's webhook URL. */
  @Optional()
  @Check((value) =>
    Array.isArray(value) && value.every((uri) => typeof uri === 'string')
      ? undefined
      : 'webhook endpoints must be a list of URLs',
  )
  webhook_endpoints?: string[];
}

/**
 * Parameters of `PATCH /charges/{id}`. Omitted parameters stay unchanged. An empty string clears a value.
 * @example { "description": "Order 1042", "metadata": { "order": "1042" } }
 */
export class UpdateChargeDto {
  @Clearable()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string | null;

  /** Replaces the existing metadata. */
  @Clearable()
  metadata?: Unverified<Metadata | null>;
}

/**
 * Parameters of `POST /charges/{id}/mark_as_failed`.
 * @example { "failure_code": "insufficient_fund" }
 */
export class MarkAsFailedDto {
  @Optional()
  @Check((value) =>
    isFailureCode(value) ? undefined : `failure_code must be one of ${FAILURE_CODES.join(', ')}`,
  )
  failure_code?: FailureCode;
}

/**
 * Parameters of `POST /charges/{id}/capture`.
 * @example { "capture_amount": 50000 }
 */
export class CaptureDto {
  /** In the smallest unit of the charge's currency. Omitted or 0 captures the full amount. */
  @Unchecked()
  @NonZero()
  capture_amount?: Unverified<number>;
}

function isSource(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeof value === 'string';
  return !('id' in value) || value.id === null || typeof value.id === 'string';
}
