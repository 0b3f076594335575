import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { newId } from '#kernel/ids.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import { assertMetadata, type Metadata } from '#kernel/metadata.js';
import type { Scope } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import type { Params } from '#platform/http/params.js';
import { listingOf, type Listing } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { toRow } from '#engine/changes/rows.js';
import type { Charge } from '../charges/rules/charge.js';
import { refundPosting } from '../journal/rules/journal.js';
import { ChargeLifecycle, type ChargeDecision } from '../charges/charge.lifecycle.js';
import { ChargeReader } from '../charges/charge.reader.js';
import { toPostingRows } from '../transactions/transaction.row.js';
import type { Refund } from './rules/refund.js';
import { decideRefund, type RefundTerms } from './rules/refund.rules.js';
import type { CreateRefundDto } from './refund.dto.js';
import { toRefund } from './refund.row.js';
import { refundView, type RefundView } from './refund.view.js';

@Injectable()
export class RefundsService {
  private readonly listing: Listing<JsonRow<'Refund'>>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly charges: ChargeReader,
    private readonly lifecycle: ChargeLifecycle,
  ) {
    this.listing = listingOf(database, 'Refund');
  }

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

  /** Throws `not_found`, also for a refund of another charge than `chargeId`. */
  async find(scope: Scope, id: string, chargeId?: string): Promise<RefundView> {
    const { accountId, livemode } = scope;
    const ofCharge = chargeId === undefined ? {} : { chargeId };
    const stored = await this.database.refund.findFirst({ where: { id, accountId, livemode, ...ofCharge } });
    if (stored) return refundView(toRefund(stored));
    if (chargeId !== undefined) await this.charges.load(scope, chargeId);
    return failNotFound('refund', id);
  }

  async listOfCharge(scope: Scope, chargeId: string, params: Params): Promise<ListView<RefundView>> {
    await this.charges.load(scope, chargeId);
    return this.page(scope, params, `/charges/${chargeId}/refunds`, chargeId);
  }

  list(scope: Scope, params: Params): Promise<ListView<RefundView>> {
    return this.page(scope, params, '/refunds');
  }

  private async page(
    scope: Scope,
    params: Params,
    location: string,
    chargeId?: string,
  ): Promise<ListView<RefundView>> {
    const query = parseListQuery(params, (await this.directory.viewContext(scope.accountId)).now);
    return this.listing.list(scope, query, location, (stored) => refundView(toRefund(stored)), { chargeId });
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
