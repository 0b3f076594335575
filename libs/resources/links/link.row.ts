import type { Currency } from '#kernel/money.js';
import type { Link as StoredLink } from '#platform/database/generated/client.js';
import type { Link } from './rules/link.js';

export function toLink(stored: StoredLink): Link {
  return { ...stored, amount: Number(stored.amount), currency: stored.currency as Currency };
}
