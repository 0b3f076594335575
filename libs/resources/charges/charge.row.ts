import type { FailureCode } from '#kernel/failures.js';
import type { Metadata } from '#kernel/metadata.js';
import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { toRow, toUpdate, type Inserts, type Row, type RowUpdate } from '#engine/writes/rows.js';
import type { Card } from '../cards/rules/card.js';
import type { Dispute } from '../disputes/rules/dispute.js';
import { capturePosting } from '../journal/rules/journal.js';
import type { Refund } from '../refunds/rules/refund.js';
import type { Source } from '../sources/rules/source.js';
import { toPostingRows } from '../transactions/transaction.row.js';
import type { Authentication, AuthorizationType, Charge, ChargeStatus } from './rules/charge.js';

/** A charge with what its view embeds. */
export interface LoadedCharge {
  readonly charge: Charge;
  readonly source: Source | null;
  readonly card: Card | null;
  /** The first ones, oldest first. */
  readonly refunds: readonly Refund[];
  /** The latest one. */
  readonly dispute: Dispute | null;
}

export function toCharge(stored: JsonRow<'Charge'>): Charge {
  const { feeFlat, feeRate, vatRate } = stored;
  return {
    // Spread instead of rest-destructuring: faster on the hot path.
    ...stored,
    status: stored.status as ChargeStatus,
    currency: stored.currency as Currency,
    authorizationType: stored.authorizationType as AuthorizationType | null,
    authentication: stored.authentication as Authentication | null,
    fundingCurrency: stored.fundingCurrency as Currency,
    fees: { feeFlat, feeRate, vatRate },
    metadata: stored.metadata as Metadata,
    failureCode: stored.failureCode as FailureCode | null,
    settlesAs: stored.settlesAs as Charge['settlesAs'],
  };
}

export function toChargeRow(charge: Charge): Row<'charge'> {
  return toRow('charge', fieldsOf(charge));
}

export function chargeUpdate(before: Charge, after: Charge): RowUpdate {
  return toUpdate('charge', fieldsOf(before), fieldsOf(after));
}

/**
 * Journal rows of a change that captures money. `before` is null for a new charge, `country` is the account's.
 */
export function captureRows(before: Charge | null, after: Charge, now: Date, country: string): Inserts {
  const isTaken = !before?.transactionId && after.transactionId !== null;
  return isTaken ? toPostingRows([capturePosting(after, after.transactionId, now, country)]) : {};
}

function fieldsOf(charge: Charge) {
  return { ...charge, ...charge.fees };
}
