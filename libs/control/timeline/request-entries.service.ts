import { Inject, Injectable } from '@nestjs/common';
import type { CommitCursorQuery } from '#kernel/cursor.js';
import { failNotFound, throwProblems } from '#kernel/errors.js';
import { fitsPattern } from '#kernel/wildcard.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { readCommitted, type CommittedEntry, type CommittedPage } from '#platform/listing/committed-list.js';
import { fitsSql } from '#platform/listing/pattern-sql.js';
import { parseLivemode, parseText, parsePollQuery } from '#engine/long-poll/rules/long-poll.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import type { RequestLogRow } from '#engine/request-log/logged-request.js';
import { PolledLists } from '#engine/long-poll/polled-lists.js';
import { readSummaries } from '../lists/object-summaries.queries.js';
import { committedListView, type CommittedListView } from './list.view.js';
import { MetadataMask } from './metadata-mask.js';
import type { RequestCountsView } from './request-counts.view.js';
import type { RequestEntryView } from './request-entry.view.js';
import { IS_PAGE, isOfPart, REQUEST_PARTS, requestCountsSql, type RequestPart } from './request-parts.js';
import { PAGE_OBJECT } from './timeline.queries.js';
import { inWords, WaitReasons } from './wait-reasons.js';

/** A row as PostgreSQL writes it in JSON. */
export type RequestEntry = CommittedEntry &
  Omit<RequestLogRow, 'at' | 'machine_at'> & {
    readonly at: string | null;
    readonly machine_at: string;
    /** Of a page, the ID of what it is about. */
    readonly page_object: string | null;
  };

interface RequestFilter {
  readonly part?: RequestPart | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: string | undefined;
  readonly object?: string | undefined;
  readonly livemode?: boolean | undefined;
}

/** The logged requests of a sandbox, and those without a valid key, in commit order. */
@Injectable()
export class RequestEntriesService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly lists: PolledLists,
    private readonly reasons: WaitReasons,
    private readonly masks: MetadataMask,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Throws `bad_request` and `not_found`. */
  async list(
    name: string,
    params: Params,
    signal: AbortSignal,
  ): Promise<CommittedListView<RequestEntryView>> {
    const query = parsePollQuery(params);
    const filter = filterOf(params);
    const account = await this.accounts.get(name);
    const page = await this.lists.page(account, query, () => this.read(account.id, filter, query), signal);
    const list = {
      read: (entryFilter: RequestFilter, from: CommitCursorQuery) => this.read(account.id, entryFilter, from),
      asCandidate: (entry: RequestEntry) => ({ name: nameOf(entry), has: hasOf(entry, filter) }),
      none: "no request with this sandbox's keys was added after the cursor",
    };
    const reason = page.isTimedOut
      ? inWords([
          ...(this.settings.requestLog ? [] : ['REQUEST_LOG is off, so requests are not logged']),
          ...(await this.reasons.ofList(account, { ...filter }, query, page, list)),
        ])
      : null;
    return committedListView(page, await this.viewOf(account.id, page.entries), {
      gap: await this.hasGap(account.id, query, page.previous),
      reason,
    });
  }

  /** Throws `not_found`. */
  async find(name: string, id: string): Promise<RequestEntryView> {
    const { id: accountId } = await this.accounts.get(name);
    const one = Prisma.sql`${ENTRIES} WHERE id = ${id} AND account_id = ${accountId}`;
    const [entry] = await this.database.readJson<RequestEntry>(one);
    if (!entry) return failNotFound('request', id);
    return (await this.viewOf(accountId, [entry]))(entry);
  }

  /** The stored requests with these IDs. Throws `not_found` for the sandbox. */
  async findMany(name: string, ids: readonly string[]): Promise<RequestEntryView[]> {
    const { id: accountId } = await this.accounts.get(name);
    const entries = await this.database.readJson<RequestEntry>(
      Prisma.sql`${ENTRIES} WHERE id = ANY(${ids}::text[]) AND account_id = ${accountId}`,
    );
    return entries.map(await this.viewOf(accountId, entries));
  }

  /** Throws `bad_request` and `not_found`. */
  async counts(name: string, livemode: boolean | undefined): Promise<RequestCountsView> {
    const { id } = await this.accounts.get(name);
    const [counts] = await this.database.query<Omit<RequestCountsView, 'object'>>(
      requestCountsSql(id, livemode),
    );
    if (!counts) throw new Error('A statement that has one row had none');
    return { object: 'request_counts', ...counts };
  }

  /** Requests without a valid key, of the whole installation. */
  async listKeyless(params: Params): Promise<CommittedListView<RequestEntryView>> {
    const query = parsePollQuery({
      after: params['after'],
      before: params['before'],
      limit: params['limit'],
    });
    const page = await this.read(null, filterOf(params), query);
    return committedListView(page, (entry) => requestEntryView(entry, null), {
      gap: await this.hasGap('', query, page.previous),
      reason: null,
    });
  }

  /** True if requests after the cursor, or before the first page, were lost or removed. */
  async hasGap(
    accountId: string,
    { after: { xid, id }, before }: CommitCursorQuery,
    previous: string | null,
  ): Promise<boolean> {
    if (before !== undefined && previous !== null) return false;
    const [gap] = await this.database.query<object>(Prisma.sql`
      SELECT 1 FROM request_log_gap WHERE account_id = ${accountId} AND (xid, entry_id) > (${xid}::bigint, ${id})`);
    return gap !== undefined;
  }

  /** The view of these entries: pages with the objects that they are about. */
  private async viewOf(
    accountId: string,
    entries: readonly RequestEntry[],
  ): Promise<(entry: RequestEntry) => RequestEntryView> {
    const pages = entries.filter((entry) => partOf(entry) === 'pages');
    if (pages.length === 0) return (entry) => requestEntryView(entry, null);
    const ids = pages.flatMap(({ page_object: id }) => id ?? []);
    const summaryOf = await readSummaries(this.database, accountId, ids, await this.masks.of(accountId));
    return (entry) => {
      const { page_object: id } = entry;
      const page = { object_id: id, ...summaryOf(id ?? '') };
      return requestEntryView(entry, partOf(entry) === 'pages' ? page : null);
    };
  }

  private read(
    accountId: string | null,
    filter: RequestFilter,
    query: CommitCursorQuery,
  ): Promise<CommittedPage<RequestEntry>> {
    const { part, method, path, status, object, livemode } = filter;
    const conditions = [
      accountId === null ? Prisma.sql`account_id IS NULL` : Prisma.sql`account_id = ${accountId}`,
      ...(part === undefined ? [] : [isOfPart(part)]),
      ...(method === undefined ? [] : [Prisma.sql`method = ${method}`]),
      ...(path === undefined ? [] : [fitsSql(Prisma.sql`path`, path)]),
      ...(status === undefined ? [] : [statusSql(status)]),
      ...(object === undefined ? [] : [isAbout(object)]),
      ...(livemode === undefined ? [] : [Prisma.sql`livemode = ${livemode}`]),
    ];
    return readCommitted(
      this.database,
      [Prisma.sql`${ENTRIES} WHERE ${Prisma.join(conditions, ' AND ')}`],
      query,
    );
  }
}

const ENTRIES = Prisma.sql`SELECT *, CASE WHEN ${IS_PAGE} THEN ${PAGE_OBJECT} END AS page_object FROM request_log`;

/** The pages of a charge have the ID of its payment in their path. */
function isAbout(object: string): Prisma.Sql {
  return Prisma.sql`objects && ARRAY[${object}, (SELECT payment_id FROM charge WHERE id = ${object})]`;
}

function filterOf(params: Params): RequestFilter {
  const part = parseText('part', params['part']);
  const status = parseText('status', params['status']);
  throwProblems(
    'bad_request',
    part === undefined || REQUEST_PARTS.some((known) => known === part)
      ? []
      : [`part must be one of ${REQUEST_PARTS.join(', ')}`],
  );
  throwProblems(
    'bad_request',
    status === undefined || /^([1-5]\d\d|[1-5]xx|in_progress)$/.test(status)
      ? []
      : ['status must be a status such as 200, a class such as 4xx, or in_progress'],
  );
  return {
    part: REQUEST_PARTS.find((known) => known === part),
    method: parseText('method', params['method'])?.toUpperCase(),
    path: parseText('path', params['path']),
    status,
    object: parseText('object', params['object']),
    livemode: parseLivemode(params['livemode']),
  };
}

function statusSql(status: string): Prisma.Sql {
  if (status === 'in_progress') return Prisma.sql`is_in_progress`;
  return status.endsWith('xx')
    ? Prisma.sql`status / 100 = ${Number(status[0])}`
    : Prisma.sql`status = ${Number(status)}`;
}

/** The values of a request in the filter's fields. A value that matches the filter is the filter's own. */
function hasOf(
  entry: RequestEntry,
  { path, status, object }: RequestFilter,
): Record<string, string | boolean | undefined> {
  const has = entry.is_in_progress ? 'in_progress' : String(entry.status);
  const isStatus = status?.endsWith('xx') === true && status[0] === has[0] && has.length === 3;
  return {
    part: partOf(entry),
    method: entry.method,
    path: path !== undefined && fitsPattern(entry.path, path) ? path : entry.path,
    status: isStatus ? status : has,
    object:
      object !== undefined && entry.objects.includes(object) ? object : entry.objects.join(' or ') || 'none',
    livemode: entry.livemode ?? undefined,
  };
}

/** As {@link isOfPart} decides. */
function partOf({ host, path }: RequestEntry): RequestPart {
  if (host === 'vault') return host;
  return host === 'pay' && !path.startsWith('/api/') ? 'pages' : 'api';
}

function nameOf({ id, method, path, status }: RequestEntry): string {
  return `${id} (${method} ${path}: ${status ?? 'no answer'})`;
}

function requestEntryView(entry: RequestEntry, page: RequestEntryView['page']): RequestEntryView {
  const { id, livemode, method, path, query, parameters, status, fault } = entry;
  return {
    object: 'request',
    id,
    state: entry.is_in_progress ? 'in_progress' : 'done',
    livemode,
    host: entry.host as RequestEntryView['host'],
    method,
    path,
    query,
    parameters,
    status,
    answer: answerOf(entry),
    answer_cut: entry.is_answer_cut,
    error: entry.error_code === null ? null : { code: entry.error_code, message: entry.error_message ?? '' },
    duration_ms: entry.duration_ms,
    request_id: entry.request_id,
    key: entry.key_prefix,
    key_kind: entry.key_kind,
    api_version: entry.api_version,
    from_browser: entry.is_from_browser,
    fault,
    page,
    at: new Date(entry.at ?? entry.machine_at).toISOString(),
    machine_at: new Date(entry.machine_at).toISOString(),
  };
}

/** The answer as JSON, or as text if it is truncated, or is not JSON after redaction. */
function answerOf({ answer }: RequestEntry): unknown {
  try {
    return answer === null ? null : (JSON.parse(answer) as unknown);
  } catch {
    return answer;
  }
}
