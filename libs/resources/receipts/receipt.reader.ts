import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { listView, type ListQuery, type ListView } from '#kernel/list.js';
import type { Day } from '#kernel/calendar.js';
import { aheadMs, dayIn, midnightAfter, startOfDay } from '#kernel/local-time.js';
import type { Scope } from '#kernel/scope.js';
import { DAY_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import type { Account } from '#engine/accounts/account.js';
import { dayOfReceipt, receiptOf, type DayFees } from './rules/receipt.js';
import { receiptView, type ReceiptView } from './receipt.view.js';

interface FoundFees {
  readonly fees: readonly DayFees[];
  readonly total: number;
}

/** Computes receipts from the journal. Entries of past days no longer change, so receipts are not stored. */
@Injectable()
export class ReceiptReader {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`. */
  async find(scope: Scope, id: string): Promise<ReceiptView> {
    const account = await this.directory.get(scope.accountId);
    const day = dayOfReceipt(id);
    if (day === undefined || midnightAfter(account.country, day) > this.clock.now(account))
      return failNotFound('receipt', id);
    const { fees } = await this.read(scope, account, day, day, Prisma.empty);
    return (
      fees.map((found) => this.view(scope, account, found)).find((view) => view.id === id) ??
      failNotFound('receipt', id)
    );
  }

  async list(scope: Scope, query: ListQuery): Promise<ListView<ReceiptView>> {
    const account = await this.directory.get(scope.accountId);
    const { country } = account;
    const until = new Date(Math.min(query.to.getTime(), this.clock.now(account).getTime()));
    if (query.from > until) return listView<ReceiptView>([], 0, '/receipts', query);
    // A receipt is made at the end of its day, so that those made from one time to another are those of the
    // days that ended between.
    const first = dayIn(country, new Date(Math.max(0, query.from.getTime() - 1)));
    const last = dayIn(country, new Date(until.getTime() - DAY_MS));
    const direction = Prisma.raw(query.order === 'chronological' ? 'ASC' : 'DESC');
    const page = Prisma.sql`ORDER BY day ${direction}, currency ${direction} LIMIT ${query.limit} OFFSET ${query.offset}`;
    const { fees, total } = await this.read(scope, account, first, last, page);
    return listView(
      fees.map((found) => this.view(scope, account, found)),
      total,
      '/receipts',
      query,
    );
  }

  /** The fees of each day from `first` to `last` that had any, by currency: an account's may have changed. */
  private async read(
    { livemode }: Scope,
    { id, country }: Account,
    first: Day,
    last: Day,
    page: Prisma.Sql,
  ): Promise<FoundFees> {
    const query = Prisma.sql`
      WITH line AS MATERIALIZED (
        SELECT (transaction.created_at AT TIME ZONE 'UTC' + ${aheadMs(country)} * interval '1 millisecond')::date::text AS day, key, ledger,
          entry.amount, entry.currency
        FROM transaction JOIN journal_entry entry ON entry.posting_id = transaction.id
        WHERE transaction.account_id = ${id} AND transaction.livemode = ${livemode}
          AND transaction.created_at >= ${startOfDay(country, first)} AND transaction.created_at < ${midnightAfter(country, last)}
          AND key IN ('charge.captured.net', 'refund.voided.debit', 'transfer.sent.debit', 'transfer.failed.credit') AND ledger IN ('fees', 'interest', 'vat')
      ), fees AS MATERIALIZED (
        SELECT day, currency, (row_number() OVER (PARTITION BY day ORDER BY currency))::int4 AS place,
          coalesce(sum(amount) FILTER (WHERE key = 'charge.captured.net' AND ledger <> 'vat'), 0) AS "chargeFee",
          coalesce(sum(amount) FILTER (WHERE key = 'transfer.sent.debit' AND ledger = 'fees'), 0) AS "transferFee",
          coalesce(-sum(amount) FILTER (WHERE key IN ('refund.voided.debit', 'transfer.failed.credit') AND ledger <> 'vat'), 0) AS "voidedFee",
          coalesce(sum(amount) FILTER (WHERE ledger = 'vat'), 0) AS vat
        FROM line GROUP BY day, currency HAVING bool_or(amount <> 0)
      )
      SELECT (SELECT count(*)::int4 FROM fees) AS total,
        (SELECT coalesce(json_agg(found), '[]') FROM (SELECT * FROM fees ${page}) found) AS fees`;
    const [found] = await this.database.query<FoundFees>(query);
    return found ?? { fees: [], total: 0 };
  }

  private view({ livemode }: Scope, account: Account, fees: DayFees): ReceiptView {
    const { publicId, country } = account;
    return receiptView(receiptOf({ publicId, livemode }, country, fees), account);
  }
}
