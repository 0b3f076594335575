import type { RefundRequest } from '#domain/refunds/refund.rules.js';
import { FormBoolean, Unchecked } from '#platform/http/dto.js';

/** Parameters of `POST /charges/{id}/refunds`. What depends on the charge is checked by refund.rules. */
export class CreateRefundDto implements RefundRequest {
  @Unchecked()
  amount?: unknown;

  @FormBoolean()
  void?: boolean;

  @Unchecked()
  metadata?: unknown;
}
