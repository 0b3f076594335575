import type { Link } from '#domain/links/link.js';
import type { Currency } from '#domain/money.js';
import type { Link as StoredLink } from '#platform/database/generated/client.js';
import type { Row, RowUpdate } from '../changes/rows.js';

export function toLink(stored: StoredLink): Link {
  return { ...stored, amount: Number(stored.amount), currency: stored.currency as Currency };
}

export function toLinkRow(link: Link): Row<'link'> {
  return {
    id: link.id,
    account_id: link.accountId,
    livemode: link.livemode,
    version: link.version,
    amount: link.amount,
    currency: link.currency,
    title: link.title,
    description: link.description,
    multiple: link.multiple,
    created_at: link.createdAt,
    used_at: link.usedAt,
    deleted_at: link.deletedAt,
  };
}

export function linkUpdate({ id, version }: Link, { usedAt, deletedAt }: Pick<Link, 'usedAt' | 'deletedAt'>): RowUpdate {
  return { table: 'link', id, version, set: { used_at: usedAt, deleted_at: deletedAt } };
}
