import type { Currency } from '#domain/money.js';
import type { PlatformType } from '#domain/sources/source.rules.js';
import type { Source } from '#domain/sources/source.js';
import type { Source as StoredSource } from '#platform/database/generated/client.js';
import type { Row } from '../events/changes.js';

export function toSource(stored: StoredSource): Source {
  return {
    ...stored,
    amount: Number(stored.amount),
    currency: stored.currency as Currency,
    platformType: stored.platformType as PlatformType | null,
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
    ip: source.ip,
    created_at: source.createdAt,
  };
}
