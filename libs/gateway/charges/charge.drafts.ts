import { Injectable } from '@nestjs/common';
import type { Charge } from '#domain/charges/charge.js';
import type { Change } from '../changes/changes.js';
import type { Account } from '../accounts/account.js';
import { PaymentFaults } from '../faults/payment-faults.js';
import { toSourceRow } from '../sources/source.row.js';
import { captureRows } from './charge.journal.js';
import type { Instrument } from './charge.instruments.js';
import { toChargeRow, type LoadedCharge } from './charge.row.js';
import { chargeView, type ChargeView } from './charge.view.js';
import { jobsOf } from './expiry-job.js';
import { beginPayment, isDecidedAtOnce, pendingCharge, type ChargeTerms } from './new-charge.js';

/** A charge that is decided on and not written yet: what a change must write with it. */
export interface ChargeDraft extends Required<Pick<Change, 'insert' | 'events' | 'jobs'>> {
  readonly charge: Charge;
  readonly view: ChargeView;
}

/** Decides on new charges, for whoever writes them. */
@Injectable()
export class ChargeDrafts {
  constructor(private readonly faults: PaymentFaults) {}

  async draft(account: Account, livemode: boolean, instrument: Instrument, terms: ChargeTerms, now: Date): Promise<ChargeDraft> {
    const pending = pendingCharge(account, livemode, instrument, terms, now);
    const waiting = account.autoApprove ? 'approved' : 'awaiting';
    const moment = isDecidedAtOnce(pending, instrument) ? 'made' : waiting;
    const effect = await this.faults.effectOn(account, pending, sourceTypeOf(instrument), moment);
    const charge = { ...pending, ...beginPayment(account, pending, instrument, now, effect) };
    const loaded: LoadedCharge = { charge, source: null, card: null, refunds: [], dispute: null, ...pick(instrument) };
    const view = chargeView(loaded, { ...account, now });
    return {
      charge,
      view,
      insert: {
        charge: [toChargeRow(charge)],
        ...(instrument.kind === 'source' && instrument.isNew ? { source: [toSourceRow(instrument.source)] } : {}),
        ...captureRows(null, charge, now),
      },
      events: [{ key: 'charge.create', objectId: charge.id, data: view, webhookEndpoints: charge.webhookEndpoints }],
      jobs: jobsOf(charge, now),
    };
  }
}

/** What of an instrument a charge embeds. */
function pick(instrument: Instrument): Partial<LoadedCharge> {
  if (instrument.kind === 'source') return { source: instrument.source, card: instrument.paidBy?.card ?? null };
  return instrument.kind === 'card' ? { card: instrument.card } : {};
}

function sourceTypeOf(instrument: Instrument): string | null {
  return instrument.kind === 'source' ? instrument.source.type : null;
}
