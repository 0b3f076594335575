import { Unchecked } from '#platform/http/dto.js';

/** Parameters of `POST /tokens`. What the card must be is in card.rules. */
export class CreateTokenDto {
  @Unchecked()
  card?: unknown;
}
