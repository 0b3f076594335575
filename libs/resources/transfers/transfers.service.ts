import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import type { Scope } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { Resources } from '#engine/resources/resources.js';
import { DefaultRecipient } from '../recipients/default-recipient.js';
import { RECIPIENT } from '../recipients/recipient.resource.js';
import { readBalance, type Balance } from '../transactions/balance.queries.js';
import { TRANSFER_FAILURES } from './rules/transfer.js';
import * as machine from './rules/transfer.machine.js';
import { assertAmount, transferFees, type TransferFees } from './rules/transfer.rules.js';
import { draftTransfer } from './new-transfer.js';
import type { CreateTransferDto, FailTransferDto, UpdateTransferDto } from './transfer.dto.js';
import { failed, paid, sent, TransferLifecycle } from './transfer.lifecycle.js';
import { TRANSFER } from './transfer.resource.js';
import type { TransferView } from './transfer.view.js';

const NOTHING_TRANSFERABLE =
  'the transferable balance does not cover the fee; live money is transferable seven days after its capture; send amount to transfer it then';
const IN_TESTS_ONLY = 'requires a test key; a live transfer is sent and paid automatically';

@Injectable()
export class TransfersService {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly transfers: TransferLifecycle,
    private readonly database: Database,
    private readonly resources: Resources,
    private readonly defaultRecipient: DefaultRecipient,
  ) {}

  /** With an `idemp_key` that has a transfer, answers that one (docs/fidelity.md TR6). */
  create(scope: Scope, body: CreateTransferDto): Promise<TransferView> {
    const { idemp_key: key } = body;
    if (key === undefined) return this.make(scope, body);
    return this.transfers.alone(
      scope,
      async () => (await this.findByKey(scope, key)) ?? (await this.make(scope, body)),
    );
  }

  /** The transfer that was created with this `idemp_key`, even if it is deleted. */
  private async findByKey(scope: Scope, key: string): Promise<TransferView | undefined> {
    const { accountId, livemode } = scope;
    const found = await this.resources.lookUpWhere(
      TRANSFER,
      Prisma.sql`transfer.account_id = ${accountId} AND transfer.livemode = ${livemode} AND transfer.idemp_key = ${key}`,
    );
    return found && this.resources.show(TRANSFER, scope, found);
  }

  private make(scope: Scope, body: CreateTransferDto): Promise<TransferView> {
    return this.writes.write(scope, async (now, account) => {
      const { recipient: id } = body;
      const chosen = id === undefined ? undefined : await this.resources.load(RECIPIENT, scope, id);
      const { currency } = account;
      const balance = await readBalance(this.database, { ...scope, currency }, now);
      const fees = transferFees(currency);
      const amount =
        body.amount === undefined ? allOf(balance, fees) : assertAmount(body.amount, fees, balance.total);
      // Last, because it may write a row, and a refused request must not.
      const recipient = chosen ?? (await this.defaultRecipient.load(scope));
      const { fail_fast: failFast, metadata, idemp_key: idempKey } = body;
      const terms = { recipient, amount, currency, failFast, metadata: metadata ?? {}, idempKey };
      const { view, ...written } = draftTransfer(scope, terms, balance, now);
      return { ...written, answer: view };
    });
  }

  /** Only before it is sent. */
  update(
    scope: Scope,
    id: string,
    { amount: newAmount, metadata }: UpdateTransferDto,
  ): Promise<TransferView> {
    return this.transfers.change(scope, id, ({ transfer, balance }) => {
      machine.assertPending(transfer, 'changed');
      const amount =
        newAmount === undefined ? transfer.amount : assertAmount(newAmount, transfer, balance.total);
      return {
        patch: { amount, ...(metadata === undefined ? {} : { metadata: metadata ?? {} }) },
        emits: 'transfer.update',
      };
    });
  }

  /** Only before it is sent. */
  destroy(scope: Scope, id: string): Promise<TransferView> {
    return this.transfers.change(scope, id, ({ transfer }) => ({
      patch: machine.remove(transfer),
      emits: 'transfer.destroy',
    }));
  }

  /** Sends the transfer as the service does, for tests. It fails if its money has left the balance. */
  markAsSent(scope: Scope, id: string): Promise<TransferView> {
    return this.transfers.changeAlone(scope, id, ({ transfer, recipient, balance, now }) => {
      assertTest(scope, 'mark_as_sent');
      machine.assertPending(transfer, 'sent');
      const obstacle = machine.obstacleTo(transfer, recipient, balance);
      if (obstacle?.mayPass)
        fail('invalid_transfer', `the transfer cannot be sent: ${TRANSFER_FAILURES[obstacle.code]}`);
      const postingId = newId('transaction', scope.livemode);
      return obstacle ? failed(transfer, obstacle.code, postingId, now) : sent(transfer, postingId, now);
    });
  }

  /** Completes the transfer as the bank does, for tests. */
  markAsPaid(scope: Scope, id: string): Promise<TransferView> {
    return this.transfers.change(scope, id, ({ transfer, now }) => {
      assertTest(scope, 'mark_as_paid');
      return paid(transfer, newId('transaction', scope.livemode), now);
    });
  }

  /** Fails the transfer as the bank does, for tests. */
  markAsFailed(
    scope: Scope,
    id: string,
    { failure_code: code = 'transfer_failed' }: FailTransferDto,
  ): Promise<TransferView> {
    return this.transfers.change(scope, id, ({ transfer, now }) => {
      assertTest(scope, 'mark_as_failed');
      return failed(transfer, code, newId('transaction', scope.livemode), now);
    });
  }
}

/** The transferable balance. Throws `invalid_transfer` unless it covers the fee. */
function allOf({ transferable }: Balance, { fee, feeVat }: TransferFees): number {
  return transferable >= fee + feeVat ? transferable : fail('invalid_transfer', NOTHING_TRANSFERABLE);
}

function assertTest({ livemode }: Scope, action: string): void {
  if (livemode) fail('invalid_transfer', `${action} ${IN_TESTS_ONLY}`);
}
