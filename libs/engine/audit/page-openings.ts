import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '#kernel/lru.js';
import { Log } from '#platform/logging/log.js';
import type { Account } from '../accounts/account.js';
import { Audit } from './audit.js';

/** Objects, with their accounts, whose pages this process knows to have been opened. */
const MAX_KNOWN = 10_000;

/** Records on the timeline when a page is opened for the first time. Reloading it costs nothing. */
@Injectable()
export class PageOpenings {
  private readonly known = new LRUCache<string, true>(atMost(MAX_KNOWN));

  constructor(
    private readonly audit: Audit,
    private readonly log: Log,
  ) {}

  /**
   * Never rejects: the page is shown although its opening cannot be recorded, on a read-only database for
   * example.
   */
  async note(
    account: Account,
    { id, livemode }: { readonly id: string; readonly livemode: boolean },
  ): Promise<void> {
    const key = `${account.id} ${id}`;
    if (this.known.has(key)) return;
    try {
      await this.audit.recordOpened(account, id, livemode);
      this.known.set(key, true);
    } catch (error) {
      this.log.warn('the opening of a page could not be recorded', {
        object: id,
        reason: (error as Error).message,
      });
    }
  }
}
