import { Injectable } from '@nestjs/common';
import { throwProblems } from '#kernel/errors.js';
import { madeAt } from '#kernel/ids.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { readCommitted, type CommittedEntry, type CommittedPage } from '#platform/listing/committed-list.js';
import {
  parseLivemode,
  parseText,
  parseTruth,
  parsePollQuery,
  parseWords,
} from '#engine/long-poll/rules/long-poll.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { isBeforeRestore, PolledLists } from '#engine/long-poll/polled-lists.js';
import { readSummaries } from '../lists/object-summaries.queries.js';
import { MetadataMask } from './metadata-mask.js';
import { committedListView, type CommittedListView } from './list.view.js';
import { RequestEntriesService } from './request-entries.service.js';
import { TIMELINE_KINDS, type TimelineEntryView, type TimelineKind } from './timeline-entry.view.js';
import { lookForWords, timelineQueries, type TimelineFilter } from './timeline.queries.js';
import { inWords, WaitReasons } from './wait-reasons.js';

interface TimelineEntry extends CommittedEntry {
  readonly kind: TimelineKind;
  readonly livemode: boolean | null;
  readonly at: string;
  /** Null if the id contains it. */
  readonly machine_at: string | null;
  readonly request_id: string | null;
  readonly trigger: string | null;
  readonly object_id: string | null;
  readonly details: { readonly host?: string; readonly metadata?: object | null };
}

@Injectable()
export class TimelineService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly lists: PolledLists,
    private readonly requests: RequestEntriesService,
    private readonly reasons: WaitReasons,
    private readonly masks: MetadataMask,
  ) {}

  /** Throws `bad_request` and `not_found`. */
  async list(
    name: string,
    params: Params,
    signal: AbortSignal,
  ): Promise<CommittedListView<TimelineEntryView>> {
    const query = parsePollQuery(params);
    const filter = filterOf(params);
    const account = await this.accounts.get(name);
    const read = (): Promise<CommittedPage<TimelineEntry>> =>
      readCommitted<TimelineEntry>(
        this.database,
        timelineQueries(account.id, filter),
        query,
        lookForWords(filter.words),
      );
    const page = await this.lists.page(account, query, read, signal);
    const gap =
      isBeforeRestore(account, query.after) ||
      (filter.kinds.includes('request') && (await this.requests.hasGap(account.id, query, page.previous)));
    const reason = page.isTimedOut
      ? inWords([
          `${page.tooFew.length} of ${query.count} entries were added after the cursor`,
          ...(await this.reasons.ofObject(account, filter.object)),
          ...(await this.reasons.ofSandbox(account, filter.livemode)),
        ])
      : null;
    const mask = await this.masks.of(account.id);
    const paid = page.entries.filter(isOfPage).map(({ object_id: id }) => id ?? '');
    const summaryOf = await readSummaries(this.database, account.id, paid, (metadata) => metadata);
    const view = (entry: TimelineEntry): TimelineEntryView =>
      timelineEntryView(
        isOfPage(entry)
          ? { ...entry, details: { ...entry.details, ...summaryOf(entry.object_id ?? '') } }
          : entry,
        mask,
      );
    return committedListView(page, view, { gap, reason });
  }
}

function filterOf(params: Params): TimelineFilter {
  const named = parseText('kinds', params['kinds'])?.split(',');
  const unknown = named?.filter((kind) => !TIMELINE_KINDS.some((known) => known === kind)) ?? [];
  throwProblems(
    'bad_request',
    unknown.length === 0 ? [] : [`kinds must be a comma-separated list of ${TIMELINE_KINDS.join(', ')}`],
  );
  return {
    kinds: TIMELINE_KINDS.filter((kind) => named === undefined || named.includes(kind)),
    object: parseText('object', params['object']),
    hasRelated: parseTruth('related', params['related']) ?? false,
    livemode: parseLivemode(params['livemode']),
    words: parseWords('search', params['search']),
  };
}

function isOfPage({ kind, details }: TimelineEntry): boolean {
  return kind === 'page' || details.host === 'pay';
}

function timelineEntryView(
  { kind, id, livemode, object_id, request_id, trigger, details, at, machine_at }: TimelineEntry,
  mask: (metadata: object) => object,
): TimelineEntryView {
  const machineAt = machine_at === null ? madeAt(id) : new Date(machine_at);
  const times = { at: new Date(at).toISOString(), machine_at: machineAt.toISOString() };
  const { metadata } = details;
  const shown = metadata ? { ...details, metadata: mask(metadata) } : details;
  return {
    object: 'timeline_entry',
    kind,
    id,
    livemode,
    object_id,
    request_id,
    trigger,
    ...times,
    details: shown,
  };
}
