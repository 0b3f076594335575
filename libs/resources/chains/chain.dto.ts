import { Optional, Text } from '#platform/http/dto.js';

/** The longest e-mail address, in characters (docs/fidelity.md A10). */
const MAX_EMAIL_LENGTH = 255;

/**
 * Parameters of `POST /chains`.
 * @example { "email": "merchant@shop.example" }
 */
export class CreateChainDto {
  /**
   * Email address of the sub-merchant.
   * @required
   */
  @Optional()
  @Text(MAX_EMAIL_LENGTH)
  email?: string;
}
