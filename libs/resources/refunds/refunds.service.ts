import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import type { ListView } from '#kernel/list.js';
import { assertMetadata, type Metadata } from '#kernel/metadata.js';
import type { Scope } from '#kernel/scope.js';
import type { Params } from '#platform/http/params.js';
import { newId } from '#engine/writes/new-id.js';
import { toRow } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import type { Charge } from '../charges/rules/charge.js';
import { refundPosting } from '../journal/rules/journal.js';
import { ChargeLifecycle, type ChargeDecision } from '../charges/charge.lifecycle.js';
import { CHARGE } from '../charges/charge.resource.js';
import { toPostingRows } from '../transactions/transaction.row.js';
import type { Refund } from './rules/refund.js';
import { decideRefund, type RefundTerms } from './rules/refund.rules.js';
import type { CreateRefundDto } from './refund.dto.js';
import { REFUND } from './refund.resource.js';
import { refundView, type RefundView } from './refund.view.js';

@Injectable()
export class RefundsService {
  constructor(
    private readonly resources: Resources,
    private readonly lifecycle: ChargeLifecycle,
  ) {}

  /** Refunds a charge. Of two concurrent refunds, the second is limited to the remaining amount. */
  create(scope: Scope, chargeId: string, body: CreateRefundDto): Promise<RefundView> {
    const metadata = assertMetadata(body.metadata);
    return this.lifecycle.change(scope, chargeId, (charged, now, { country }) =>
      decisionOf(
        charged.charge,
        makeRefund(charged.charge, decideRefund(body, charged, now), metadata, now),
        country,
      ),
    );
  }

  /** Throws `not_found`, also for a refund of another charge. */
  async find(scope: Scope, chargeId: string, id: string): Promise<RefundView> {
    const refund = await this.resources.lookUp(REFUND, scope, id);
    if (refund?.chargeId === chargeId) return refundView(refund);
    await this.resources.load(CHARGE, scope, chargeId);
    return failNotFound('refund', id);
  }

  async listOfCharge(scope: Scope, chargeId: string, params: Params): Promise<ListView<RefundView>> {
    await this.resources.load(CHARGE, scope, chargeId);
    return this.resources.list(REFUND, scope, params, {
      location: `/charges/${chargeId}/refunds`,
      only: { chargeId },
    });
  }
}

function makeRefund(charge: Charge, terms: RefundTerms, metadata: Metadata, now: Date): Refund {
  const { id: chargeId, accountId, livemode, currency, fundingCurrency } = charge;
  return {
    id: newId('refund', livemode),
    accountId,
    livemode,
    chargeId,
    ...terms,
    currency,
    fundingCurrency,
    metadata,
    transactionId: newId('transaction', livemode),
    createdAt: now,
  };
}

/** The changes of a refund to its charge, with its rows and event. */
function decisionOf(charge: Charge, refund: Refund, country: string): ChargeDecision<RefundView> {
  const view = refundView(refund);
  return {
    patch: {
      refundedAmount: charge.refundedAmount + refund.amount,
      refundCount: charge.refundCount + 1,
      voided: refund.voided,
    },
    emits: { key: 'refund.create', objectId: refund.id, data: view },
    insert: {
      refund: [toRow('refund', refund)],
      ...toPostingRows([refundPosting(refund, charge, country)]),
    },
    answer: () => view,
  };
}
