import { Injectable } from '@nestjs/common';
import { madeAt } from '#kernel/ids.js';
import type { CommitCursorQuery } from '#kernel/cursor.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { readCommitted, type CommittedEntry, type CommittedPage } from '#platform/listing/committed-list.js';
import { parseLivemode, parseText, parsePollQuery, parseWords } from '#engine/long-poll/rules/long-poll.js';
import type { Account } from '#engine/accounts/account.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { isBeforeRestore, PolledLists } from '#engine/long-poll/polled-lists.js';
import { MetadataMask, withMaskedMetadata } from './metadata-mask.js';
import type { EventEntryView } from './event-entry.view.js';
import { committedListView, type CommittedListView } from './list.view.js';
import { lookForWords } from './timeline.queries.js';
import { inWords, WaitReasons, type Candidate } from './wait-reasons.js';

interface EventFilter {
  readonly key?: string | undefined;
  readonly object?: string | undefined;
  readonly livemode?: boolean | undefined;
}

interface EventEntry extends CommittedEntry {
  readonly key: string;
  readonly object_id: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly machine_at: string | null;
  readonly request_id: string | null;
  readonly data: unknown;
}

/** The events of a sandbox, in commit order. */
@Injectable()
export class EventEntriesService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly lists: PolledLists,
    private readonly reasons: WaitReasons,
    private readonly masks: MetadataMask,
  ) {}

  /** Throws `bad_request` and `not_found`. */
  async list(name: string, params: Params, signal: AbortSignal): Promise<CommittedListView<EventEntryView>> {
    const query = parsePollQuery(params);
    const filter = {
      key: parseText('key', params['key']),
      object: parseText('object', params['object']),
      livemode: parseLivemode(params['livemode']),
    };
    const words = parseWords('search', params['search']);
    const account = await this.accounts.get(name);
    const page = await this.lists.page(
      account,
      query,
      () => this.read(account, filter, query, words),
      signal,
    );
    const list = {
      read: (entryFilter: EventFilter, from: CommitCursorQuery) => this.read(account, entryFilter, from),
      asCandidate,
      none: 'no event was added after the cursor',
      growsByWork: true,
    };
    const reason = page.isTimedOut
      ? inWords(await this.reasons.ofList(account, filter, query, page, list))
      : null;
    const mask = await this.masks.of(account.id);
    return committedListView(page, (entry) => eventEntryView(entry, mask), {
      gap: isBeforeRestore(account, query.after),
      reason,
    });
  }

  private read(
    { id }: Account,
    { key, object, livemode }: EventFilter,
    query: CommitCursorQuery,
    words: readonly string[] = [],
  ): Promise<CommittedPage<EventEntry>> {
    const conditions = [
      Prisma.sql`account_id = ${id}`,
      ...(key === undefined ? [] : [Prisma.sql`key = ${key}`]),
      ...(object === undefined ? [] : [Prisma.sql`object_id = ${object}`]),
      ...(livemode === undefined ? [] : [Prisma.sql`livemode = ${livemode}`]),
    ];
    const looked = words.length === 0 ? Prisma.empty : WORDS;
    const found = Prisma.sql`SELECT ${COLUMNS}${looked} FROM event WHERE ${Prisma.join(conditions, ' AND ')}`;
    return readCommitted(this.database, [found], query, lookForWords(words));
  }
}

const COLUMNS = Prisma.sql`id, xid, key, object_id, livemode, created_at, machine_at, request_id, body::json->'data' AS data`;
/** The text that words are searched in. */
const WORDS = Prisma.sql`, lower(concat_ws(' ', id, key, object_id, request_id, body)) AS words`;

function asCandidate({ id, key, object_id: object, livemode }: EventEntry): Candidate {
  return { name: `${id} (${key} of ${object})`, has: { key, object, livemode } };
}

function eventEntryView(
  { id, livemode, key, object_id, request_id, created_at, machine_at, data }: EventEntry,
  mask: (metadata: object) => object,
): EventEntryView {
  const machineAt = machine_at === null ? madeAt(id) : new Date(machine_at);
  const times = { at: new Date(created_at).toISOString(), machine_at: machineAt.toISOString() };
  const shown = withMaskedMetadata(data, mask);
  return { object: 'event', id, livemode, key, object_id, request_id, ...times, data: shown };
}
