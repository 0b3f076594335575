import type { Database } from '../../../libs/platform/database/database.js';

/** Invariants of the database, each with a query for violations. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'every charge, customer, refund, dispute and schedule has one event of its creation': `
    SELECT made.id FROM (
      SELECT id, 'charge.create' AS key FROM charge UNION ALL SELECT id, 'customer.create' FROM customer
      UNION ALL SELECT id, 'refund.create' FROM refund UNION ALL SELECT id, 'dispute.create' FROM dispute
      UNION ALL SELECT id, 'recipient.create' FROM recipient WHERE NOT is_default UNION ALL SELECT id, 'transfer.create' FROM transfer
      UNION ALL SELECT id, 'schedule.create' FROM schedule) made
    LEFT JOIN event ON event.object_id = made.id AND event.key = made.key
    GROUP BY made.id HAVING count(event.id) <> 1`,
  'every change of a charge, a customer or a dispute has an event': `
    SELECT changed.id FROM (
      -- A wrong one-time password has no event, unless it is the third and fails the charge.
      SELECT charge.id, charge.version - refund_count - least(wrong_password_count, 2) - (SELECT count(*) FROM dispute WHERE charge_id = charge.id) AS changes
      FROM charge
      UNION ALL SELECT id, version FROM dispute) changed
    LEFT JOIN event ON object_id = changed.id AND key NOT LIKE '%.create'
    GROUP BY changed.id, changes HAVING count(event.id) <> changes`,
  'every event is about an object of its account and mode': `
    SELECT event.id FROM event LEFT JOIN (
      SELECT id, account_id, livemode FROM charge UNION ALL SELECT id, account_id, livemode FROM customer
      UNION ALL SELECT id, account_id, livemode FROM card UNION ALL SELECT id, account_id, livemode FROM refund
      UNION ALL SELECT id, account_id, livemode FROM dispute UNION ALL SELECT id, account_id, livemode FROM linked_account
      UNION ALL SELECT id, account_id, livemode FROM recipient UNION ALL SELECT id, account_id, livemode FROM transfer
      UNION ALL SELECT id, account_id, livemode FROM link
      UNION ALL SELECT id, account_id, livemode FROM schedule) object
    ON object.id = object_id AND object.account_id = event.account_id AND object.livemode = event.livemode
    WHERE object.id IS NULL OR event.body::json ->> 'id' <> event.id`,
  'every event has its deliveries: to the charge’s own addresses, and at most one to the account’s': `
    SELECT event.id FROM event
    LEFT JOIN refund ON refund.id = object_id LEFT JOIN dispute ON dispute.id = object_id
    LEFT JOIN charge ON charge.id = coalesce(refund.charge_id, dispute.charge_id, object_id)
    LEFT JOIN webhook_delivery delivery ON delivery.event_id = event.id
    GROUP BY event.id, charge.webhook_endpoints
    HAVING count(delivery.id) - coalesce(cardinality(charge.webhook_endpoints), 0) NOT IN (0, 1)`,
  'what is named without a foreign key is of the same account and mode': `
    SELECT child.id FROM (
      SELECT id, account_id, livemode, transaction_id AS parent FROM charge UNION ALL SELECT id, account_id, livemode, dispute_id FROM charge
      UNION ALL SELECT id, account_id, livemode, customer_id FROM charge
      UNION ALL SELECT id, account_id, livemode, transaction_id FROM refund UNION ALL SELECT id, account_id, livemode, origin FROM transaction) child
    LEFT JOIN (
      SELECT id, account_id, livemode FROM transaction UNION ALL SELECT id, account_id, livemode FROM charge
      UNION ALL SELECT id, account_id, livemode FROM refund UNION ALL SELECT id, account_id, livemode FROM dispute
      UNION ALL SELECT id, account_id, livemode FROM customer UNION ALL SELECT id, account_id, livemode FROM transfer) owner
    ON owner.id = child.parent AND owner.account_id = child.account_id AND owner.livemode = child.livemode
    WHERE child.parent IS NOT NULL AND owner.id IS NULL`,
  'a schedule has made no more charges and transfers than attempts': `
    SELECT schedule.id FROM schedule
    WHERE (SELECT count(*) FROM charge WHERE schedule_id = schedule.id) + (SELECT count(*) FROM transfer WHERE schedule_id = schedule.id) >
      (SELECT coalesce(sum(attempt_count), 0) FROM occurrence WHERE schedule_id = schedule.id)`,
  'every id says the mode of its row': `
    SELECT id FROM (
      SELECT id, livemode FROM charge UNION ALL SELECT id, livemode FROM customer UNION ALL SELECT id, livemode FROM card
      UNION ALL SELECT id, livemode FROM token UNION ALL SELECT id, livemode FROM source UNION ALL SELECT id, livemode FROM refund
      UNION ALL SELECT id, livemode FROM dispute UNION ALL SELECT id, livemode FROM transaction UNION ALL SELECT id, livemode FROM event
      UNION ALL SELECT id, livemode FROM recipient UNION ALL SELECT id, livemode FROM transfer) row
    WHERE livemode = (id LIKE '%\\_test\\_%')`,
  'a token is used if and only if it paid a charge or became a customer’s card': `
    SELECT token.id FROM token JOIN card ON card.id = card_id
    WHERE (used_at IS NOT NULL) <> (token.charge_id IS NOT NULL OR card.customer_id IS NOT NULL)`,
  'a customer’s default card is one of the cards that are left, and there is one where any is left': `
    SELECT customer.id FROM customer LEFT JOIN card ON card.customer_id = customer.id AND NOT card.deleted
    WHERE NOT customer.deleted
    GROUP BY customer.id HAVING (count(card.id) > 0) <> coalesce(bool_or(card.id = default_card_id), false)`,
  'a charge says what its refunds and its disputes say': `
    SELECT charge.id FROM charge LEFT JOIN refund ON refund.charge_id = charge.id
    GROUP BY charge.id HAVING coalesce(sum(refund.amount), 0) <> refunded_amount OR count(refund.id) <> refund_count
      OR refunded_amount > captured_amount OR captured_amount > charge.amount
      OR (dispute_id IS NULL) <> NOT EXISTS (SELECT FROM dispute WHERE charge_id = charge.id)`,
  'a paid charge has its transaction, any other none': `
    SELECT charge.id FROM charge LEFT JOIN transaction ON origin = charge.id
    GROUP BY charge.id HAVING (status = 'successful') <> (count(transaction.id) = 1) OR (transaction_id IS NULL) <> (count(transaction.id) = 0)`,
  'the entries of every posting add up to 0, and the merchant’s is what its transaction says': `
    SELECT coalesce(posting_id, id) FROM transaction FULL JOIN journal_entry ON posting_id = id
    GROUP BY posting_id, id, direction, transaction.amount HAVING coalesce(sum(journal_entry.amount), 0) <> 0
      OR coalesce(sum(journal_entry.amount) FILTER (WHERE ledger = 'merchant'), 0)
        <> CASE direction WHEN 'credit' THEN transaction.amount WHEN 'debit' THEN -transaction.amount ELSE 0 END`,
  'what is held for disputes is what is disputed': `
    SELECT held FROM (
      SELECT (SELECT coalesce(sum(amount), 0) FROM journal_entry WHERE ledger = 'disputes') AS held,
        (SELECT coalesce(sum(funding_amount), 0) FROM dispute WHERE status IN ('open', 'pending')) AS disputed) sums
    WHERE held <> disputed`,
  'what is on its way is what was sent and has neither arrived nor come back': `
    SELECT held FROM (
      SELECT (SELECT coalesce(sum(amount), 0) FROM journal_entry WHERE ledger = 'transfers') AS held,
        (SELECT coalesce(sum(amount - fee - fee_vat), 0) FROM transfer WHERE state = 'sent') AS sent) sums
    WHERE held <> sent`,
  'a deleted document has no content left, any other has its own':
    'SELECT id FROM dispute_document WHERE deleted <> (content IS NULL)',
  'a link is used once a charge of it was paid, and one that is paid once has no more than one': `
    SELECT link.id FROM link LEFT JOIN charge ON link_id = link.id AND paid_at IS NOT NULL
    GROUP BY link.id HAVING (used_at IS NOT NULL) <> (count(charge.id) > 0) OR (count(charge.id) > 1 AND NOT multiple)
      OR bool_or((charge.account_id, charge.livemode) <> (link.account_id, link.livemode))`,
  'a checkout session has one payment, for what it asks, or was cancelled': `
    SELECT session.id FROM checkout_session session LEFT JOIN charge ON charge.id = charge_id
    WHERE charge_id IS NOT NULL AND (cancelled_at IS NOT NULL OR (charge.account_id, charge.livemode, charge.amount, charge.currency)
      IS DISTINCT FROM (session.account_id, session.livemode, session.amount, session.currency))`,
  'no key is without its answer': 'SELECT key_hash FROM idempotency_key WHERE status = 0',
};

/** The laws that are broken, each with the ids of rows that break it. */
export async function brokenLaws(database: Database): Promise<Record<string, unknown[]>> {
  const laws = { ...INVARIANTS, ...(await ownershipLaws(database)) };
  const checked = await Promise.all(
    Object.entries(laws).map(
      async ([law, query]) => [law, await database.$queryRawUnsafe<unknown[]>(query)] as const,
    ),
  );
  return Object.fromEntries(checked.filter(([, rows]) => rows.length > 0));
}

/**
 * Nothing belongs to something of another account or mode: a law for every foreign key between tables of
 * tenants.
 */
async function ownershipLaws(database: Database): Promise<Record<string, string>> {
  const keys = await database.$queryRawUnsafe<
    { child: string; parent: string; child_column: string; parent_column: string }[]
  >(`
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent,
      (SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1]) AS child_column,
      (SELECT attname::text FROM pg_attribute WHERE attrelid = confrelid AND attnum = confkey[1]) AS parent_column
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = conrelid AND attname = 'livemode')
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = confrelid AND attname = 'livemode')`);
  return Object.fromEntries(
    keys.map(({ child, parent, child_column: column, parent_column: target }) => [
      `the ${column} of each ${child} is of the same account and mode`,
      `SELECT child.id FROM ${child} child JOIN ${parent} parent ON child.${column} = parent.${target}
        WHERE child.account_id <> parent.account_id OR child.livemode <> parent.livemode`,
    ]),
  );
}

/** Tables that requests write to only by the way, or that the worker writes to. */
const ASIDE = [
  'idempotency_key',
  'request_log',
  'request_log_gap',
  'webhook_attempt',
  'webhook_delivery',
  '_prisma_migrations',
];

/**
 * Row count and checksum of each table, including the last writers. Any write changes them, even one that
 * leaves the values unchanged.
 */
export async function tableSums(database: Database, accountId?: string): Promise<Record<string, string>> {
  const columns = await database.$queryRawUnsafe<{ name: string; is_owned: boolean }[]>(`
    SELECT table_name::text AS name, bool_or(column_name = 'account_id') AS is_owned FROM information_schema.columns
    WHERE table_schema = 'public' GROUP BY table_name ORDER BY table_name`);
  const tables = columns.filter(
    ({ name, is_owned: isOwned }) => !ASIDE.includes(name) && (accountId === undefined || isOwned),
  );
  const where = accountId === undefined ? '' : `WHERE account_id = '${accountId}'`;
  const sums = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(hashtextextended(stored.xmin || ' ' || stored::text, 0)), 0) AS sum FROM ${name} stored ${where}`,
  );
  const rows = await database.$queryRawUnsafe<{ name: string; sum: string }[]>(sums.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
