import { Injectable } from '@nestjs/common';
import { fail, failNotFound } from '#kernel/errors.js';
import { newSuffix } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma, type Snapshot } from '#platform/database/generated/client.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { LongTransactions, type LongTransaction } from '#platform/database/long-transactions.js';
import { requestId } from '#platform/logging/request-context.js';
import { replacementLock } from '#engine/accounts/account-directory.js';
import { actingClient, firstAuditId } from '#engine/audit/audit.js';
import { epochStatement, type ClosedEpoch } from '../sandboxes/epoch-statement.js';
import { seedLock } from '#engine/writes/seeded-ids.js';
import { MOST_SNAPSHOTS } from './rules/snapshot.rules.js';
import { moveHistory, replaceRows, saveRows } from './row-copies.js';
import { SAVED_SETTINGS, type SavedSettings } from './saved-settings.js';

/** A state to restore: the id of its rows, its clock and its settings. */
export interface SavedState extends Pick<Snapshot, 'at' | 'frozen'> {
  readonly id: bigint;
  readonly settings: SavedSettings;
}

/** The state of a sandbox without its rows. */
export interface PresentState extends Omit<SavedState, 'id'> {
  readonly accountId: string;
}

export interface BegunEpoch extends Pick<SavedState, 'at' | 'frozen'> {
  readonly accountId: string;
  readonly closed: ClosedEpoch;
}

interface OwnerRow extends SavedSettings {
  readonly id: string;
  readonly frozen_at: Date | null;
  readonly clock_offset_ms: string;
  readonly runs_on: boolean | null;
}

/** Snapshots as rows. Operations on one sandbox run one at a time. */
@Injectable()
export class SnapshotStore {
  constructor(
    private readonly database: Database,
    private readonly transactions: LongTransactions,
    private readonly invalidations: Invalidations,
    private readonly clock: Clock,
  ) {}

  /** The snapshots of a sandbox with ids above `after`, oldest first. */
  list(sandboxName: string, after: bigint, limit: number): Promise<Snapshot[]> {
    return this.database.snapshot.findMany({
      where: { sandboxName, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: limit,
    });
  }

  find(sandboxName: string, name: string): Promise<Snapshot | null> {
    return this.database.snapshot.findFirst({ where: { sandboxName, name } });
  }

  /** Deletes a snapshot; the worker removes its rows. Returns false for an unknown one. */
  async remove(sandboxName: string, name: string): Promise<boolean> {
    const { count } = await this.database.snapshot.updateMany({
      where: { sandboxName, name },
      data: { sandboxName: null },
    });
    return count > 0;
  }

  /**
   * Saves what is committed at this moment, without blocking other transactions. Throws `not_found`, and
   * `bad_request` when the name is taken or there are too many.
   */
  async save(sandboxName: string, name: string): Promise<Snapshot> {
    const id = await this.transactions.transact(
      sandboxName,
      { isolation: 'repeatable read', lock: sandboxName },
      async (transaction) => {
        const { accountId, at, frozen, settings } = await this.present(transaction, sandboxName);
        // Read right after the transaction's snapshot is fixed: no saved row is later than this time.
        const machineAt = this.clock.machineNow();
        await assertRoom(transaction, sandboxName, name);
        const [made] = await transaction.query<{ id: string }>(Prisma.sql`
        INSERT INTO snapshot (sandbox_name, name, at, machine_at, frozen, settings, row_count)
        VALUES (${sandboxName}, ${name}, ${at}::timestamptz, ${machineAt}::timestamptz, ${frozen}, ${JSON.stringify(settings)}::jsonb, 0)
        RETURNING id`);
        const id = BigInt(made?.id ?? 0);
        const count = await saveRows(transaction, accountId, id);
        await transaction.execute(
          Prisma.sql`UPDATE snapshot SET row_count = ${count} WHERE id = ${id}::bigint`,
        );
        return id;
      },
    );
    return this.database.snapshot.findFirstOrThrow({ where: { id } });
  }

  /** Clock and settings of the sandbox, as they are when the transaction begins. Throws `not_found`. */
  async present(transaction: LongTransaction, sandboxName: string): Promise<PresentState> {
    const owner = await ownerOf(transaction, sandboxName);
    return {
      accountId: owner.id,
      at: this.clock.now(clockOf(owner)),
      frozen: owner.frozen_at !== null && owner.runs_on !== true,
      settings: settingsOf(owner),
    };
  }

  /** Begins an epoch of the sandbox with the saved state. Throws `not_found`. */
  restore(sandboxName: string, name: string): Promise<BegunEpoch> {
    return this.transactions.transact(
      sandboxName,
      { isolation: 'read committed', lock: sandboxName },
      async (transaction) => {
        // The lock keeps the snapshot from being removed meanwhile.
        const [saved] = await transaction.query<Omit<SavedState, 'id'> & { id: string }>(
          Prisma.sql`SELECT id, at, frozen, settings FROM snapshot WHERE sandbox_name = ${sandboxName} AND name = ${name} FOR SHARE`,
        );
        if (!saved) return failNotFound('snapshot', name);
        return this.begin(
          transaction,
          sandboxName,
          { ...saved, id: BigInt(saved.id) },
          { action: 'restore', objectId: name },
        );
      },
    );
  }

  /**
   * Begins the epoch, in a transaction that holds the sandbox's lock. Throws `not_found` when the sandbox is
   * deleted meanwhile.
   */
  async begin(
    transaction: LongTransaction,
    sandboxName: string,
    { id, at, frozen, settings }: SavedState,
    act: { readonly action: string; readonly objectId: string | null },
    { keepsHistory = true } = {},
  ): Promise<BegunEpoch> {
    const accountId = newSuffix();
    const owners = await transaction.query<{ id: string; id_seed: string | null }>(Prisma.sql`
      SELECT account.id, id_seed FROM account WHERE public_id = (
        SELECT public_id FROM sandbox JOIN account ON account.id = sandbox.account_id WHERE sandbox.name = ${sandboxName})`);
    if (owners.length === 0) return failNotFound('sandbox', sandboxName);
    // The restored rows may have ids that a call is about to make.
    for (const seed of new Set(owners.flatMap((owner) => owner.id_seed ?? [])))
      await transaction.query(seedLock(seed));
    await replaceRows(
      transaction,
      id,
      accountId,
      owners.map((owner) => owner.id),
    );
    // This locks the sandbox's row, for which others wait, so it comes late.
    await this.announceReplacement(transaction, sandboxName);
    const [current] = await transaction.query<{ xid: string }>(
      Prisma.sql`SELECT pg_current_xact_id()::text AS xid`,
    );
    const now = this.clock.machineNow();
    const clock = {
      clock_offset_ms: frozen ? 0 : at.getTime() - now.getTime(),
      frozen_at: frozen ? at : null,
    };
    // The worker clears `has_faults` if no fault is active.
    const overrides = { ...settings, ...clock, has_faults: true, restored_xid: Number(current?.xid ?? 0) };
    const closed = await beginEpoch(
      transaction,
      sandboxName,
      epochStatement(sandboxName, accountId, overrides, now),
    );
    if (keepsHistory) {
      await transaction.execute(
        Prisma.sql`UPDATE account SET successor_id = ${accountId} WHERE id = ${closed.accountId}`,
      );
      await moveHistory(transaction, closed.accountId, accountId);
    }
    await transaction.execute(Prisma.sql`
      INSERT INTO act (id, account_id, action, object_id, request_id, client, at, machine_at)
      VALUES (${firstAuditId()}, ${accountId}, ${act.action}, ${act.objectId}, ${requestId() ?? null}, ${actingClient()},
        ${at}::timestamptz, ${now}::timestamptz)`);
    return { accountId, closed, at, frozen };
  }

  /**
   * Resolves when no process has the account of the present epoch in its cache. From then on, a request finds
   * out at its end that the account was closed, and so that it may have read rows of neither epoch.
   */
  private async announceReplacement(transaction: LongTransaction, sandboxName: string): Promise<void> {
    const [sandbox] = await transaction.query<{ account_id: string }>(
      Prisma.sql`SELECT account_id FROM sandbox WHERE name = ${sandboxName} FOR UPDATE`,
    );
    if (!sandbox) failNotFound('sandbox', sandboxName);
    await transaction.query(replacementLock(sandbox.account_id));
    await this.invalidations.announce([sandbox.account_id]);
  }
}

/** The account, as it is when the transaction begins. */
async function ownerOf(transaction: LongTransaction, sandboxName: string): Promise<OwnerRow> {
  const [owner] = await transaction.query<OwnerRow>(Prisma.sql`
    SELECT account.id, frozen_at, clock_offset_ms, ${Prisma.raw(SAVED_SETTINGS.join(', '))},
      (SELECT runs_on FROM clock_move WHERE clock_move.id = clock_move_id) AS runs_on
    FROM sandbox JOIN account ON account.id = sandbox.account_id WHERE sandbox.name = ${sandboxName}`);
  return owner ?? failNotFound('sandbox', sandboxName);
}

/**
 * Of two concurrent epochs, the second waits for the row, finds it changed, and writes nothing: it tries
 * again.
 */
async function beginEpoch(
  transaction: LongTransaction,
  sandboxName: string,
  statement: Prisma.Sql,
): Promise<ClosedEpoch> {
  for (;;) {
    const [closed] = await transaction.query<ClosedEpoch>(statement);
    if (closed) return closed;
    const sandboxes = await transaction.query(
      Prisma.sql`SELECT name FROM sandbox WHERE name = ${sandboxName}`,
    );
    if (sandboxes.length === 0) failNotFound('sandbox', sandboxName);
  }
}

async function assertRoom(transaction: LongTransaction, sandboxName: string, name: string): Promise<void> {
  const names = await transaction.query<{ name: string }>(
    Prisma.sql`SELECT name FROM snapshot WHERE sandbox_name = ${sandboxName}`,
  );
  if (names.some((other) => other.name === name))
    fail('bad_request', `a snapshot named ${name} exists; delete it, or use another name`);
  if (names.length >= MOST_SNAPSHOTS)
    fail('bad_request', `a sandbox can have at most ${MOST_SNAPSHOTS} snapshots; delete one first`);
}

function clockOf({ clock_offset_ms, frozen_at }: OwnerRow): { clockOffsetMs: number; frozenAt: Date | null } {
  return { clockOffsetMs: Number(clock_offset_ms), frozenAt: frozen_at };
}

function settingsOf(owner: OwnerRow): SavedSettings {
  return Object.fromEntries(SAVED_SETTINGS.map((name) => [name, owner[name]])) as unknown as SavedSettings;
}
