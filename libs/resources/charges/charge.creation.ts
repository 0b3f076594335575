import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { assertMetadata } from '#kernel/metadata.js';
import type { Scope } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { retryConflicts } from '#platform/contention/keyed-mutex.js';
import { brokenUniqueConstraint } from '#platform/database/database-errors.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { newId } from '#engine/writes/new-id.js';
import { ObjectWriter, type Write } from '#engine/writes/object-writer.js';
import { SeededIds } from '#engine/writes/seeded-ids.js';
import { toSourceRow } from '../sources/source.row.js';
import { TokenReader } from '../tokens/token.reader.js';
import { useToken } from '../tokens/token.row.js';
import { authorizeNewCharge, needsApproval } from './rules/authorization.js';
import { assertWholeAmount, SOURCE_IS_USED } from './rules/charge.rules.js';
import type { Charge } from './rules/charge.js';
import { PaymentFaults } from './payment-faults.js';
import type { CreateChargeDto } from './charge.dto.js';
import { ChargeInstruments, type Instrument } from './charge.instruments.js';
import { captureRows, toChargeRow } from './charge.row.js';
import { chargeView, type ChargeView } from './charge.view.js';
import { jobsOf } from './charge-job.js';
import { newCharge, type ChargeParameters, type PaymentPage } from './new-charge.js';

/** A charge with its authorization, and the rows, event and jobs to write with it. */
export interface AuthorizedCharge extends Required<Pick<Write, 'insert' | 'events' | 'jobs'>> {
  readonly charge: Charge;
  readonly view: ChargeView;
}

@Injectable()
export class ChargeCreation {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly writer: ObjectWriter,
    private readonly ids: SeededIds,
    private readonly clock: Clock,
    private readonly faults: PaymentFaults,
    private readonly instruments: ChargeInstruments,
    private readonly tokens: TokenReader,
  ) {}

  /** Creates a charge for a request of the merchant, or for the customer on `page`. */
  async create(scope: Scope, body: CreateChargeDto, page?: PaymentPage): Promise<ChargeView> {
    assertWholeAmount(body);
    const metadata = assertMetadata(body.metadata);
    const account = await this.directory.get(scope.accountId);
    return this.ids.within(account, () => this.createAlone(scope, account, { ...body, metadata, page }));
  }

  private async createAlone(
    scope: Scope,
    account: Account,
    parameters: CreateChargeDto & ChargeParameters,
  ): Promise<ChargeView> {
    const { page } = parameters;
    const now = this.clock.now(account);
    const instrument = await this.instruments.find(scope, account, parameters, now);
    const { charge, view, ...written } = await this.authorize(
      account,
      scope.livemode,
      instrument,
      parameters,
      now,
    );
    const pageAct = page && ({ action: 'submitted', objectId: charge.id } as const);
    await this.commit(
      { account, livemode: scope.livemode, now, ...written, pageAct },
      charge,
      instrument,
      page,
    );
    return view;
  }

  /** Authorizes a new charge without writing it. Schedules write it together with their occurrence. */
  async authorize(
    account: Account,
    livemode: boolean,
    instrument: Instrument,
    parameters: ChargeParameters,
    now: Date,
  ): Promise<AuthorizedCharge> {
    const { source, isNewSource, card } = instrument;
    const { autoApprove } = account;
    const pending = newCharge(account, livemode, instrument, parameters, now);
    const moment = needsApproval(pending) ? (autoApprove ? 'approved' : 'awaiting') : 'made';
    const effect = await this.faults.effectOn(account, pending, source?.type ?? null, moment);
    const patch = authorizeNewCharge(
      pending,
      card,
      { autoApprove, effect },
      now,
      newId('transaction', livemode),
    );
    const charge = { ...pending, ...patch };
    const view = chargeView({ charge, source, card, refunds: [], dispute: null }, { ...account, now });
    return {
      charge,
      view,
      insert: {
        charge: [toChargeRow(charge)],
        ...(source && isNewSource && { source: [toSourceRow(source)] }),
        ...captureRows(null, charge, now, account.country),
      },
      events: [
        { key: 'charge.create', objectId: charge.id, data: view, webhookEndpoints: charge.webhookEndpoints },
      ],
      jobs: jobsOf(charge, now),
    };
  }

  /**
   * Writes the charge and updates its token and the link or session of its page. After a conflict these are
   * read again, and the read of the row that another charge has used throws. Unlike in `OptimisticWrite.write`, the
   * charge is not decided again: a fault may have fired for it. A unique index rejects a second charge of a
   * source.
   */
  private async commit(
    change: Write,
    charge: Charge,
    { token }: Instrument,
    page: PaymentPage | undefined,
  ): Promise<void> {
    let isRetry = false;
    const attempt = async (): Promise<true | undefined> => {
      const { updates = [], events = [] } = page ? await page.changesFor(charge) : {};
      const unused = token && isRetry ? (await this.tokens.load(charge, token.id)).token : token;
      isRetry = true;
      const tokenUpdates = unused ? [useToken(unused, { now: change.now, chargeId: charge.id })] : [];
      return (
        (await this.writer.commit({
          ...change,
          updates: [...tokenUpdates, ...updates],
          events: [...events, ...(change.events ?? [])],
        })) || undefined
      );
    };
    await retryConflicts(attempt).catch((error: unknown) => {
      if (brokenUniqueConstraint(error)?.includes('source_id')) fail('invalid_charge', SOURCE_IS_USED);
      throw error;
    });
  }
}
