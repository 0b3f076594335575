import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { toRow, type Row } from '#engine/writes/rows.js';
import type { PlatformType } from './rules/source.rules.js';
import { NO_DETAILS, type SourceDetails } from './rules/source-details.js';
import type { Source } from './rules/source.js';

export function toSource(stored: JsonRow<'Source'>): Source {
  return {
    ...stored,
    currency: stored.currency as Currency,
    platformType: stored.platformType as PlatformType | null,
    details: { ...NO_DETAILS, ...(stored.details as Partial<SourceDetails>) },
  };
}

/** Omits unset details, which most sources have. */
function givenDetails(details: SourceDetails): Partial<SourceDetails> {
  return Object.fromEntries(
    Object.entries(details).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

export function toSourceRow(source: Source): Row<'source'> {
  return toRow('source', { ...source, details: givenDetails(source.details) });
}
