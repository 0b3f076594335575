import { Injectable } from '@nestjs/common';
import { assertMetadata } from '#kernel/metadata.js';
import type { Scope } from '#kernel/scope.js';
import { Resources } from '#engine/resources/resources.js';
import { newId } from '#engine/writes/new-id.js';
import type { Charge } from '../charges/rules/charge.js';
import {
  disputeLostPosting,
  disputeStartedPosting,
  disputeWonPosting,
  transactionOf,
  type StatementPosting,
} from '../journal/rules/journal.js';
import { ChargeLifecycle } from '../charges/charge.lifecycle.js';
import { toPostingRows } from '../transactions/transaction.row.js';
import type { Dispute, Verdict } from './rules/dispute.js';
import * as machine from './rules/dispute.machine.js';
import { assertDisputable, type DisputeTerms } from './rules/dispute.rules.js';
import type { CloseDisputeDto, UpdateDisputeDto } from './dispute.dto.js';
import { DisputeLifecycle, type DisputeDecision } from './dispute.lifecycle.js';
import { DISPUTE } from './dispute.resource.js';
import { toDisputeRow } from './dispute.row.js';
import { disputeView, type DisputeView } from './dispute.view.js';

/** Why the cardholder objects, in every dispute that is made by request (docs/fidelity.md D2). */
const REASON = {
  reasonCode: 'goods_or_services_not_provided',
  reasonMessage: 'Merchandise/Services Not Received',
} as const;

@Injectable()
export class DisputesService {
  constructor(
    private readonly chargeLifecycle: ChargeLifecycle,
    private readonly lifecycle: DisputeLifecycle,
    private readonly resources: Resources,
  ) {}

  /** Opens a dispute, as a cardholder does through their bank (docs/fidelity.md D2). */
  create(scope: Scope, chargeId: string): Promise<DisputeView> {
    return this.chargeLifecycle.change(scope, chargeId, (charged, now, account) => {
      const { dispute, posting } = openDispute(charged.charge, assertDisputable(charged), now);
      const view = disputeView(dispute, { ...account, now });
      return {
        patch: { disputeId: dispute.id },
        emits: { key: 'dispute.create', objectId: dispute.id, data: view },
        insert: { dispute: [toDisputeRow(dispute)], ...toPostingRows([posting]) },
        answer: () => view,
      };
    });
  }

  async update(scope: Scope, id: string, { message, metadata }: UpdateDisputeDto): Promise<DisputeView> {
    const attached = metadata === undefined ? undefined : assertMetadata(metadata);
    const after = await this.lifecycle.change(scope, id, (dispute) => ({
      patch: machine.update(dispute, message, attached),
      emits: machine.TRANSITIONS.update.emits,
      answer: itself,
    }));
    return this.resources.show(DISPUTE, scope, after);
  }

  async accept(scope: Scope, id: string): Promise<DisputeView> {
    const after = await this.lifecycle.change(scope, id, (dispute, now) => ({
      ...lost(dispute, machine.accept(dispute, now), now),
      emits: machine.TRANSITIONS.accept.emits,
      answer: itself,
    }));
    return this.resources.show(DISPUTE, scope, after);
  }

  /** Without a verdict the dispute is lost (docs/fidelity.md D9). */
  async close(scope: Scope, id: string, { status: verdict = 'lost' }: CloseDisputeDto): Promise<DisputeView> {
    const settle = SETTLEMENTS[verdict];
    const after = await this.lifecycle.change(scope, id, (dispute, now) => ({
      ...settle(dispute, machine.close(dispute, now, verdict), now),
      emits: machine.TRANSITIONS.close.emits,
      answer: itself,
    }));
    return this.resources.show(DISPUTE, scope, after);
  }
}

const itself = (after: Dispute): Dispute => after;

type Settlement = Pick<DisputeDecision<Dispute>, 'patch' | 'insert'>;

/** The settlement of the held amount, by verdict. */
const SETTLEMENTS: Readonly<
  Record<Verdict, (dispute: Dispute, patch: machine.DisputePatch, now: Date) => Settlement>
> = { won, lost };

function won(dispute: Dispute, patch: machine.DisputePatch, now: Date): Settlement {
  const posting = disputeWonPosting(dispute, newId('transaction', dispute.livemode), now);
  const transactions = [transactionOf(posting), ...dispute.transactions];
  return { patch: { ...patch, transactions }, insert: toPostingRows([posting]) };
}

function lost(dispute: Dispute, patch: machine.DisputePatch, now: Date): Settlement {
  return {
    patch,
    insert: toPostingRows([disputeLostPosting(dispute, newId('transaction', dispute.livemode), now)]),
  };
}

function openDispute(
  charge: Charge,
  terms: DisputeTerms,
  now: Date,
): { dispute: Dispute; posting: StatementPosting } {
  const { id: chargeId, accountId, livemode, currency, fundingCurrency, webhookEndpoints } = charge;
  const money = { id: newId('dispute', livemode), accountId, livemode, ...terms, currency, fundingCurrency };
  const posting = disputeStartedPosting(money, newId('transaction', livemode), now);
  const dispute: Dispute = {
    ...money,
    version: 0,
    chargeId,
    status: 'open',
    message: null,
    metadata: {},
    ...REASON,
    transactions: [transactionOf(posting)],
    documents: [],
    webhookEndpoints,
    createdAt: now,
    closedAt: null,
  };
  return { dispute, posting };
}
