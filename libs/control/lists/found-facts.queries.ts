import { Prisma } from '#platform/database/generated/client.js';
import type { Reader } from '#platform/database/reader.js';
import type { Account } from '#engine/accounts/account.js';
import { HAS_FAILED } from '#engine/webhooks/delivery-counts.queries.js';
import { checkoutUrl } from '#resources/checkout/checkout-session.view.js';
import { paymentUri } from '#resources/links/link.view.js';
import type { ChargeWebhooksView, KindFieldsView } from './found-object.view.js';
import type { ObjectKind } from './objects.queries.js';

/** Fields of listed objects that their own rows do not have. */
export type FoundFacts = Partial<Pick<KindFieldsView, 'webhooks' | 'balance_after' | 'page_url'>>;

const NO_WEBHOOKS: ChargeWebhooksView = { delivered: 0, pending: 0, retrying: 0, held: 0, exhausted: 0 };

/**
 * Reads the webhooks of these charges, or the balances after these transactions, in one statement. The pages
 * of links and sessions need none.
 */
export async function readFacts(
  reader: Reader,
  kind: ObjectKind,
  account: Pick<Account, 'id' | 'payUrl'>,
  found: readonly { readonly id: string; readonly at: string }[],
): Promise<(id: string) => FoundFacts> {
  const ids = found.map(({ id }) => id);
  if (kind === 'charges') {
    const rows = await reader.query<ChargeWebhooksView & { readonly id: string }>(
      webhooksSql(account.id, ids),
    );
    const counts = new Map(rows.map(({ id, ...webhooks }) => [id, webhooks]));
    return (id) => ({ webhooks: counts.get(id) ?? NO_WEBHOOKS });
  }
  if (kind === 'transactions') {
    const oldest = new Date(Math.min(...found.map(({ at }) => Date.parse(at))));
    const rows =
      ids.length === 0
        ? []
        : await reader.readJson<{ id: string; balance: number }>(balancesSql(account.id, ids, oldest));
    const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
    return (id) => ({ balance_after: balances.get(id) ?? null });
  }
  if (kind === 'links') return (id) => ({ page_url: paymentUri({ id }, account) });
  if (kind === 'checkout_sessions') return (id) => ({ page_url: checkoutUrl({ id }, account) });
  return () => ({});
}

function webhooksSql(accountId: string, ids: readonly string[]): Prisma.Sql {
  const count = (name: string, condition: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`count(*) FILTER (WHERE ${condition})::int4 AS ${Prisma.raw(name)}`;
  const counts = [
    count('delivered', Prisma.sql`status = 'delivered'`),
    count('pending', Prisma.sql`status = 'pending' AND NOT (${HAS_FAILED})`),
    count('retrying', Prisma.sql`status = 'pending' AND ${HAS_FAILED}`),
    count('held', Prisma.sql`status = 'held'`),
    count('exhausted', Prisma.sql`status = 'exhausted'`),
  ];
  return Prisma.sql`
    SELECT object_id AS id, ${Prisma.join(counts)} FROM event JOIN webhook_delivery delivery ON delivery.event_id = event.id
    WHERE object_id = ANY(${[...ids]}::text[]) AND event.account_id = ${accountId} GROUP BY object_id`;
}

/** The total of the ledger minus later transactions. */
function balancesSql(accountId: string, ids: readonly string[], oldest: Date): Prisma.Sql {
  return Prisma.sql`
    WITH signed AS (
      SELECT id, livemode, currency, created_at, CASE direction WHEN 'credit' THEN amount ELSE -amount END AS amount FROM transaction
      WHERE account_id = ${accountId} AND livemode = ANY('{false,true}'::bool[]) AND created_at >= ${oldest}),
    later AS (
      SELECT id, livemode, currency, sum(amount) OVER (PARTITION BY livemode, currency ORDER BY created_at DESC, id DESC) - amount AS sum
      FROM signed),
    total AS (
      SELECT livemode, currency, sum(amount) AS sum FROM journal_entry
      WHERE account_id = ${accountId} AND ledger = 'merchant' GROUP BY livemode, currency)
    SELECT id, (total.sum - later.sum)::int8 AS balance FROM later JOIN total USING (livemode, currency) WHERE id = ANY(${[...ids]}::text[])`;
}
