import { Injectable } from '@nestjs/common';
import { commitCursor, parseCommitCursorQuery, type CommitCursorQuery } from '#kernel/cursor.js';
import { failNotFound, throwProblems } from '#kernel/errors.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { Prisma } from '#platform/database/generated/client.js';
import { parseLivemode, parseText, parseWords } from '#engine/long-poll/rules/long-poll.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import type { Account } from '#engine/accounts/account.js';
import { MetadataMask } from '../timeline/metadata-mask.js';
import { chargeCountsSql, moneySql } from './charge-counts.queries.js';
import type { ChargeCountsView } from './charge-counts.view.js';
import { parseChargeFilter, rejectChargeFilter } from './charge-filter.js';
import { earlierFieldsOf } from './earlier-fields.js';
import type { ListedObjectListView, ListedObjectView } from './listed-object.view.js';
import type { MoneySumView, MoneyView } from './money.view.js';
import type { ObjectCountView, ObjectCountsView } from './object-counts.view.js';
import { listedKindOf, type ListedKind } from './listed-kinds.js';
import {
  countsSql,
  hasStatusSql,
  objectsSql,
  type ObjectFilter,
  type ObjectsPage,
} from './objects.queries.js';

/** The names of times in a row. */
const TIME = /(^|_)at$/;

@Injectable()
export class ObjectsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly clock: Clock,
    private readonly masks: MetadataMask,
  ) {}

  /** A page of the objects of a kind. Throws `bad_request` and `not_found`. */
  async list(name: string, kind: string, params: Params): Promise<ListedObjectListView> {
    const query = parseCommitCursorQuery(params);
    const known = kindOf(kind);
    const account = await this.accounts.get(name);
    const of = { accountId: account.id, now: this.clock.now(account) };
    const filter = filterOf(known, params, of.now);
    const statement = objectsSql(of, known, filter, { ...query, limit: query.limit + 1 });
    const [page] = await this.database.queryPlannedAnew<ObjectsPage<FoundRow>>(statement);
    if (!page) throw new Error('A statement that has one row had none');
    const factsOf = await readFacts(this.database, known, account, page.found);
    const mask = await this.masks.of(account.id);
    return pageView(page, query, (row) => viewOf(known, { ...row, ...factsOf(row.id) }, mask));
  }

  /** Throws `bad_request` and `not_found`. */
  async chargeCounts(name: string, livemode: unknown): Promise<ChargeCountsView> {
    const modes = modesOf(livemode);
    const { id } = await this.accounts.get(name);
    const [counts] = await this.database.queryPlannedAnew<Omit<ChargeCountsView, 'object'>>(
      chargeCountsSql(id, modes),
    );
    if (!counts) throw new Error('A statement that has one row had none');
    return { object: 'charge_counts', ...counts };
  }

  /** Throws `not_found`. */
  async counts(name: string): Promise<ObjectCountsView> {
    const { id } = await this.accounts.get(name);
    return {
      object: 'object_counts',
      data: await this.database.queryPlannedAnew<ObjectCountView>(countsSql(id)),
    };
  }

  /** Throws `not_found`. */
  async money(name: string): Promise<MoneyView> {
    const { id } = await this.accounts.get(name);
    return {
      object: 'money',
      data: await this.database.readJson<MoneySumView>(moneySql(id)),
    };
  }
}

/** As PostgreSQL writes it in JSON: with the columns of its kind. */
interface FoundRow {
  readonly id: string;
  readonly livemode: boolean;
  readonly at: string;
  readonly status: string | null;
  readonly [column: string]: unknown;
}

/** A page that ends at the limit of the scan has a cursor there, and may be empty. */
function pageView(
  { found, cut }: ObjectsPage<FoundRow>,
  { before, after, limit }: CommitCursorQuery,
  view: (row: FoundRow) => ListedObjectView,
): ListedObjectListView {
  const isBackwards = before !== undefined;
  const rows = found.slice(0, limit);
  const data = (isBackwards ? rows.toReversed() : rows).map(view);
  const last = rows.at(-1);
  const beyond = found.length > limit ? last : cut;
  const further = beyond ? cursorOf(beyond) : null;
  const back = rows[0] ? cursorOf(rows[0]) : null;
  const [next, previous] = isBackwards
    ? [before === 'end' ? null : back, further]
    : [further, after.xid === 0n ? null : back];
  return { object: 'list', data, next, previous };
}

/** The columns of other tables, by object. */
async function readFacts(
  database: Database,
  { facts = {} }: ListedKind,
  account: Account,
  found: readonly FoundRow[],
): Promise<(id: string) => object> {
  const read = await Promise.all(
    Object.entries(facts).map(async ([name, fact]) => [name, await fact(database, account, found)] as const),
  );
  return (id) => Object.fromEntries(read.map(([name, valueOf]) => [name, valueOf(id)]));
}

function viewOf(kind: ListedKind, row: FoundRow, mask: (metadata: object) => object): ListedObjectView {
  const view: Record<string, unknown> = { object: 'found_object', ...row };
  for (const [name, value] of Object.entries(row)) {
    if (name === 'metadata') view[name] = mask(value as object);
    else if (TIME.test(name) && value !== null) view[name] = new Date(value as string).toISOString();
  }
  return { ...view, ...earlierFieldsOf(kind.name, row) } as ListedObjectView;
}

function cursorOf({ at, id }: { readonly at: string; readonly id: string }): string {
  return commitCursor({ xid: Date.parse(at), id });
}

function kindOf(name: string): ListedKind {
  return listedKindOf(name) ?? failNotFound('kind of objects', name);
}

function filterOf(kind: ListedKind, params: Params, now: Date): ObjectFilter {
  const words = parseWords('search', params['search']);
  const status = parseText('status', params['status']);
  const ofStatus = status === undefined ? undefined : hasStatusSql(kind, status, now);
  const modes = modesOf(params['livemode']);
  const direction = directionOf(kind, params['direction']);
  if (kind.name === 'charges') return { words, modes, ...parseChargeFilter(params, ofStatus) };
  rejectChargeFilter(params);
  const ofDirection = direction === undefined ? [] : [Prisma.sql`transaction.direction = ${direction}`];
  return { words, modes, conditions: [...(ofStatus ? [ofStatus] : []), ...ofDirection] };
}

function directionOf({ name }: ListedKind, sent: unknown): string | undefined {
  const direction = parseText('direction', sent);
  if (direction === undefined) return undefined;
  throwProblems('bad_request', [
    ...(name === 'transactions' ? [] : ['only transactions are found by direction']),
    ...(['credit', 'debit'].includes(direction) ? [] : ['direction must be credit or debit']),
  ]);
  return direction;
}

function modesOf(sent: unknown): readonly boolean[] {
  const livemode = parseLivemode(sent);
  return livemode === undefined ? [false, true] : [livemode];
}
