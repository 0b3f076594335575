import { Injectable } from '@nestjs/common';
import { commitCursor, parseCommitCursorQuery } from '#domain/cursor.js';
import { failNotFound } from '#domain/errors.js';
import { parseLivemode, parseText, parseWords } from '#domain/waiting.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { SandboxAccounts } from '../accounts/sandbox-accounts.js';
import type { FoundObjectListView, FoundObjectView } from './found-object.view.js';
import type { MoneySumView, MoneyView } from './money.view.js';
import type { ObjectCountView, ObjectCountsView } from './object-counts.view.js';
import { countsSql, moneySql, OBJECT_KINDS, objectsSql, type ObjectFilter, type ObjectKind } from './objects.queries.js';

/** Finds objects of a sandbox by what is in them, and sums up its money. */
@Injectable()
export class ObjectsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly clock: Clock,
  ) {}

  /** A page of the objects of a kind. Throws `bad_request` and `not_found`. */
  async list(name: string, kind: string, params: Params): Promise<FoundObjectListView> {
    const query = parseCommitCursorQuery(params);
    const filter = filterOf(params);
    const account = await this.accounts.get(name);
    const of = { accountId: account.id, now: this.clock.now(account) };
    const objects = objectsSql(of, kindOf(kind), filter, { ...query, limit: query.limit + 1 });
    const found = await this.database.read((reader) => reader.readJson<FoundRow>(objects));
    const hasMore = found.length > query.limit;
    const rows = found.slice(0, query.limit);
    const isBackwards = query.before !== undefined;
    const data = (isBackwards ? rows.toReversed() : rows).map(viewOf);
    const [first, last] = [data[0], data.at(-1)];
    const [isBeginning, isEnd] = isBackwards ? [!hasMore, query.before === 'end'] : [query.after.xid === 0n, !hasMore];
    return {
      object: 'list',
      data,
      next: last && !isEnd ? cursorOf(last) : null,
      previous: first && !isBeginning ? cursorOf(first) : null,
    };
  }

  /** Throws `not_found`. */
  async counts(name: string): Promise<ObjectCountsView> {
    const { id } = await this.accounts.get(name);
    return { object: 'object_counts', data: await this.database.read((reader) => reader.query<ObjectCountView>(countsSql(id))) };
  }

  /** Throws `not_found`. */
  async money(name: string): Promise<MoneyView> {
    const { id } = await this.accounts.get(name);
    return { object: 'money', data: await this.database.read((reader) => reader.readJson<MoneySumView>(moneySql(id))) };
  }
}

/** As PostgreSQL writes it in JSON. */
type FoundRow = Omit<FoundObjectView, 'object'>;

function viewOf({ at, ...row }: FoundRow): FoundObjectView {
  return { object: 'found_object', ...row, at: new Date(at).toISOString() };
}

function cursorOf({ at, id }: FoundObjectView): string {
  return commitCursor({ xid: Date.parse(at), id });
}

function kindOf(kind: string): ObjectKind {
  return OBJECT_KINDS.find((known) => known === kind) ?? failNotFound('kind of objects', kind);
}

function filterOf(params: Params): ObjectFilter {
  const words = parseWords('search', params['search']);
  const livemode = parseLivemode(params['livemode']);
  return { words, status: parseText('status', params['status']), modes: livemode === undefined ? [false, true] : [livemode] };
}
