import type { Currency } from '#domain/money.js';
import type { PlatformType } from '#domain/sources/source.rules.js';
import { NO_DETAILS, type SourceDetails } from '#domain/sources/source-details.js';
import type { Source } from '#domain/sources/source.js';
import type { Source as StoredSource } from '#platform/database/generated/client.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Row } from '../changes/rows.js';

export function toSource(stored: StoredSource | JsonRow<'Source'>): Source {
  return {
    ...stored,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
    platformType: stored.platformType as PlatformType | null,
    details: { ...NO_DETAILS, ...(stored.details as Partial<SourceDetails>) },
  };
}

export function toSourceRow(source: Source): Row<'source'> {
  return {
    id: source.id,
    account_id: source.accountId,
    livemode: source.livemode,
    type: source.type,
    amount: source.amount,
    currency: source.currency,
    platform_type: source.platformType,
    installment_term: source.installmentTerm,
    zero_interest_installments: source.zeroInterestInstallments,
    details: givenDetails(source.details),
    ip: source.ip,
    created_at: source.createdAt,
  };
}

/** Most sources tell nothing: what is not given is not stored. */
function givenDetails(details: SourceDetails): Partial<SourceDetails> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)));
}
