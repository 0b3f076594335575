import type { Currency } from '#kernel/money.js';
import { FormBoolean, Optional, Text, Unchecked, type Unverified } from '#platform/http/dto.js';

/** The longest texts of a link, in characters (docs/fidelity.md LK2). */
const MAX_TITLE_LENGTH = 255;
const MAX_DESCRIPTION_LENGTH = 1_000;

/**
 * Parameters of `POST /links`.
 * @remarks What they must be is in link.rules.
 * @example { "amount": 100000, "currency": "THB", "title": "Order 1042", "description": "A pair of shoes" }
 */
export class CreateLinkDto {
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

  /** @required */
  @Optional()
  @Text(MAX_TITLE_LENGTH)
  title?: string;

  /** @required */
  @Optional()
  @Text(MAX_DESCRIPTION_LENGTH)
  description?: string;

  /** True if the link can be paid more than once. */
  @FormBoolean()
  multiple?: boolean;
}
