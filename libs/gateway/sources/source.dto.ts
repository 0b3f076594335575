import type { SourceRequest } from '#domain/sources/source.rules.js';
import { IpAddress, Optional, Unchecked } from '#platform/http/dto.js';

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

  /** The customer's address. */
  @Optional()
  @IpAddress()
  ip?: string;
}
