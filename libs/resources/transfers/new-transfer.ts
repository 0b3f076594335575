import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { Tenant } from '#kernel/scope.js';
import { newId } from '#engine/writes/new-id.js';
import type { Write } from '#engine/writes/object-writer.js';
import type { Recipient } from '../recipients/rules/recipient.js';
import type { Balance } from '../transactions/balance.queries.js';
import type { Transfer } from './rules/transfer.js';
import { SENT_AFTER_MS } from './rules/transfer.machine.js';
import { transferFees } from './rules/transfer.rules.js';
import { jobsOf } from './transfer-job.js';
import { toTransferRow } from './transfer.row.js';
import { isSendable, transferView, type TransferView } from './transfer.view.js';

/** The recipient, the amount in the smallest unit of `currency`, and the schedule if any. */
export interface TransferTerms {
  readonly recipient: Recipient;
  readonly amount: number;
  readonly currency: Currency;
  readonly failFast?: boolean;
  readonly metadata?: Metadata;
  readonly idempKey?: string | undefined;
  readonly scheduleId?: string;
}

/** A new transfer, and the rows, events and jobs written with it. */
export interface DraftTransfer extends Required<Pick<Write, 'insert' | 'events' | 'jobs'>> {
  readonly view: TransferView;
}

/** A new transfer, which is not written yet. */
export function draftTransfer(
  tenant: Tenant,
  terms: TransferTerms,
  balance: Balance,
  now: Date,
): DraftTransfer {
  const transfer = newTransfer(tenant, terms, now);
  const view = transferView(transfer, isSendable(transfer, terms.recipient, balance));
  return {
    insert: { transfer: [toTransferRow(transfer)] },
    events: [{ key: 'transfer.create', objectId: transfer.id, data: view }],
    jobs: jobsOf(transfer, now),
    view,
  };
}

function newTransfer({ accountId, livemode }: Tenant, terms: TransferTerms, now: Date): Transfer {
  const {
    recipient,
    amount,
    currency,
    failFast = false,
    metadata = {},
    idempKey = null,
    scheduleId = null,
  } = terms;
  return {
    id: newId('transfer', livemode),
    accountId,
    livemode,
    version: 0,
    state: 'pending',
    recipientId: recipient.id,
    bankAccount: recipient.bankAccount,
    amount,
    currency,
    ...transferFees(currency),
    failFast,
    idempKey,
    scheduleId,
    failureCode: null,
    metadata,
    deleted: false,
    dueAt: new Date(now.getTime() + SENT_AFTER_MS),
    sentAt: null,
    paidAt: null,
    createdAt: now,
    transactions: [],
  };
}
