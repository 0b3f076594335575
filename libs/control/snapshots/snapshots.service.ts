import { Inject, Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import type { Snapshot } from '#platform/database/generated/client.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Audit } from '#engine/audit/audit.js';
import { DefaultRecipient } from '#resources/recipients/default-recipient.js';
import { cachedNamesOf } from '../sandboxes/epoch-statement.js';
import { SnapshotDiff } from './snapshot-diff.js';
import { SnapshotExport } from './snapshot-export.js';
import { SnapshotImport } from './snapshot-import.js';
import { ReceivedFiles } from './received-file.js';
import { SnapshotStore, type BegunEpoch } from './snapshot.store.js';
import {
  snapshotView,
  type DeletedSnapshotView,
  type DiffView,
  type RestoreView,
  type SnapshotListView,
  type SnapshotView,
} from './snapshot.view.js';

@Injectable()
export class SnapshotsService {
  private readonly files: ReceivedFiles;

  constructor(
    private readonly store: SnapshotStore,
    private readonly imports: SnapshotImport,
    private readonly exports: SnapshotExport,
    private readonly diffs: SnapshotDiff,
    private readonly recipients: DefaultRecipient,
    private readonly accounts: SandboxAccounts,
    private readonly audit: Audit,
    private readonly watch: AccountWatch,
    private readonly invalidations: Invalidations,
    private readonly database: Database,
    @Inject(SETTINGS) { importMaxBytes }: Settings,
  ) {
    this.files = new ReceivedFiles(importMaxBytes);
  }

  /** Throws `not_found`, and `bad_request` when the name is taken or there are too many. */
  async create(sandbox: string, name: string): Promise<SnapshotView> {
    const account = await this.accounts.get(sandbox);
    // The default recipient is made when it is first read. Made only after the snapshot, it would get another
    // id after a restore.
    for (const livemode of [false, true]) await this.recipients.load({ accountId: account.id, livemode });
    const saved = await this.store.save(sandbox, name);
    await this.audit.record(account, { action: 'save', objectId: name });
    return snapshotView(saved);
  }

  /** Throws `not_found`. */
  async list(sandbox: string, after: bigint, limit: number): Promise<SnapshotListView> {
    await this.accounts.get(sandbox);
    const found = await this.store.list(sandbox, after, limit + 1);
    const shown = found.slice(0, limit);
    return {
      object: 'list',
      data: shown.map(snapshotView),
      next: found.length > limit ? String(shown.at(-1)?.id) : null,
    };
  }

  /** Restores the snapshot in a new epoch. Throws `not_found`. */
  async restore(sandbox: string, name: string): Promise<RestoreView> {
    await this.accounts.get(sandbox);
    return this.answer(await this.store.restore(sandbox, name), { snapshot: name, object_id: null });
  }

  /** Streams the snapshot as a file. Throws `not_found`. */
  async export(
    sandbox: string,
    name: string,
    isWithoutPersonalData: boolean,
  ): Promise<AsyncGenerator<string>> {
    return this.exports.write(await this.find(sandbox, name), !isWithoutPersonalData);
  }

  /**
   * Replaces the sandbox's state by the file, in a new epoch. Throws `not_found`, `body_too_large`, `bad_request`
   * with what is wrong with the file, and `service_unavailable` if too many are imported.
   */
  async import(
    sandbox: string,
    body: AsyncIterable<Buffer>,
    hasNewIds: boolean | undefined,
    signal: AbortSignal,
  ): Promise<RestoreView> {
    const { idSeed } = await this.accounts.get(sandbox);
    const begun = await this.files.receive(sandbox, body, (file) =>
      this.imports.replace(sandbox, file, { hasNewIds, idSeed, signal }),
    );
    return this.answer(begun, { snapshot: null, object_id: begun.object });
  }

  /** Throws `not_found`. */
  async diff(sandbox: string, before: string, after: string): Promise<DiffView> {
    const { id } = await this.accounts.get(sandbox);
    return this.diffs.compare(id, await this.find(sandbox, before), await this.find(sandbox, after));
  }

  /** Throws `not_found`. */
  async remove(sandbox: string, name: string): Promise<DeletedSnapshotView> {
    await this.accounts.get(sandbox);
    if (!(await this.store.remove(sandbox, name))) failNotFound('snapshot', name);
    return { object: 'snapshot', name, deleted: true };
  }

  private async find(sandbox: string, name: string): Promise<Snapshot> {
    await this.accounts.get(sandbox);
    return (await this.store.find(sandbox, name)) ?? failNotFound('snapshot', name);
  }

  /** Answers once every process knows the new epoch. */
  private async answer(
    { accountId, closed, at, frozen }: BegunEpoch,
    source: Pick<RestoreView, 'snapshot' | 'object_id'>,
  ): Promise<RestoreView> {
    await this.invalidations.announce(cachedNamesOf(closed));
    await this.watch.writtenFor(accountId);
    const where = { accountId, status: 'held' };
    const [account, held] = await Promise.all([
      this.database.account.findFirst({ where: { id: accountId }, select: { epoch: true } }),
      this.database.webhookDelivery.count({ where }),
    ]);
    return { object: 'restore', ...source, epoch: account?.epoch ?? 0, at: at.toISOString(), frozen, held };
  }
}
