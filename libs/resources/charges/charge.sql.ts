import { statusesIn } from '#engine/resources/resource.js';
import { CHARGE_STATUSES } from './rules/charge.js';

/** Expressions about a charge, for lists, filters and searches. */
export const CHARGE_SQL = {
  /** The method of its source or bank account, or `card`. Needs both joined. */
  method: `coalesce(source.type, linked_account.type, 'card')`,
  isRefunded: 'charge.refunded_amount > 0',
  isDisputed: 'charge.dispute_id IS NOT NULL',
} as const;

/**
 * The condition for each status in lists: a charge that waits for its capture is `authorized`, which the
 * emulated API shows as `pending`. The index on the status serves them.
 */
export const LISTED_STATUSES = {
  ...statusesIn('charge.status', CHARGE_STATUSES),
  pending: `charge.status = 'pending' AND charge.authorized_at IS NULL`,
  authorized: `charge.status = 'pending' AND charge.authorized_at IS NOT NULL`,
};

/** The statuses of what one charge can use, as the emulated API shows them: `unknown` without a charge. */
export const STATUSES_OF_USE = {
  unknown: 'charge.id IS NULL',
  ...statusesIn('charge.status', CHARGE_STATUSES),
};

/**
 * The metadata of the row with those of its charge. Of two values with the same name the row's comes last, which
 * counts; `jsonb` would reject some texts.
 */
export function metadataWithCharges(table: 'refund' | 'dispute'): string {
  return `CASE WHEN ${table}.metadata::text = '{}' THEN charge.metadata WHEN charge.metadata::text = '{}' THEN ${table}.metadata
    ELSE (left(charge.metadata::text, -1) || ',' || substr(${table}.metadata::text, 2))::json END`;
}
