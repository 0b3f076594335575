import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import type { Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite, type Decision } from '#engine/writes/optimistic-write.js';
import { Resources } from '#engine/resources/resources.js';
import {
  isOnStatement,
  transactionOf,
  transferFailedPosting,
  transferPaidPosting,
  transferSentPosting,
  type Posting,
} from '../journal/rules/journal.js';
import { readBalance, type Balance } from '../transactions/balance.queries.js';
import { toPostingRows } from '../transactions/transaction.row.js';
import type { Transfer, TransferFailure } from './rules/transfer.js';
import * as machine from './rules/transfer.machine.js';
import { jobsOf } from './transfer-job.js';
import { TRANSFER } from './transfer.resource.js';
import { transferUpdate, type LoadedTransfer } from './transfer.row.js';
import { isSendable, transferView, type TransferView } from './transfer.view.js';

/**
 * The class of the locks that keep two transfers of an account from being sent at once. Any number will do,
 * as long as every Tollgate uses the same.
 */
const LOCK_CLASS = 740_080;

/** The changes to a transfer, with their event and postings. */
export interface TransferDecision {
  readonly patch: machine.TransferPatch;
  readonly emits?: EventKey;
  readonly posting?: Posting;
}

/** The state that a decision is based on. */
export interface TransferState extends LoadedTransfer {
  readonly now: Date;
  /** In the transfer's currency. */
  readonly balance: Balance;
}

/** Changes existing transfers. */
@Injectable()
export class TransferLifecycle {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly resources: Resources,
    private readonly database: Database,
  ) {}

  /** Throws `not_found`, also for a transfer that is deleted, and whatever `decide` refuses with. */
  change(
    tenant: Tenant,
    id: string,
    decide: (state: TransferState) => TransferDecision,
  ): Promise<TransferView> {
    return this.decideOn(tenant, id, (state) =>
      state.transfer.deleted ? failNotFound('transfer', id) : decide(state),
    );
  }

  /** Writes nothing if `decide` returns `undefined`. */
  private decideOn(
    tenant: Tenant,
    id: string,
    decide: (state: TransferState) => TransferDecision | undefined,
  ): Promise<TransferView> {
    return this.writes.change('transfer', tenant, id, async (now) => {
      const loaded = (await this.resources.lookUp(TRANSFER, tenant, id)) ?? failNotFound('transfer', id);
      const balance = await readBalance(this.database, loaded.transfer, now);
      const decision = decide({ ...loaded, balance, now });
      if (!decision)
        return {
          answer: transferView(loaded.transfer, isSendable(loaded.transfer, loaded.recipient, balance)),
        };
      return written(loaded, decision, balance, now);
    });
  }

  /**
   * The same, for what may let money out: of all transfers of the account in this mode, one after the other,
   * in whatever process. Two that are sent at once would both find the same balance.
   */
  changeAlone(
    tenant: Tenant,
    id: string,
    decide: (state: TransferState) => TransferDecision,
  ): Promise<TransferView> {
    return this.alone(tenant, () => this.change(tenant, id, decide));
  }

  /** Does `work` in one transaction, under a lock of the account and mode. */
  alone<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
    return this.database.atomically(async () => {
      await this.database
        .$executeRaw`SELECT pg_advisory_xact_lock(${LOCK_CLASS}::int, hashtext(${`${tenant.accountId} ${tenant.livemode}`}))`;
      return work();
    });
  }

  /**
   * Does what is due: the transfer is sent, fails, is postponed, arrives or is returned. Answers its new state
   * or `postponed`; `undefined` if nothing was due.
   */
  async progress(tenant: Tenant, id: string): Promise<Transfer['state'] | 'postponed' | undefined> {
    let outcome: Transfer['state'] | 'postponed' | undefined;
    const decide = (state: TransferState): TransferDecision | undefined => {
      const { transfer, now } = state;
      const isDue = transfer.dueAt !== null && transfer.dueAt <= now;
      const decision = isDue ? dueDecision(state, newId('transaction', tenant.livemode)) : undefined;
      outcome = decision && (decision.patch.state ?? 'postponed');
      return decision;
    };
    await this.alone(tenant, () => this.decideOn(tenant, id, decide));
    return outcome;
  }
}

/** Takes the transfer from the balance. */
export function sent(transfer: Transfer, postingId: string, now: Date): TransferDecision {
  return {
    patch: machine.send(transfer, now),
    emits: 'transfer.send',
    posting: transferSentPosting(transfer, postingId, now),
  };
}

/** Completes the transfer at the bank. */
export function paid(transfer: Transfer, postingId: string, now: Date): TransferDecision {
  return {
    patch: machine.pay(transfer, now),
    emits: 'transfer.pay',
    posting: transferPaidPosting(transfer, postingId, now),
  };
}

/** Fails the transfer, and returns sent money to the balance. */
export function failed(
  transfer: Transfer,
  code: TransferFailure,
  postingId: string,
  now: Date,
): TransferDecision {
  const patch = machine.failWith(transfer, code);
  const back = transfer.state === 'sent' ? { posting: transferFailedPosting(transfer, postingId, now) } : {};
  return { patch, emits: 'transfer.fail', ...back };
}

function dueDecision(
  { transfer, recipient, balance, now }: TransferState,
  postingId: string,
): TransferDecision {
  if (transfer.state === 'sent') {
    const isRefused = !transfer.livemode && transfer.bankAccount.number === machine.REFUSING_NUMBER;
    return isRefused ? failed(transfer, 'transfer_failed', postingId, now) : paid(transfer, postingId, now);
  }
  const obstacle = machine.obstacleTo(transfer, recipient, balance);
  if (obstacle === undefined) return sent(transfer, postingId, now);
  return obstacle.mayPass && !transfer.failFast
    ? { patch: machine.postpone(transfer, now) }
    : failed(transfer, obstacle.code, postingId, now);
}

function written(
  { transfer: before, recipient }: LoadedTransfer,
  { patch, emits, posting }: TransferDecision,
  balance: Balance,
  now: Date,
): Decision<TransferView> {
  const moved = posting && isOnStatement(posting) ? [transactionOf(posting)] : [];
  const after: Transfer = { ...before, ...patch, transactions: [...moved, ...before.transactions] };
  const view = transferView(after, isSendable(after, recipient, balance));
  return {
    updates: [transferUpdate(before, after)],
    ...(posting && { insert: toPostingRows([posting]) }),
    events: emits === undefined ? [] : [{ key: emits, objectId: view.id, data: view }],
    jobs: after.dueAt === before.dueAt ? [] : jobsOf(after, now),
    answer: view,
  };
}
