import type { SourceRequest } from '#domain/sources/source.rules.js';
import { FormBoolean, IpAddress, Optional, Unchecked } from '#platform/http/dto.js';

/** Parameters of `POST /sources`, and of `source` in `POST /charges`. What depends on the method is checked by source.rules. */
export class CreateSourceDto implements SourceRequest {
  @Unchecked()
  type?: unknown;

  @Unchecked()
  amount?: unknown;

  @Unchecked()
  currency?: unknown;

  @Unchecked()
  platform_type?: unknown;

  @Unchecked()
  installment_term?: unknown;

  @FormBoolean()
  zero_interest_installments?: boolean;

  @Unchecked()
  barcode?: unknown;

  @Unchecked()
  bank?: unknown;

  @Unchecked()
  email?: unknown;

  @Unchecked()
  name?: unknown;

  @Unchecked()
  phone_number?: unknown;

  @Unchecked()
  mobile_number?: unknown;

  @Unchecked()
  store_id?: unknown;

  @Unchecked()
  store_name?: unknown;

  @Unchecked()
  terminal_id?: unknown;

  @Unchecked()
  billing?: unknown;

  @Unchecked()
  shipping?: unknown;

  @Unchecked()
  items?: unknown;

  /** The customer's address. */
  @Optional()
  @IpAddress()
  ip?: string;
}
