import { Injectable } from '@nestjs/common';
import type { CommitCursorQuery } from '#kernel/cursor.js';
import { Database } from '#platform/database/database.js';
import type { CommittedEntry, CommittedPage } from '#platform/listing/committed-list.js';
import type { PollQuery } from '#engine/long-poll/rules/long-poll.js';
import type { Account } from '#engine/accounts/account.js';
import type { PolledPage } from '#engine/long-poll/polled-lists.js';
import { DueItems } from '../clock/due-items.js';

/** The entries after the cursor that are compared with the filter. */
const NEAR_LIMIT = 100;
const START = { xid: 0n, id: '' };

/** The parameters of the wait by name; `undefined` for a parameter that was not sent. */
type FilterValues = Readonly<Record<string, string | number | boolean | undefined>>;

type EntryFilter = FilterValues & {
  readonly object?: string | undefined;
  readonly livemode?: boolean | undefined;
};

/** A received entry, with its values of the filter's fields. */
export interface Candidate {
  /** Its name in a sentence: `evnt_test_… (charge.create of chrg_test_…)`. */
  readonly name: string;
  readonly has: FilterValues;
}

/** A list of entries that can be waited for. */
interface WaitedList<Entry, Filter> {
  readonly read: (filter: Partial<Filter>, query: CommitCursorQuery) => Promise<CommittedPage<Entry>>;
  readonly asCandidate: (entry: Entry) => Candidate;
  /** The sentence for a wait without any entry. */
  readonly none: string;
  /** True if a changed entry moves to the end of the list. Matches before the cursor are not reported then. */
  readonly listsAgain?: boolean;
  /** True if due work adds entries. The clock and the next due work are reported then. */
  readonly growsByWork?: boolean;
}

/** Explains why a wait timed out, for the author of a test. */
@Injectable()
export class WaitReasons {
  constructor(
    private readonly database: Database,
    private readonly dueItems: DueItems,
  ) {}

  /** Sentences about near misses, the object of the filter and the sandbox. */
  async ofList<Entry extends CommittedEntry, Filter extends EntryFilter>(
    account: Account,
    filter: Filter,
    { after, count }: PollQuery,
    { tooFew }: PolledPage<Entry>,
    { read, asCandidate, none, listsAgain = false, growsByWork = false }: WaitedList<Entry, Filter>,
  ): Promise<string[]> {
    const isBeforeCursor = tooFew.length === 0 && !listsAgain;
    const [since, earlier, ofObject, ofSandbox] = await Promise.all([
      read({}, { after, limit: NEAR_LIMIT }),
      isBeforeCursor ? read(filter, { after: START, limit: 1 }) : undefined,
      this.ofObject(account, filter.object),
      growsByWork ? this.ofSandbox(account, filter.livemode) : [],
    ]);
    const others = since.entries.filter(({ id }) => !tooFew.some((one) => one.id === id));
    const names = tooFew.map((one) => asCandidate(one).name);
    return [
      ...(tooFew.length > 0 ? [`only ${tooFew.length} of ${count} arrived: ${names.join(', ')}`] : []),
      ...(since.entries.length === 0 ? [none] : closest(filter, others.map(asCandidate))),
      ...(earlier?.entries ?? []).map((one) => `${asCandidate(one).name} matches, but is before the cursor`),
      ...ofObject,
      ...ofSandbox,
    ];
  }

  /** Reasons about the whole sandbox: its clock, the next due work, and a missing webhook URL. */
  async ofSandbox(account: Account, livemode: boolean | undefined): Promise<string[]> {
    const [[next], endpoints] = await Promise.all([
      this.dueItems.next(account.id, 1),
      this.database.webhookEndpoint.count({
        where: { accountId: account.id, ...(livemode !== undefined && { livemode }) },
      }),
    ]);
    const due = next
      ? `the next item is due at ${next.at.toISOString()}: ${next.kind} of ${next.objectId}`
      : 'nothing is due';
    return [
      ...(account.frozenAt
        ? [`the clock is frozen at ${account.frozenAt.toISOString()}, and ${due}`]
        : [due]),
      ...(endpoints === 0 ? ['the sandbox has no webhook_uri; set one to receive webhooks'] : []),
    ];
  }

  /** Why this sandbox has no event about the object. */
  async ofObject(account: Account, objectId: string | undefined): Promise<string[]> {
    if (objectId === undefined) return [];
    const event = await this.database.event.findFirst({ where: { objectId }, select: { accountId: true } });
    if (event?.accountId === account.id) return [];
    if (!event) return [`there is no event about ${objectId}`];
    const owner = await this.database.account.findFirst({
      where: { id: event.accountId },
      select: { publicId: true },
    });
    return owner?.publicId === account.publicId
      ? [`${objectId} was created before the sandbox was reset`]
      : [`${objectId} was created with the key of another sandbox`];
  }
}

export function inWords(sentences: readonly string[]): string {
  return sentences.join('; ');
}

/** The entry with the fewest differences from the filter, and these differences. */
function closest(filter: FilterValues, came: readonly Candidate[]): string[] {
  const [best] = came
    .map((one) => ({ ...one, differing: differing(filter, one.has) }))
    .toSorted((a, b) => a.differing.length - b.differing.length);
  if (!best) return [];
  const differences = best.differing.map(
    (name) => `its ${name} is ${String(best.has[name])}, not ${String(filter[name])}`,
  );
  return differences.length === 0 ? [] : [`the closest match is ${best.name}: ${differences.join(', ')}`];
}

function differing(filter: FilterValues, has: FilterValues): string[] {
  return Object.keys(filter).filter((name) => filter[name] !== undefined && filter[name] !== has[name]);
}
