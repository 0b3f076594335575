import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { commitCursor, type CommitCursorQuery } from '#domain/cursor.js';
import type { WaitingQuery } from '#domain/waiting.js';
import type { CommittedPage } from '#platform/listing/committed-list.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { AccountWatch } from '../accounts/account-watch.js';

/** What is committed already is waited for so long at least, and looked for so often, while a slower transaction keeps it from being listed. */
const BEHIND_MS = 250;
const BEHIND_PAUSE_MS = 5;

/** A page that was waited for. */
export interface WaitedPage<Entry> {
  readonly entries: readonly Entry[];
  readonly next: string;
  readonly previous: string | null;
  /** Those that came when fewer did than were waited for: they come again with the next page. Empty unless the time was over. */
  readonly tooFew: readonly Entry[];
  /** Whether it was waited for in vain. */
  readonly isTimedOut: boolean;
}

/** Waiting for entries of a list that is in the order of commits: the past is looked at first, and whoever commits wakes those who wait. */
@Injectable()
export class WaitingLists {
  constructor(
    private readonly watch: AccountWatch,
    private readonly directory: AccountDirectory,
  ) {}

  /** Ends early with `signal`. Throws `service_unavailable` when the account is closed meanwhile. */
  async page<Entry>(
    { id }: Pick<Account, 'id'>,
    { after, waitMs, count }: WaitingQuery,
    read: () => Promise<CommittedPage<Entry>>,
    signal: AbortSignal,
  ): Promise<WaitedPage<Entry>> {
    const deadline = performance.now() + waitMs;
    let last: CommittedPage<Entry> = await readSoon(read, deadline, signal);
    if (waitMs > 0 && last.entries.length < count && !last.isCut) {
      const look = async (): Promise<true | undefined> => {
        await this.directory.get(id);
        last = await readSoon(read, deadline, signal);
        return last.entries.length < count && !last.isCut ? undefined : true;
      };
      await this.watch.until(id, look, deadline - performance.now(), signal);
    }
    const { entries, next, previous, isCut } = last;
    // Where more is to be looked through, nobody waits for what is still to come.
    if (waitMs === 0 || entries.length >= count || isCut) return { entries, next, previous, tooFew: [], isTimedOut: false };
    // Nothing that came is passed over.
    return { entries: [], previous: null, next: entries.length === 0 ? next : commitCursor(after), tooFew: entries, isTimedOut: true };
  }
}

/** Whether the sandbox was restored since the cursor was given: entries may be gone that came after it, and others be there that come before. */
export function isBeforeRestore({ restoredXid }: Pick<Account, 'restoredXid'>, { xid, id }: CommitCursorQuery['after']): boolean {
  return restoredXid !== null && xid > 0n && (xid < restoredXid || (xid === restoredXid && id === ''));
}

/** Reads again while something is committed that cannot be listed yet: that is over when the transactions of this moment are. */
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
