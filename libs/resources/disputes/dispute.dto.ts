import type { Metadata } from '#kernel/metadata.js';
import { Check, Clearable, Optional, Text, type Unverified } from '#platform/http/dto.js';
import { VERDICTS, type Verdict } from './rules/dispute.js';

/** The longest message, in characters (docs/fidelity.md D7). */
const MAX_MESSAGE_LENGTH = 5_000;

/**
 * Parameters of `PATCH /disputes/{id}`. Omitted parameters stay unchanged. An empty string clears the
 * metadata.
 * @example { "message": "The goods were delivered on 2 February." }
 */
export class UpdateDisputeDto {
  /** The merchant's statement. It changes the status of the dispute to `pending`. */
  @Optional()
  @Text(MAX_MESSAGE_LENGTH)
  message?: string;

  @Clearable()
  metadata?: Unverified<Metadata | null>;
}

/**
 * Parameters of `PATCH /disputes/{id}/close`.
 * @example { "status": "won" }
 */
export class CloseDisputeDto {
  @Optional()
  @Check((value) =>
    VERDICTS.some((verdict) => verdict === value) ? undefined : `status must be ${VERDICTS.join(' or ')}`,
  )
  status?: Verdict;
}
