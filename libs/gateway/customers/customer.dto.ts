import type { CardUpdate } from '#domain/cards/card-update.rules.js';
import { MAX_DESCRIPTION_LENGTH, MAX_EMAIL_LENGTH } from '#domain/customers/customer.rules.js';
import { metadataProblem, type Metadata } from '#domain/metadata.js';
import { AsSent, Check, Clearable, Optional, Text } from '#platform/http/dto.js';

/** The id of another object. */
function IdOf(object: string): PropertyDecorator {
  return Check((value, name) => (typeof value === 'string' ? undefined : `${name} must be the id of a ${object}`));
}

/** Parameters of `POST /customers`. */
export class CreateCustomerDto {
  @Optional()
  @IdOf('token')
  card?: string;

  @Clearable()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string | null;

  @Clearable()
  @Text(MAX_EMAIL_LENGTH)
  email?: string | null;

  @Clearable()
  @Check(metadataProblem)
  metadata?: Metadata | null;

  @Optional()
  @IdOf('linked account')
  linked_account?: string;
}

/** Parameters of `PATCH /customers/{id}`. What is not sent stays as it is; a text or metadata sent empty is cleared. */
export class UpdateCustomerDto extends CreateCustomerDto {
  @Optional()
  @IdOf('card')
  default_card?: string;
}

/** Parameters of `PATCH /customers/{id}/cards/{card}`. What they must be is in card-update.rules. */
export class UpdateCardDto implements CardUpdate {
  @AsSent()
  name?: unknown;

  @AsSent()
  expiration_month?: unknown;

  @AsSent()
  expiration_year?: unknown;

  @AsSent()
  street1?: unknown;

  @AsSent()
  street2?: unknown;

  @AsSent()
  city?: unknown;

  @AsSent()
  state?: unknown;

  @AsSent()
  postal_code?: unknown;

  @AsSent()
  country?: unknown;

  @AsSent()
  phone_number?: unknown;
}
