import { Prisma } from '#platform/database/generated/client.js';
import { LISTED_STATUSES } from '../charges/charge.sql.js';

const { failed, reversed, expired, successful, authorized, pending } = LISTED_STATUSES;
const HAS_NO_CHARGE = 'charge.id IS NULL AND checkout_session.cancelled_at';
const isOpen = Prisma.raw(`${HAS_NO_CHARGE} IS NULL`);

/** The condition for each status, as `sessionStatusOf` in rules/checkout-session.ts. Its charge is joined. */
export const SESSION_STATUSES = {
  pending: (now: Date) =>
    Prisma.sql`(${Prisma.raw(pending)}) OR (${isOpen} AND checkout_session.expires_at > ${now})`,
  successful: `(${successful}) OR (${authorized})`,
  failed,
  reversed,
  cancelled: `${HAS_NO_CHARGE} IS NOT NULL`,
  expired: (now: Date) =>
    Prisma.sql`(${Prisma.raw(expired)}) OR (${isOpen} AND checkout_session.expires_at <= ${now})`,
};
