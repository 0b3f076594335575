import { Injectable } from '@nestjs/common';
import { parseDuration } from '#kernel/duration.js';
import { fail } from '#kernel/errors.js';
import { ORDER_KEYS } from '#kernel/order-keys.js';
import { parseDateTime } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { parsePollQuery, parseText } from '#engine/long-poll/rules/long-poll.js';
import { RequestEntriesService } from '../timeline/request-entries.service.js';
import { historyQueries, MAX_ROWS } from './history.queries.js';
import type { ReportView } from './report.view.js';
import { History, type HistoryRows } from './rules/history.js';
import { reportOf } from './report-of.js';
import { situationsOf } from './rules/situations.js';

/** Judges what a shop has met and done in a sandbox. */
@Injectable()
export class ReportService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly requests: RequestEntriesService,
    private readonly clock: Clock,
  ) {}

  /** Throws `bad_request` and `not_found`. */
  async find(name: string, params: Params): Promise<ReportView> {
    const account = await this.accounts.get(name);
    const now = this.clock.now(account);
    const since = parseSince(params['since'], now);
    const orderKey = parseText('order_key', params['order_key']);
    const rows = await this.read(account.id, since ?? new Date(0), orderKey);
    const history = new History(rows);
    return {
      object: 'report',
      sandbox: name,
      since: since?.toISOString() ?? null,
      at: now.toISOString(),
      ...reportOf(history, situationsOf(account.country)),
      gap:
        Object.values(rows).some(({ length }) => length === MAX_ROWS) ||
        (await this.requests.hasGap(account.id, parsePollQuery({}), null)),
    };
  }

  private async read(accountId: string, since: Date, orderKey: string | undefined): Promise<HistoryRows> {
    const orderKeys = orderKey === undefined ? ORDER_KEYS : [orderKey];
    const queries = Object.entries(historyQueries({ accountId, since, orderKeys }));
    const read = await Promise.all(
      queries.map(async ([table, sql]) => [table, await this.database.readJson<object>(sql)] as const),
    );
    return Object.fromEntries(read) as unknown as HistoryRows;
  }
}

/** A time, or a duration before `now`. `undefined`: from the beginning. */
function parseSince(since: unknown, now: Date): Date | undefined {
  if (since === undefined) return undefined;
  const ago = parseDuration(since);
  const at = ago === undefined ? parseDateTime(since) : new Date(now.getTime() - ago);
  return (
    at ??
    fail(
      'bad_request',
      'since must be an ISO 8601 datetime such as 2027-01-31T08:15:00Z, or a duration such as 1h',
    )
  );
}
