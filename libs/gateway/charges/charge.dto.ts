import { MAX_URI_LENGTH } from '#domain/http-url.js';
import { fail } from '#domain/errors.js';
import { metadataProblem, type Metadata } from '#domain/metadata.js';
import { isFailureCode, FAILURE_CODES, type FailureCode } from '#domain/failures.js';
import { AsSent, Check, FormBoolean, IpAddress, Optional, Text, Unchecked } from '#platform/http/dto.js';

/** The longest description, in characters (docs/fidelity.md C6). */
const MAX_DESCRIPTION_LENGTH = 1_000;

/** Parameters of `POST /charges`: only their shape is checked here. What they must be to charge what they name is in charge.rules. */
export class CreateChargeDto {
  @Unchecked()
  amount?: unknown;

  @Unchecked()
  currency?: unknown;

  /** The id of a source, or the parameters of one to make along with the charge. */
  @Optional()
  @Check((value) => (typeof value === 'string' || isPlainObject(value) ? undefined : 'source must be an id or the parameters of a source'))
  source?: string | Record<string, unknown>;

  /** The id of an unused token, or with `customer` of one of the customer's cards. */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : "card must be the id of a token, or of one of the customer's cards"))
  card?: string;

  /** The id of a customer; without `card`, the customer's default card is charged. */
  @Optional()
  @Check((value) => (typeof value === 'string' ? undefined : 'customer must be the id of a customer'))
  customer?: string;

  @FormBoolean()
  capture?: boolean;

  @Unchecked()
  authorization_type?: unknown;

  @Unchecked()
  authentication?: unknown;

  @Optional()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string;

  @Unchecked()
  metadata?: unknown;

  @Optional()
  @Text(MAX_URI_LENGTH)
  return_uri?: string;

  @Optional()
  @IpAddress()
  ip?: string;

  @Optional()
  @Text(40)
  expires_at?: string;

  @Optional()
  @Check((value) =>
    Array.isArray(value) && value.every((uri) => typeof uri === 'string') ? undefined : 'webhook endpoints must be a list of addresses',
  )
  webhook_endpoints?: string[];
}

/** Parameters of `PATCH /charges/{id}`. What is not sent stays as it is; what is sent empty is cleared. */
export class UpdateChargeDto {
  @AsSent()
  description?: unknown;

  @AsSent()
  metadata?: unknown;
}

/** Parameters of `POST /charges/{id}/mark_as_failed`. */
export class MarkAsFailedDto {
  @Optional()
  @Check((value) => (isFailureCode(value) ? undefined : `failure_code must be one of ${FAILURE_CODES.join(', ')}`))
  failure_code?: FailureCode;
}

/** Parameters of `POST /charges/{id}/capture`. */
export class CaptureDto {
  @Unchecked()
  capture_amount?: unknown;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Metadata that can be stored; empty text and null are none. Throws `bad_request`. */
export function demandMetadata(value: unknown): Metadata {
  const metadata = value === '' || value === null ? {} : value;
  const problem = metadataProblem(metadata);
  return problem === undefined ? (metadata as Metadata) : fail('bad_request', problem);
}

/** A description that can be stored; empty text and null are none. Throws `invalid_charge`. */
export function demandDescription(value: unknown): string | null {
  if (value === '' || value === null) return null;
  if (typeof value !== 'string') return fail('invalid_charge', 'description must be a text');
  const isTooLong = value.length > MAX_DESCRIPTION_LENGTH;
  return isTooLong ? fail('invalid_charge', `description is too long (maximum is ${MAX_DESCRIPTION_LENGTH} characters)`) : value;
}
