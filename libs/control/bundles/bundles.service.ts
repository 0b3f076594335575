import { Injectable } from '@nestjs/common';
import { fail, failNotFound } from '#kernel/errors.js';
import { objectOfId } from '#kernel/ids.js';
import { SECOND_MS } from '#kernel/time.js';
import { FairSemaphore } from '#platform/contention/fair-semaphore.js';
import { Database } from '#platform/database/database.js';
import { LongTransactions } from '#platform/database/long-transactions.js';
import { untilListed } from '#platform/listing/committed-list.js';
import { MASKED } from '#platform/logging/masking.js';
import { exportedRow, maskedIn, withoutEmails } from '../snapshots/rules/exported-row.js';
import { MAX_BUNDLE_ENTRIES } from '../snapshots/rules/file-rules.js';
import { allTextsRemoved, withoutPersonalText } from '../snapshots/rules/personal-texts.js';
import { fileHeader, fileText } from '../snapshots/snapshot-file.js';
import { SnapshotStore, type PresentState } from '../snapshots/snapshot.store.js';
import { RequestEntriesService } from '../timeline/request-entries.service.js';
import type { RequestEntryView } from '../timeline/request-entry.view.js';
import type { TimelineEntryView } from '../timeline/timeline-entry.view.js';
import { TimelineService } from '../timeline/timeline.service.js';
import { SoakFindings } from '../soaks/soak-findings.js';
import { storyRows, type StoryTable } from './story-rows.js';

const PAGE_SIZE = 100;
/** The most bundles in memory at once, those of one sandbox, and the wait for a place. */
const MAX_BUNDLES = 2;
const MAX_BUNDLES_OF_ONE = 1;
const PLACE_WAIT_MS = 30 * SECOND_MS;
/** Limit of the wait for entries that are committed, but not listed yet. */
const LISTED_LIMIT_MS = 2 * SECOND_MS;
const BAD_REQUEST = 400;

export interface BundleOptions {
  readonly hasPersonalData: boolean;
  /** Metadata key of the order, which stays. */
  readonly orderKey: string;
  /** ID of a soak that found the object. */
  readonly soak: string | undefined;
}

interface Story extends PresentState {
  readonly tables: readonly StoryTable[];
}

/** Saves the story of one object as a file that an import reads. */
@Injectable()
export class BundlesService {
  private readonly places = new FairSemaphore(MAX_BUNDLES, MAX_BUNDLES_OF_ONE, PLACE_WAIT_MS);

  constructor(
    private readonly database: Database,
    private readonly transactions: LongTransactions,
    private readonly snapshots: SnapshotStore,
    private readonly timeline: TimelineService,
    private readonly requests: RequestEntriesService,
    private readonly findings: SoakFindings,
  ) {}

  /**
   * Sends the text of the file, which is in memory until then. Throws `bad_request`, `not_found`, and
   * `service_unavailable` if too many are saved.
   */
  save(
    sandbox: string,
    object: string,
    options: BundleOptions,
    signal: AbortSignal,
    send: (text: AsyncIterable<string>) => Promise<void>,
  ): Promise<void> {
    return this.places.run(
      sandbox,
      async () => send(await this.text(sandbox, object, options, signal)),
      () => fail('service_unavailable', 'too many concurrent bundles; retry'),
    );
  }

  private async text(
    sandbox: string,
    object: string,
    { hasPersonalData, orderKey, soak }: BundleOptions,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<string>> {
    const kind =
      objectOfId(object) ?? fail('bad_request', 'object must be the ID of an object, such as a charge');
    const { tables, accountId, ...state } = await this.read(sandbox, object);
    if (tables.every(({ rows }) => rows.length === 0)) failNotFound(kind, object);
    const found = soak === undefined ? undefined : await this.findings.of(accountId, soak, object);
    await untilListed(this.database, LISTED_LIMIT_MS);
    const { entries, cutAt } = await this.entries(sandbox, object, orderKey, signal);
    const xids = tables.flatMap(({ rows }) => rows.flatMap(({ xid }) => xid ?? []));
    const orders = [...new Set(xids.map(Number))].toSorted((one, other) => one - other);
    const orderOf = new Map(orders.map((xid, index) => [xid, index + 1]));
    const pages = [
      entries.map((entry) => ({
        entry: hasPersonalData ? entry : anonymousEntry(entry, orderKey),
      })),
      ...tables.map(({ table, rows }) =>
        rows.flatMap((row) => {
          const order = orderOf.get(Number(row['xid']));
          return exportedRow(table, row, { order, hasPersonalData, keptKey: orderKey }) ?? [];
        }),
      ),
    ];
    const header = await fileHeader({
      ...state,
      settings: { ...state.settings },
      hasPersonalData,
      bundle: { object, ...(cutAt !== undefined && { cut_at: cutAt }), ...(found && { soak: found }) },
    });
    return fileText(header, pages, orders.length);
  }

  private read(sandbox: string, object: string): Promise<Story> {
    return this.transactions.transact(sandbox, { isolation: 'repeatable read' }, async (transaction) => {
      const state = await this.snapshots.present(transaction, sandbox);
      return { ...state, tables: await storyRows(transaction, state.accountId, object) };
    });
  }

  /**
   * The story in the timeline, without credentials in addresses. Requests have parameters and response.
   * `cutAt` is the machine time of the last entry if more follow.
   */
  private async entries(
    sandbox: string,
    object: string,
    orderKey: string,
    signal: AbortSignal,
  ): Promise<{ entries: TimelineEntryView[]; cutAt: string | undefined }> {
    const found: TimelineEntryView[] = [];
    for (let after: string | undefined; found.length <= MAX_BUNDLE_ENTRIES;) {
      const query = {
        object,
        related: 'true',
        limit: String(PAGE_SIZE),
        ...(after !== undefined && { after }),
      };
      const page = await this.timeline.list(sandbox, query, signal);
      if (page.data.length === 0) break;
      found.push(...page.data);
      after = page.next;
    }
    const entries = found.slice(0, MAX_BUNDLE_ENTRIES);
    const cutAt = found.length > MAX_BUNDLE_ENTRIES ? entries.at(-1)?.machine_at : undefined;
    const ids = entries.flatMap(({ kind, id }) => (kind === 'request' ? [id] : []));
    const exchanges = new Map((await this.requests.findMany(sandbox, ids)).map((one) => [one.id, one]));
    const masked = entries.map(
      (entry) => maskedIn(withExchange(entry, exchanges.get(entry.id)), orderKey) as TimelineEntryView,
    );
    return { entries: masked, cutAt };
  }
}

function withExchange(entry: TimelineEntryView, exchange: RequestEntryView | undefined): TimelineEntryView {
  if (!exchange) return entry;
  const { parameters, answer, answer_cut: isCut } = exchange;
  return { ...entry, details: { ...entry.details, parameters, answer: isCut ? null : answer } };
}

/** The state of a request is no state of an address. */
function anonymousEntry(entry: TimelineEntryView, orderKey: string): object {
  const anonymous = withoutPersonalText(entry, orderKey) as TimelineEntryView;
  if (entry.kind !== 'request') return anonymous;
  const { state, status, path } = entry.details as { state: string; status: number | null; path: string };
  const { parameters } = anonymous.details as { parameters?: Readonly<Record<string, unknown>> | null };
  const shown = parameters && anonymousParameters(parameters, status !== null && status >= BAD_REQUEST);
  return {
    ...anonymous,
    details: { ...anonymous.details, state, path: withoutEmails(path), parameters: shown },
  };
}

/** An unknown name may be a person's, and so may any value that was rejected. */
function anonymousParameters(parameters: Readonly<Record<string, unknown>>, isRejected: boolean): object {
  const named = Object.entries(parameters).filter(([, value]) => value !== MASKED);
  return Object.fromEntries(
    named.map(([name, value]) => [name, isRejected && name !== 'metadata' ? allTextsRemoved(value) : value]),
  );
}
