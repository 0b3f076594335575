import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { commitCursor, type CommitCursorQuery } from '#kernel/cursor.js';
import { Database } from '#platform/database/database.js';
import { untilListed, type CommittedPage } from '#platform/listing/committed-list.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { AccountWatch } from '../accounts/account-watch.js';
import type { PollQuery } from './rules/long-poll.js';

/**
 * While an open transaction keeps committed entries off the list, a read is repeated this often, for at least
 * this long.
 */
const BEHIND_MS = 500;
const BEHIND_PAUSE_MS = 5;

export interface PolledPage<Entry> {
  readonly entries: readonly Entry[];
  readonly next: string;
  readonly previous: string | null;
  /** See {@link CommittedPage.isBehind}. */
  readonly isBehind: boolean;
  /**
   * When the wait timed out with fewer entries than asked for: those entries. The next page has them again.
   */
  readonly tooFew: readonly Entry[];
  readonly isTimedOut: boolean;
}

/** Waits for entries of lists in commit order. It reads existing entries first, and is woken by commits. */
@Injectable()
export class PolledLists {
  constructor(
    private readonly database: Database,
    private readonly watch: AccountWatch,
    private readonly directory: AccountDirectory,
  ) {}

  /**
   * Waits for `count` entries, until `waitMs` or `signal`. Without `waitMs` it answers what is committed by
   * now, and waits at most half a second for older transactions that are still open. Throws
   * `service_unavailable` when the account is closed meanwhile.
   */
  async page<Entry>(
    { id }: Pick<Account, 'id'>,
    { after, limit, waitMs, count }: PollQuery,
    read: () => Promise<CommittedPage<Entry>>,
    signal: AbortSignal,
  ): Promise<PolledPage<Entry>> {
    if (waitMs === 0) return { ...(await this.readListed(read, limit)), tooFew: [], isTimedOut: false };
    const deadline = performance.now() + waitMs;
    let last: CommittedPage<Entry> = await readSoon(read, deadline, signal);
    if (last.entries.length < count && !last.isCut) {
      const look = async (): Promise<true | undefined> => {
        await this.directory.get(id);
        last = await readSoon(read, deadline, signal);
        return last.entries.length < count && !last.isCut ? undefined : true;
      };
      await this.watch.until(id, look, deadline - performance.now(), signal);
    }
    const { entries, next, previous, isBehind, isCut } = last;
    // A page that was cut by the limit of a search is answered at once: the next page searches on.
    if (entries.length >= count || isCut)
      return { entries, next, previous, isBehind, tooFew: [], isTimedOut: false };
    // The cursor stays before the entries that came, so that the next page has them.
    const from = entries.length === 0 ? next : commitCursor(after);
    return { entries: [], previous: null, next: from, isBehind, tooFew: entries, isTimedOut: true };
  }

  private async readListed<Entry>(
    read: () => Promise<CommittedPage<Entry>>,
    limit: number,
  ): Promise<CommittedPage<Entry>> {
    const page = await read();
    if (!page.isBehind || page.entries.length === limit) return page;
    await untilListed(this.database, BEHIND_MS);
    return read();
  }
}

/**
 * True if the sandbox was restored after the cursor was issued: entries after it may be gone, and new ones
 * may precede it.
 */
export function isBeforeRestore(
  { restoredXid }: Pick<Account, 'restoredXid'>,
  { xid, id }: CommitCursorQuery['after'],
): boolean {
  return restoredXid !== null && xid > 0n && (xid < restoredXid || (xid === restoredXid && id === ''));
}

/** Reads again while committed entries cannot be listed yet, because of transactions that are open now. */
async function readSoon<Entry>(
  read: () => Promise<CommittedPage<Entry>>,
  deadline: number,
  signal: AbortSignal,
): Promise<CommittedPage<Entry>> {
  const end = Math.max(deadline, performance.now() + BEHIND_MS);
  let page = await read();
  while (page.isBehind && page.entries.length === 0 && performance.now() < end && !signal.aborted) {
    await delay(BEHIND_PAUSE_MS);
    page = await read();
  }
  return page;
}
