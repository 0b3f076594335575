import { Injectable } from '@nestjs/common';
import { commitCursor, parseCommitCursorQuery, type CommitCursorQuery } from '#kernel/cursor.js';
import { failNotFound, throwProblems } from '#kernel/errors.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { parseLivemode, parseText, parseWords } from '#engine/waiting/rules/waiting.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { MetadataMask } from '../timeline/metadata-mask.js';
import { chargeCountsSql, moneySql } from './charge-counts.queries.js';
import type { ChargeCountsView } from './charge-counts.view.js';
import { parseChargeFilter, rejectChargeFilter } from './charge-filter.js';
import { readFacts } from './found-facts.queries.js';
import type { KindFieldsView, FoundObjectListView, FoundObjectView } from './found-object.view.js';
import type { MoneySumView, MoneyView } from './money.view.js';
import type { ObjectCountView, ObjectCountsView } from './object-counts.view.js';
import {
  countsSql,
  OBJECT_KINDS,
  objectsSql,
  type ObjectFilter,
  type ObjectKind,
  type ObjectsPage,
} from './objects.queries.js';

@Injectable()
export class ObjectsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly clock: Clock,
    private readonly masks: MetadataMask,
  ) {}

  /** A page of the objects of a kind. Throws `bad_request` and `not_found`. */
  async list(name: string, kind: string, params: Params): Promise<FoundObjectListView> {
    const query = parseCommitCursorQuery(params);
    const known = kindOf(kind);
    const filter = filterOf(known, params);
    const account = await this.accounts.get(name);
    const of = { accountId: account.id, now: this.clock.now(account) };
    const statement = objectsSql(of, known, filter, { ...query, limit: query.limit + 1 });
    const [page] = await this.database.read((reader) =>
      reader.queryPlannedAnew<ObjectsPage<FoundRow>>(statement),
    );
    if (!page) throw new Error('A statement that has one row had none');
    const factsOf = await this.database.read((reader) => readFacts(reader, known, account, page.found));
    const mask = await this.masks.of(account.id);
    return pageView(page, query, (row) => ({
      ...viewOf(row),
      ...factsOf(row.id),
      metadata: mask(row.metadata),
    }));
  }

  /** Throws `bad_request` and `not_found`. */
  async chargeCounts(name: string, livemode: unknown): Promise<ChargeCountsView> {
    const modes = modesOf(livemode);
    const { id } = await this.accounts.get(name);
    const [counts] = await this.database.read((reader) =>
      reader.queryPlannedAnew<Omit<ChargeCountsView, 'object'>>(chargeCountsSql(id, modes)),
    );
    if (!counts) throw new Error('A statement that has one row had none');
    return { object: 'charge_counts', ...counts };
  }

  /** Throws `not_found`. */
  async counts(name: string): Promise<ObjectCountsView> {
    const { id } = await this.accounts.get(name);
    return {
      object: 'object_counts',
      data: await this.database.read((reader) => reader.queryPlannedAnew<ObjectCountView>(countsSql(id))),
    };
  }

  /** Throws `not_found`. */
  async money(name: string): Promise<MoneyView> {
    const { id } = await this.accounts.get(name);
    return {
      object: 'money',
      data: await this.database.read((reader) => reader.readJson<MoneySumView>(moneySql(id))),
    };
  }
}

/** As PostgreSQL writes it in JSON. */
type FoundRow = Omit<FoundObjectView, 'object' | keyof KindFieldsView> & Partial<KindFieldsView>;

/** A page that ends at the limit of the scan has a cursor there, and may be empty. */
function pageView(
  { found, cut }: ObjectsPage<FoundRow>,
  { before, after, limit }: CommitCursorQuery,
  view: (row: FoundRow) => FoundObjectView,
): FoundObjectListView {
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

function viewOf({ at, expires_at: expiresAt, due_at: dueAt, ...row }: FoundRow): FoundObjectView {
  return {
    object: 'found_object',
    failure_code: null,
    refunded_amount: null,
    disputed: null,
    card: null,
    webhooks: null,
    cards: null,
    payments: null,
    balance_after: null,
    page_url: null,
    ...row,
    expires_at: expiresAt ? new Date(expiresAt).toISOString() : null,
    due_at: dueAt ? new Date(dueAt).toISOString() : null,
    at: new Date(at).toISOString(),
  };
}

function cursorOf({ at, id }: { readonly at: string; readonly id: string }): string {
  return commitCursor({ xid: Date.parse(at), id });
}

function kindOf(kind: string): ObjectKind {
  return OBJECT_KINDS.find((known) => known === kind) ?? failNotFound('kind of objects', kind);
}

function filterOf(kind: ObjectKind, params: Params): ObjectFilter {
  const words = parseWords('search', params['search']);
  const status = parseText('status', params['status']);
  if (kind !== 'charges') rejectChargeFilter(params);
  const charges = kind === 'charges' ? parseChargeFilter(params, status) : undefined;
  return {
    words,
    status,
    modes: modesOf(params['livemode']),
    charges,
    direction: directionOf(kind, params['direction']),
  };
}

function directionOf(kind: ObjectKind, sent: unknown): string | undefined {
  const direction = parseText('direction', sent);
  if (direction === undefined) return undefined;
  throwProblems('bad_request', [
    ...(kind === 'transactions' ? [] : ['only transactions are found by direction']),
    ...(['credit', 'debit'].includes(direction) ? [] : ['direction must be credit or debit']),
  ]);
  return direction;
}

function modesOf(sent: unknown): readonly boolean[] {
  const livemode = parseLivemode(sent);
  return livemode === undefined ? [false, true] : [livemode];
}
