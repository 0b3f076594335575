import { Injectable } from '@nestjs/common';
import { demandWholeAmount } from '#domain/charges/charge.rules.js';
import { fail } from '#domain/errors.js';
import { demandMetadata } from '#domain/metadata.js';
import type { Scope } from '#domain/scope.js';
import type { Token } from '#domain/tokens/token.js';
import { Clock } from '#platform/clock/clock.js';
import { brokenUniqueConstraint } from '#platform/database/database-errors.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes, type Change } from '../changes/changes.js';
import { PaymentFaults } from '../faults/payment-faults.js';
import { toSourceRow } from '../sources/source.row.js';
import { useToken } from '../tokens/token.row.js';
import { captureRows } from './charge.journal.js';
import type { CreateChargeDto } from './charge.dto.js';
import { beginPayment, isDecidedAtOnce, pendingCharge } from './new-charge.js';
import { ChargeInstruments, SOURCE_IS_USED, type Instrument } from './charge.instruments.js';
import { toChargeRow, type LoadedCharge } from './charge.row.js';
import { chargeView, type ChargeView } from './charge.view.js';
import { jobsOf } from './expiry-job.js';

/** Makes charges: on a source that is there or is made along with it, on a token, on a saved card, on a linked account. */
@Injectable()
export class ChargeCreation {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly instruments: ChargeInstruments,
    private readonly faults: PaymentFaults,
  ) {}

  async create(scope: Scope, body: CreateChargeDto): Promise<ChargeView> {
    demandWholeAmount(body);
    const metadata = demandMetadata(body.metadata);
    const account = await this.directory.get(scope.accountId);
    const now = this.clock.now(account);
    const instrument = await this.instruments.find(scope, account, body, now);
    const pending = pendingCharge(account, scope.livemode, instrument, { ...body, metadata }, now);
    const effect = await this.faults.effectOn(
      account,
      pending,
      sourceTypeOf(instrument),
      isDecidedAtOnce(pending, instrument) ? 'made' : 'awaiting',
    );
    const charge = { ...pending, ...beginPayment(pending, instrument, now, effect) };
    const loaded: LoadedCharge = { charge, source: null, card: null, refunds: [], dispute: null, ...pick(instrument) };
    const token = tokenOf(instrument);
    const view = chargeView(loaded, { ...account, now });
    await this.commit({
      account,
      livemode: scope.livemode,
      now,
      updates: token ? [useToken(token, { now, chargeId: charge.id })] : [],
      insert: {
        charge: [toChargeRow(charge)],
        ...(instrument.kind === 'source' && instrument.isNew ? { source: [toSourceRow(instrument.source)] } : {}),
        ...captureRows(null, charge, now),
      },
      events: [{ key: 'charge.create', objectId: charge.id, data: view, webhookEndpoints: charge.webhookEndpoints }],
      jobs: jobsOf(charge, now),
    });
    return view;
  }

  /** Of two charges on one source or one token at once, the database lets one in. */
  private async commit(change: Change): Promise<void> {
    const isWritten = await this.changes.commit(change).catch((error: unknown) => {
      if (brokenUniqueConstraint(error)?.includes('source_id')) fail('invalid_charge', SOURCE_IS_USED);
      throw error;
    });
    if (!isWritten) fail('used_token');
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

/** The token that the charge uses up. */
function tokenOf(instrument: Instrument): Token | null {
  if (instrument.kind === 'card') return instrument.token;
  return instrument.kind === 'source' && instrument.paidBy ? instrument.paidBy.token : null;
}
