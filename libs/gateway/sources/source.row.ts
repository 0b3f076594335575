import type { Currency } from '#domain/money.js';
import type { PlatformType } from '#domain/sources/source.rules.js';
import { NO_DETAILS, type SourceDetails } from '#domain/sources/source-details.js';
import type { Source } from '#domain/sources/source.js';
import type { Source as StoredSource } from '#platform/database/generated/client.js';
import type { Row } from '../events/changes.js';

export function toSource(stored: StoredSource): Source {
  return {
    ...stored,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
    platformType: stored.platformType as PlatformType | null,
    details: { ...NO_DETAILS, ...(stored.details as Partial<SourceDetails>) },
  };
}

export function toSourceRow(source: Source): Row {
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
    details: source.details,
    ip: source.ip,
    created_at: source.createdAt,
  };
}
