import { Injectable } from '@nestjs/common';
import { fail } from '#domain/errors.js';
import { newId } from '#domain/ids.js';
import type { Currency } from '#domain/money.js';
import type { Scope } from '#domain/scope.js';
import { TRANSFER_FAILURES } from '#domain/transfers/transfer.js';
import * as machine from '#domain/transfers/transfer.machine.js';
import { assertAmount, transferFees } from '#domain/transfers/transfer.rules.js';
import { Lifecycle } from '../changes/lifecycle.js';
import { DefaultRecipient } from '../recipients/default-recipient.js';
import { RecipientReader } from '../recipients/recipient.reader.js';
import { BalanceReader } from '../transactions/balance.reader.js';
import { draftTransfer } from './new-transfer.js';
import type { CreateTransferDto, FailTransferDto, UpdateTransferDto } from './transfer.dto.js';
import { failed, paid, sent, TransferLifecycle } from './transfer.lifecycle.js';
import { TransferReader } from './transfer.reader.js';
import type { TransferView } from './transfer.view.js';

const NOTHING_TRANSFERABLE =
  'the transferable balance does not cover the fee; captured money is transferable after seven days; send amount to transfer later';
const ALL_PROMISED =
  'pending transfers have reserved the transferable balance; send amount, or delete one of them';
const IN_TESTS_ONLY = 'requires a test key; a live transfer is sent and paid automatically';

@Injectable()
export class TransfersService {
  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly transfers: TransferLifecycle,
    private readonly recipients: RecipientReader,
    private readonly defaultRecipient: DefaultRecipient,
    private readonly balances: BalanceReader,
    private readonly reader: TransferReader,
  ) {}

  create(scope: Scope, body: CreateTransferDto): Promise<TransferView> {
    const make = (): Promise<TransferView> => this.make(scope, body);
    // Two that take everything at once would both find the same balance.
    return body.amount === undefined ? this.transfers.alone(scope, make) : make();
  }

  private make(scope: Scope, body: CreateTransferDto): Promise<TransferView> {
    return this.lifecycle.write(scope, async (now, account) => {
      const { recipient: id } = body;
      const chosen = id === undefined ? undefined : await this.recipients.load(scope, id);
      const { total, transferable } = await this.balances.read(scope, account);
      const { currency } = account;
      const fees = transferFees(currency);
      const amount = assertAmount(
        body.amount ?? (await this.allOf(scope, currency, transferable)),
        fees,
        total,
      );
      // Last, because it may write a row, and a refused request must not.
      const recipient = chosen ?? (await this.defaultRecipient.load(scope));
      const terms = { recipient, amount, currency, failFast: body.fail_fast, metadata: body.metadata ?? {} };
      const { view, ...written } = draftTransfer(scope, terms, transferable, now);
      return { ...written, answer: view };
    });
  }

  /** The transferable balance that pending transfers have not reserved. */
  private async allOf(scope: Scope, currency: Currency, transferable: number): Promise<number> {
    const { fee, feeVat } = transferFees(currency);
    const promised = await this.reader.promised(scope, currency, transferable);
    if (transferable - promised >= fee + feeVat) return transferable - promised;
    return fail(
      'invalid_transfer',
      promised > 0 && transferable >= fee + feeVat ? ALL_PROMISED : NOTHING_TRANSFERABLE,
    );
  }

  /** Only before it is sent. */
  update(scope: Scope, id: string, { amount: asked, metadata }: UpdateTransferDto): Promise<TransferView> {
    return this.transfers.change(scope, id, ({ transfer, total }) => {
      machine.assertPending(transfer, 'changed');
      const amount = asked === undefined ? transfer.amount : assertAmount(asked, transfer, total);
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

  /** Sends the transfer as the service does, for tests. */
  markAsSent(scope: Scope, id: string): Promise<TransferView> {
    return this.transfers.changeAlone(scope, id, ({ transfer, recipient, transferable, now }) => {
      assertTest(scope, 'mark_as_sent');
      machine.assertPending(transfer, 'sent');
      const obstacle = machine.obstacleTo(transfer, recipient, transferable);
      if (obstacle) fail('invalid_transfer', `the transfer cannot be sent: ${TRANSFER_FAILURES[obstacle]}`);
      return sent(transfer, newId('transaction', scope.livemode), now);
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

function assertTest({ livemode }: Scope, action: string): void {
  if (livemode) fail('invalid_transfer', `${action} ${IN_TESTS_ONLY}`);
}
