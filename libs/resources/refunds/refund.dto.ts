import type { Metadata } from '#kernel/metadata.js';
import { FormBoolean, Unchecked, type Unverified } from '#platform/http/dto.js';
import type { RefundRequest } from './rules/refund.rules.js';

/**
 * Parameters of `POST /charges/{id}/refunds`.
 * @remarks What depends on the charge is checked by refund.rules.
 * @example { "amount": 40000 }
 */
export class CreateRefundDto implements RefundRequest {
  /**
   * In the smallest unit of the charge's currency.
   * @required
   */
  @Unchecked()
  amount?: Unverified<number>;

  /** `true` requires a void, `false` forbids one. Default: a void if possible. */
  @FormBoolean()
  void?: boolean;

  @Unchecked()
  metadata?: Unverified<Metadata>;
}
