import type { Link } from '#domain/links/link.js';
import type { Currency } from '#domain/money.js';
import type { Link as StoredLink } from '#platform/database/generated/client.js';

export function toLink(stored: StoredLink): Link {
  return { ...stored, amount: Number(stored.amount), currency: stored.currency as Currency };
}
