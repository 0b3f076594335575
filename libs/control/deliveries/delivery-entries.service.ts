import { Injectable } from '@nestjs/common';
import type { CommitCursorQuery } from '#kernel/cursor.js';
import { throwProblems } from '#kernel/errors.js';
import { fitsPattern } from '#kernel/wildcard.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { readCommitted, type CommittedEntry, type CommittedPage } from '#platform/listing/committed-list.js';
import { fitsSql } from '#platform/listing/pattern-sql.js';
import { parseLivemode, parseText, parsePollQuery, parseWords } from '#engine/long-poll/rules/long-poll.js';
import type { Account } from '#engine/accounts/account.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { isBeforeRestore, PolledLists } from '#engine/long-poll/polled-lists.js';
import { HAS_FAILED } from '#engine/webhooks/delivery-counts.queries.js';
import { MetadataMask } from '../timeline/metadata-mask.js';
import { committedListView, type CommittedListView } from '../timeline/list.view.js';
import { lookForWords } from '../timeline/timeline.queries.js';
import { inWords, WaitReasons, type Candidate } from '../timeline/wait-reasons.js';
import { withFacts } from './delivery-facts.queries.js';
import { statusProblem } from './delivery.dto.js';
import { deliverySummaryView, type DeliverySummaryView, type ListedDeliveryView } from './delivery.view.js';

interface Filter {
  readonly status?: string | undefined;
  readonly key?: string | undefined;
  readonly object?: string | undefined;
  readonly uri?: string | undefined;
  readonly livemode?: boolean | undefined;
}

interface Entry extends CommittedEntry {
  readonly livemode: boolean;
  readonly event_id: string;
  readonly key: string;
  readonly object_id: string;
  readonly uri: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly fault: string | null;
}

const COLUMNS = Prisma.sql`
  delivery.id, delivery.xid, delivery.livemode, event_id, key, object_id, uri, status, attempt_count, delivery.created_at, next_attempt_at, delivery.fault`;
const FROM = Prisma.sql`FROM webhook_delivery delivery JOIN event ON event.id = event_id`;
/** The column of the text to search. */
const WORDS = Prisma.sql`, lower(concat_ws(' ', delivery.id, event_id, key, object_id, uri, status, delivery.fault, request_id, body)) AS words`;

/** The deliveries of a sandbox in commit order. One that changes its status is listed again at the end. */
@Injectable()
export class DeliveryEntriesService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly lists: PolledLists,
    private readonly reasons: WaitReasons,
    private readonly masks: MetadataMask,
  ) {}

  /** Throws `bad_request` and `not_found`. */
  async list(
    name: string,
    params: Params,
    signal: AbortSignal,
  ): Promise<CommittedListView<ListedDeliveryView>> {
    const query = parsePollQuery(params);
    const filter = {
      status: parseText('status', params['status']),
      key: parseText('key', params['key']),
      object: parseText('object', params['object']),
      uri: parseText('uri', params['uri']),
      livemode: parseLivemode(params['livemode']),
    };
    const words = parseWords('search', params['search']);
    const problem = filter.status === undefined ? undefined : statusProblem(filter.status);
    throwProblems('bad_request', problem === undefined ? [] : [problem]);
    const account = await this.accounts.get(name);
    const page = await this.lists.page(
      account,
      query,
      () => this.read(account, filter, query, words),
      signal,
    );
    const waited = {
      read: (entryFilter: Filter, from: CommitCursorQuery) => this.read(account, entryFilter, from),
      asCandidate: (entry: Entry) => asCandidate(entry, filter),
      none: 'no delivery was added after the cursor',
      listsAgain: true,
      growsByWork: true,
    };
    const reason = page.isTimedOut
      ? inWords(await this.reasons.ofList(account, filter, query, page, waited))
      : null;
    const gap = isBeforeRestore(account, query.after);
    const list = committedListView(page, entryView, { gap, reason });
    const mask = await this.masks.of(account.id);
    const data = await withFacts(this.database, account.id, list.data, mask);
    return { ...list, data };
  }

  private read(
    { id }: Account,
    { status, key, object, uri, livemode }: Filter,
    query: CommitCursorQuery,
    words: readonly string[] = [],
  ): Promise<CommittedPage<Entry>> {
    const conditions = [
      Prisma.sql`delivery.account_id = ${id}`,
      ...(status === undefined ? [] : [statusSql(status)]),
      ...(key === undefined ? [] : [Prisma.sql`key = ${key}`]),
      ...(object === undefined ? [] : [Prisma.sql`object_id = ${object}`]),
      ...(uri === undefined ? [] : [fitsSql(Prisma.sql`uri`, uri)]),
      ...(livemode === undefined ? [] : [Prisma.sql`delivery.livemode = ${livemode}`]),
    ];
    const looked = words.length === 0 ? Prisma.empty : WORDS;
    const found = Prisma.sql`SELECT ${COLUMNS}${looked} ${FROM} WHERE ${Prisma.join(conditions, ' AND ')}`;
    return readCommitted(this.database, [found], query, lookForWords(words));
  }
}

/**
 * The status as a literal, because partial indexes do not match parameters. The status has been validated.
 */
function statusSql(status: string): Prisma.Sql {
  return status === 'retrying'
    ? Prisma.sql`status = 'pending' AND ${HAS_FAILED}`
    : Prisma.sql`status = ${Prisma.raw(`'${status}'`)}`;
}

function asCandidate(
  { id, status, key, object_id: object, uri, livemode }: Entry,
  filter: Filter,
): Candidate {
  const isThere = filter.uri !== undefined && fitsPattern(uri, filter.uri);
  return {
    name: `${id} (${key} of ${object})`,
    has: { status, key, object, uri: isThere ? filter.uri : uri, livemode },
  };
}

function entryView(entry: Entry): DeliverySummaryView {
  const {
    id,
    livemode,
    event_id: eventId,
    key,
    object_id: objectId,
    uri,
    status,
    attempt_count: attemptCount,
    fault,
  } = entry;
  const nextAttemptAt = entry.next_attempt_at === null ? null : new Date(entry.next_attempt_at);
  const createdAt = new Date(entry.created_at);
  return deliverySummaryView({
    id,
    livemode,
    eventId,
    event: { key, objectId },
    uri,
    status,
    attemptCount,
    createdAt,
    nextAttemptAt,
    fault,
  });
}
