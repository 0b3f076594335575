import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Link } from './rules/link.js';

export function toLink(stored: JsonRow<'Link'>): Link {
  return { ...stored, currency: stored.currency as Currency };
}
