import { Inject, Injectable } from '@nestjs/common';
import { amountProblems, chargeProblems } from '#domain/charges/charge.rules.js';
import { fail, failOnProblems, joinSentence } from '#domain/errors.js';
import { findPaymentMethod, paymentMethodOf } from '#domain/payment-methods/registry.js';
import type { Scope } from '#domain/scope.js';
import type { Source } from '#domain/sources/source.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { brokenUniqueConstraint } from '#platform/database/database-errors.js';
import { readDto } from '#platform/http/dto.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes, type Change } from '../events/changes.js';
import { CreateSourceDto } from '../sources/source.dto.js';
import { toSourceRow } from '../sources/source.row.js';
import { newSource, SourcesService } from '../sources/sources.service.js';
import { demandMetadata, type CreateChargeDto } from './charge.dto.js';
import { makeCharge } from './charge.factory.js';
import { toChargeRow } from './charge.row.js';
import { chargeView, type ChargeView } from './charge.view.js';
import { expiryAlarm } from './expiry-alarm.js';

const SOURCE_IS_USED = 'source was already used';

/** Makes charges: on a source that is there, or on one that is made along with it. */
@Injectable()
export class ChargeCreation {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly sources: SourcesService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async create(scope: Scope, body: CreateChargeDto): Promise<ChargeView> {
    const metadata = demandMetadata(body.metadata ?? {});
    const account = await this.directory.get(scope.accountId);
    const now = this.clock.now(account);
    const { source, isNew } = await this.chargeableSource(scope, body, now);
    const charge = makeCharge(account, source, { ...body, metadata }, now);
    const view = chargeView({ charge, source, card: null, refunds: [] }, { payUrl: this.settings.payUrl, now });
    await this.commit({
      account,
      livemode: scope.livemode,
      now,
      insert: { charge: [toChargeRow(charge)], ...(isNew ? { source: [toSourceRow(source)] } : {}) },
      events: [{ key: 'charge.create', objectId: charge.id, data: view, webhookEndpoints: charge.webhookEndpoints }],
      alarms: [expiryAlarm(charge, now)],
    });
    return view;
  }

  /** Of two charges on one source at once, the database lets one in. */
  private async commit(change: Change): Promise<void> {
    await this.changes.commit(change).catch((error: unknown) => {
      if (brokenUniqueConstraint(error)?.includes('source_id')) fail('invalid_charge', SOURCE_IS_USED);
      throw error;
    });
  }

  /** The source that the body names, or a new one that it describes. Throws with everything that keeps it from being charged. */
  private async chargeableSource(scope: Scope, body: CreateChargeDto, now: Date): Promise<{ source: Source; isNew: boolean }> {
    if (body.source === undefined) {
      const others = [...amountProblems(body), ...chargeProblems(body, undefined, undefined, now)];
      return fail('invalid_charge', joinSentence(['source must be the id of a source, or source[type] a payment method', ...others]));
    }
    if (typeof body.source === 'string') {
      const { source, isUsed } = await this.sources.load(scope, body.source);
      const problems = chargeProblems(body, source, paymentMethodOf(source.type), now);
      failOnProblems('invalid_charge', isUsed ? [SOURCE_IS_USED, ...problems] : problems);
      return { source, isNew: false };
    }
    const { dto, problems } = readDto(CreateSourceDto, { ...body.source, amount: body.amount, currency: body.currency });
    const made = newSource(scope, dto, now);
    const sourceProblems = 'problems' in made ? [...made.problems, ...problems] : problems;
    failOnProblems('invalid_charge', [...sourceProblems, ...chargeProblems(body, undefined, findPaymentMethod(dto.type), now)]);
    return 'source' in made ? { source: made.source, isNew: true } : fail('invalid_charge');
  }
}
