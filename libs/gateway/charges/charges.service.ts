import { Inject, Injectable } from '@nestjs/common';
import { parseAmount } from '#domain/amount.js';
import { chargeProblems } from '#domain/charges/charge.rules.js';
import { fail, failNotFound, failOnProblems } from '#domain/errors.js';
import type { FailureCode } from '#domain/failures.js';
import { listView, parseListQuery, type ListView } from '#domain/list.js';
import { metadataProblem, type Metadata } from '#domain/metadata.js';
import { findPaymentMethod, paymentMethodOf } from '#domain/payment-methods/registry.js';
import type { Scope, Tenant } from '#domain/scope.js';
import type { Source } from '#domain/sources/source.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { brokenUniqueConstraint } from '#platform/database/database-errors.js';
import type { Params } from '#platform/http/params.js';
import { pageOf } from '#platform/listing/page.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes } from '../events/changes.js';
import { EventsService } from '../events/events.service.js';
import type { EventView } from '../events/event.view.js';
import { toSourceRow } from '../sources/source.row.js';
import { newSource, SourcesService } from '../sources/sources.service.js';
import type { CaptureDto, CreateChargeDto, UpdateChargeDto } from './charge.dto.js';
import { makeCharge } from './charge.factory.js';
import { ChargeLifecycle } from './charge.lifecycle.js';
import { toChargeRow, toChargeWithSource, type ChargeWithSource } from './charge.row.js';
import { chargeView, type ChargeView } from './charge.view.js';
import { expiryAlarm } from './expiry-alarm.js';

const SOURCE_IS_USED = 'source was already used';

@Injectable()
export class ChargesService {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly sources: SourcesService,
    private readonly lifecycle: ChargeLifecycle,
    private readonly events: EventsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async create(scope: Scope, body: CreateChargeDto): Promise<ChargeView> {
    const metadata = demandMetadata(body.metadata ?? {});
    const account = await this.directory.get(scope.accountId);
    const now = this.clock.now(account);
    const { source, isNew } = await this.chargeableSource(scope, body, now);
    const charge = makeCharge(account, source, { ...body, metadata }, now);
    const view = chargeView({ charge, source }, { payUrl: this.settings.payUrl, now });
    const change = {
      account,
      livemode: scope.livemode,
      now,
      insert: { charge: toChargeRow(charge), ...(isNew ? { source: toSourceRow(source) } : {}) },
      event: { key: 'charge.create', objectId: charge.id, data: view, webhookEndpoints: charge.webhookEndpoints },
      alarms: [expiryAlarm(charge, now)],
    } as const;
    await this.changes.commit(change).catch((error: unknown) => {
      if (brokenUniqueConstraint(error)?.includes('source_id')) fail('invalid_charge', SOURCE_IS_USED);
      throw error;
    });
    return view;
  }

  async find(scope: Scope, id: string): Promise<ChargeView> {
    return this.view(scope, await this.load(scope, id));
  }

  async list(scope: Scope, params: Params): Promise<ListView<ChargeView>> {
    const now = await this.now(scope);
    const query = parseListQuery(params, now);
    const { created, page } = pageOf(query);
    const where = { accountId: scope.accountId, livemode: scope.livemode, createdAt: created };
    const [charges, total] = await Promise.all([
      this.database.charge.findMany({ where, ...page, include: { source: true } }),
      this.database.charge.count({ where }),
    ]);
    const context = { payUrl: this.settings.payUrl, now };
    return listView(
      charges.map((stored) => chargeView(toChargeWithSource(stored), context)),
      total,
      '/charges',
      query,
    );
  }

  async update(scope: Scope, id: string, body: UpdateChargeDto): Promise<ChargeView> {
    const description = body.description === undefined ? {} : { description: demandDescription(body.description) };
    const metadata = body.metadata === undefined ? {} : { metadata: demandMetadata(body.metadata) };
    return this.view(scope, await this.lifecycle.describe(scope, id, { ...description, ...metadata }));
  }

  async capture(scope: Scope, id: string, body: CaptureDto): Promise<ChargeView> {
    if (body.capture_amount !== undefined) await this.demandFullCapture(scope, id, body.capture_amount);
    return this.view(scope, await this.lifecycle.capture(scope, id));
  }

  async reverse(scope: Scope, id: string): Promise<ChargeView> {
    return this.view(scope, await this.lifecycle.reverse(scope, id));
  }

  async expire(scope: Scope, id: string): Promise<ChargeView> {
    return this.view(scope, await this.lifecycle.expire(scope, id));
  }

  /** What the customer's pay button does, for tests without a browser (docs/fidelity.md C8). */
  async markAsPaid(scope: Scope, id: string): Promise<ChargeView> {
    await this.demandTestMode(scope, id, 'mark_as_paid');
    return this.view(scope, await this.lifecycle.authorize(scope, id));
  }

  async markAsFailed(scope: Scope, id: string, failureCode: FailureCode = 'payment_rejected'): Promise<ChargeView> {
    await this.demandTestMode(scope, id, 'mark_as_failed');
    return this.view(scope, await this.lifecycle.decline(scope, id, failureCode));
  }

  async listEvents(scope: Scope, id: string, params: Params): Promise<ListView<EventView>> {
    const { charge } = await this.load(scope, id);
    return this.events.listOf(scope, charge.id, `/charges/${charge.id}`, params);
  }

  /** The source that the body names, or a new one that it describes. Throws with everything that keeps it from being charged. */
  private async chargeableSource(scope: Scope, body: CreateChargeDto, now: Date): Promise<{ source: Source; isNew: boolean }> {
    if (body.source === undefined) return fail('invalid_charge', 'source must be the id of a source, or source[type] a payment method');
    if (typeof body.source === 'string') {
      const { source, isUsed } = await this.sources.load(scope, body.source);
      const problems = chargeProblems(body, source, paymentMethodOf(source.type), now);
      failOnProblems('invalid_charge', isUsed ? [SOURCE_IS_USED, ...problems] : problems);
      return { source, isNew: false };
    }
    const { type, platform_type } = body.source;
    const made = newSource(scope, { type, platform_type, amount: body.amount, currency: body.currency }, now);
    const sourceProblems = 'problems' in made ? made.problems : [];
    failOnProblems('invalid_charge', [...sourceProblems, ...chargeProblems(body, undefined, findPaymentMethod(type), now)]);
    return 'source' in made ? { source: made.source, isNew: true } : fail('invalid_charge');
  }

  private async load({ accountId, livemode }: Tenant, id: string): Promise<ChargeWithSource> {
    const stored = await this.database.charge.findFirst({ where: { id, accountId, livemode }, include: { source: true } });
    return stored ? toChargeWithSource(stored) : failNotFound('charge', id);
  }

  private async demandTestMode(scope: Scope, id: string, action: string): Promise<void> {
    if (!scope.livemode) return;
    await this.load(scope, id);
    fail('bad_request', `${action} works with test keys only; a live charge is settled on its authorize_uri`);
  }

  private async demandFullCapture(scope: Scope, id: string, captureAmount: unknown): Promise<void> {
    const { charge } = await this.load(scope, id);
    const parsed = parseAmount(captureAmount);
    if ('value' in parsed && parsed.value === charge.amount) return;
    fail('failed_capture', `capture_amount must be the whole amount, ${charge.amount}`);
  }

  private async view(scope: Scope, found: ChargeWithSource): Promise<ChargeView> {
    return chargeView(found, { payUrl: this.settings.payUrl, now: await this.now(scope) });
  }

  private async now({ accountId }: Tenant): Promise<Date> {
    return this.clock.now(await this.directory.get(accountId));
  }
}

function demandMetadata(value: unknown): Metadata {
  const metadata = value === '' || value === null ? {} : value;
  const problem = metadataProblem(metadata);
  return problem === undefined ? (metadata as Metadata) : fail('bad_request', problem);
}

function demandDescription(value: unknown): string | null {
  if (value === '' || value === null) return null;
  return typeof value === 'string' ? value : fail('invalid_charge', 'description must be a text');
}
