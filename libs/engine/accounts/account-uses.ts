import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Log } from '#platform/logging/log.js';
import type { Account } from './account.js';

/** The delay before a use is written to the database. The sweeper of sandboxes waits longer. */
export const NOTE_DELAY_MS = 1_000;

/** When sandboxes with a TTL were last used: collected in memory, and written once a second. */
@Injectable()
export class AccountUses implements BeforeApplicationShutdown {
  private usedAt = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  note({ id, hasTtl }: Pick<Account, 'id' | 'hasTtl'>): void {
    if (!hasTtl) return;
    this.usedAt.set(id, this.clock.machineNow());
    this.timer ??= setTimeout(() => void this.write(), NOTE_DELAY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.write();
  }

  /** Never rejects: a use that cannot be written is dropped, and the next one is written. */
  private async write(): Promise<void> {
    this.timer = undefined;
    const uses = [...this.usedAt].map(([account_id, at]) => ({ account_id, at }));
    this.usedAt = new Map();
    if (uses.length === 0) return;
    try {
      await this.database.$executeRaw`
        UPDATE sandbox SET expires_at = greatest(expires_at, at + ttl_ms * interval '1 millisecond')
        FROM json_to_recordset(${JSON.stringify(uses)}::json) AS used (account_id text, at timestamptz)
        WHERE sandbox.account_id = used.account_id AND ttl_ms IS NOT NULL`;
    } catch (error) {
      this.log.warn('writing the last use of sandboxes failed', { reason: (error as Error).message });
    }
  }
}
