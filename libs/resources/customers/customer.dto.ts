import { metadataProblem, type Metadata } from '#kernel/metadata.js';
import { Check, Clearable, NonZero, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';
import type { CardUpdate } from '../cards/rules/card-update.rules.js';
import { MAX_DESCRIPTION_LENGTH, MAX_EMAIL_LENGTH } from './rules/customer.rules.js';

/** The id of another object. */
function IdOf(object: string): PropertyDecorator {
  return Check((value, name) =>
    typeof value === 'string' ? undefined : `${name} must be the id of a ${object}`,
  );
}

/**
 * Parameters of `POST /customers`.
 * @example { "email": "somchai@shop.example", "description": "Somchai, table 4", "card": "tokn_test_60aaaaaaaaaaaaaaaa4" }
 */
export class CreateCustomerDto {
  /** ID of an unused token. Its card is saved. */
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

/**
 * Parameters of `PATCH /customers/{id}`. Omitted parameters stay unchanged. An empty string clears a value.
 * @example { "default_card": "card_test_60aaaaaaaaaaaaaaaa3" }
 */
export class UpdateCustomerDto extends CreateCustomerDto {
  /** ID of one of the customer's cards. */
  @Optional()
  @IdOf('card')
  default_card?: string;
}

/**
 * Parameters of `PATCH /customers/{id}/cards/{card}`. Omitted parameters stay unchanged.
 * @remarks What they must be is in card-update.rules.
 * @example { "expiration_month": 12, "expiration_year": 2041 }
 */
export class UpdateCardDto implements CardUpdate {
  @Unchecked()
  name?: Unverified<string>;

  @Unchecked()
  @NonZero()
  expiration_month?: Unverified<number>;

  @Unchecked()
  @NonZero()
  expiration_year?: Unverified<number>;

  @Clearable()
  street1?: Unverified<string>;

  @Clearable()
  street2?: Unverified<string>;

  @Clearable()
  city?: Unverified<string>;

  @Clearable()
  state?: Unverified<string>;

  @Clearable()
  postal_code?: Unverified<string>;

  @Clearable()
  country?: Unverified<string>;

  @Clearable()
  phone_number?: Unverified<string>;
}
