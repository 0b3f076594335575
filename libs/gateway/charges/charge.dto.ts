import type { Authentication, AuthorizationType } from '#domain/charges/charge.js';
import { MAX_URI_LENGTH } from '#domain/http-url.js';
import type { Metadata } from '#domain/metadata.js';
import type { Currency } from '#domain/money.js';
import { isFailureCode, FAILURE_CODES, type FailureCode } from '#domain/failures.js';
import { Check, Clearable, FormBoolean, IpAddress, NonZero, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';
import type { CreateSourceDto } from '../sources/source.dto.js';

/** The longest description, in characters (docs/fidelity.md C6). */
const MAX_DESCRIPTION_LENGTH = 1_000;
const MAX_DATE_TIME_LENGTH = 40;

/** A source to make along with a charge: amount and currency are the charge's. */
export type ChargedSource = Omit<CreateSourceDto, 'amount' | 'currency'>;

/** A source that is there; whatever else is told of it is ignored. */
export interface SourceReference {
  readonly id: string;
}

/**
 * Parameters of `POST /charges`.
 * @remarks Only their shape is checked here. What they must be to charge what they name is in charge.rules.
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
   * Three letters.
   * @required
   * @schema { "type": "string", "pattern": "^[A-Za-z]{3}$" }
   * @example "THB"
   */
  @Unchecked()
  currency?: Unverified<Currency>;

  /** The id of a source, an object that has it, or the parameters of one to make along with the charge. */
  @Optional()
  @Check((value) => (isSource(value) ? undefined : 'source must be an id or the parameters of a source'))
  source?: string | SourceReference | ChargedSource;

  /** The payment method of a source to make along with the charge, in the versions before 2017-11-02. Later ones have `source`. */
  @Unchecked()
  offsite?: Unverified<string>;

  /** The id of an unused token, or with `customer` of one of the customer's cards. Together with `source` it pays white-label installments. */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : "card must be the id of a token, or of one of the customer's cards"))
  card?: string;

  /** The id of a customer; without `card` and `linked_account`, the customer's default card is charged. */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'customer must be the id of a customer'))
  customer?: string;

  /** The id of a linked account that a customer has; with `customer`, that one must have it. */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'linked_account must be the id of a linked account'))
  linked_account?: string;

  /** Whether payment takes the money at once, or only after a capture; what cannot be captured later is taken at once. */
  @FormBoolean()
  capture?: boolean;

  /** `pre_auth` lets a capture take less than was authorized. */
  @Unchecked()
  authorization_type?: Unverified<AuthorizationType>;

  /** How the cardholder is to prove who they are. */
  @Unchecked()
  authentication?: Unverified<Authentication>;

  @Optional()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string;

  @Unchecked()
  metadata?: Unverified<Metadata>;

  /** Where the customer goes from the page. */
  @Optional()
  @Text(MAX_URI_LENGTH)
  return_uri?: string;

  /** The customer's address. */
  @Optional()
  @IpAddress()
  ip?: string;

  /** Whether the merchant pays the interest of installments, when the source is made along with the charge and does not say it. */
  @FormBoolean()
  zero_interest_installments?: boolean;

  /** When the charge is given up unless it is paid: an ISO 8601 datetime. */
  @Optional()
  @Text(MAX_DATE_TIME_LENGTH)
  expires_at?: string;

  /** Where the events about this charge go besides the account's endpoint. */
  @Optional()
  @Check((value) =>
    Array.isArray(value) && value.every((uri) => typeof uri === 'string') ? undefined : 'webhook endpoints must be a list of addresses',
  )
  webhook_endpoints?: string[];
}

/**
 * Parameters of `PATCH /charges/{id}`. What is not sent stays as it is; an empty text clears.
 * @example { "description": "Order 1042", "metadata": { "order": "1042" } }
 */
export class UpdateChargeDto {
  @Clearable()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string | null;

  /** Replaces what is there. */
  @Clearable()
  metadata?: Unverified<Metadata | null>;
}

/**
 * Parameters of `POST /charges/{id}/mark_as_failed`.
 * @example { "failure_code": "insufficient_fund" }
 */
export class MarkAsFailedDto {
  @Optional()
  @Check((value) => (isFailureCode(value) ? undefined : `failure_code must be one of ${FAILURE_CODES.join(', ')}`))
  failure_code?: FailureCode;
}

/**
 * Parameters of `POST /charges/{id}/capture`.
 * @example { "capture_amount": 50000 }
 */
export class CaptureDto {
  /** In the smallest unit of the charge's currency; all of it unless given, and for 0. */
  @Unchecked()
  @NonZero()
  capture_amount?: Unverified<number>;
}

function isSource(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeof value === 'string';
  return !('id' in value) || value.id === null || typeof value.id === 'string';
}
