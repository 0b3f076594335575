import { Inject, Injectable } from '@nestjs/common';
import { authorizeCard } from '#domain/charges/card-payment.js';
import * as machine from '#domain/charges/charge.machine.js';
import type { Charge } from '#domain/charges/charge.js';
import { fail } from '#domain/errors.js';
import type { EventKey } from '#domain/events/event-keys.js';
import { failureCodesOf, type FailureCode } from '#domain/failures.js';
import { newId } from '#domain/ids.js';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { Turns } from '#platform/contention/turns.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes, type EventDraft, type Inserts } from '../events/changes.js';
import { capturedRows } from './captured-rows.js';
import { toMovedRow, type LoadedCharge } from './charge.row.js';
import { chargeView } from './charge.view.js';
import { ChargesById } from './charges-by-id.js';

/** What a caller wants done to a charge, decided on its present state. */
export interface Decision {
  readonly patch: Partial<Charge>;
  /** The key of an event about the charge as it is afterwards, or an event about another object. */
  readonly emits: EventKey | Omit<EventDraft, 'webhookEndpoints'>;
  /** Rows that come with the change. */
  readonly insert?: Inserts;
}

/**
 * Every change of a charge: read, decide (pure), and write only if the charge is still what was read, together with its event.
 * Of two at once exactly one is written; the other is decided again on what the first left. Refusals are {@link ApiError}s.
 */
@Injectable()
export class ChargeLifecycle {
  private readonly turns: Turns;

  constructor(
    private readonly byId: ChargesById,
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.turns = new Turns('charge', metrics);
  }

  /** The customer agrees. With a card, its issuer has the last word: the charge may fail instead. */
  authorize(tenant: Tenant, id: string): Promise<LoadedCharge> {
    return this.act(tenant, id, 'authorize', ({ charge, card }, now) => {
      const transactionId = newId('transaction', charge.livemode, now);
      return card ? authorizeCard(charge, card, now, transactionId) : machine.authorize(charge, now, transactionId);
    });
  }

  decline(tenant: Tenant, id: string, failureCode: FailureCode): Promise<LoadedCharge> {
    return this.act(tenant, id, 'decline', ({ charge }, now) => {
      const codes = failureCodesOf(charge);
      if (!codes.includes(failureCode)) fail('invalid_charge', `failure_code must be one of ${codes.join(', ')}`);
      return machine.decline(charge, now, failureCode);
    });
  }

  expire(tenant: Tenant, id: string): Promise<LoadedCharge> {
    return this.act(tenant, id, 'expire', ({ charge }, now) => machine.expire(charge, now));
  }

  /** `captureAmount` is in the smallest unit of the charge's currency; without it, everything is taken. */
  capture(tenant: Tenant, id: string, captureAmount?: number): Promise<LoadedCharge> {
    return this.act(tenant, id, 'capture', ({ charge }, now) =>
      machine.capture(charge, now, newId('transaction', charge.livemode, now), captureAmount),
    );
  }

  reverse(tenant: Tenant, id: string): Promise<LoadedCharge> {
    return this.act(tenant, id, 'reverse', ({ charge }, now) => machine.reverse(charge, now));
  }

  /** Changes what only describes the charge. */
  describe(tenant: Tenant, id: string, patch: Partial<Pick<Charge, 'description' | 'metadata'>>): Promise<LoadedCharge> {
    return this.change(tenant, id, () => ({ patch, emits: 'charge.update' }));
  }

  /** Ends the charge if its time has come; does nothing otherwise. */
  timeOut(tenant: Tenant, id: string): Promise<LoadedCharge> {
    return this.change(tenant, id, ({ charge }, now) => {
      const due = machine.timeOut(charge, now);
      return due && { patch: due.patch, emits: machine.TRANSITIONS[due.action].emits };
    });
  }

  private act(
    tenant: Tenant,
    id: string,
    action: machine.ChargeAction,
    decide: (loaded: LoadedCharge, now: Date) => machine.ChargePatch,
  ): Promise<LoadedCharge> {
    return this.change(tenant, id, (loaded, now) => ({ patch: decide(loaded, now), emits: machine.TRANSITIONS[action].emits }));
  }

  /**
   * Changes the charge as `decide` says, which is asked again whenever the charge has moved on before the change was written.
   * Answers with the charge afterwards. Throws `not_found`, and whatever `decide` refuses with.
   */
  async change(tenant: Tenant, id: string, decide: (charge: LoadedCharge, now: Date) => Decision | undefined): Promise<LoadedCharge> {
    const { accountId, livemode } = tenant;
    const account = await this.directory.get(accountId);
    return this.turns.take(id, async () => {
      const before = await this.byId.load(tenant, id);
      const now = this.clock.now(account);
      const decision = decide(before, now);
      if (!decision) return before;
      const after: LoadedCharge = { ...before, charge: { ...before.charge, ...decision.patch, version: before.charge.version + 1 } };
      const isWritten = await this.changes.commit({
        account,
        livemode,
        now,
        moves: [{ table: 'charge', id, version: before.charge.version, set: toMovedRow(after.charge) }],
        insert: { ...capturedRows(before.charge, after.charge, now), ...decision.insert },
        events: [this.eventOf(decision.emits, after, now)],
      });
      return isWritten ? after : undefined;
    });
  }

  private eventOf(emits: Decision['emits'], after: LoadedCharge, now: Date): EventDraft {
    const { webhookEndpoints, id: objectId } = after.charge;
    if (typeof emits !== 'string') return { webhookEndpoints, ...emits };
    const { payUrl, baseUrl, fidelity } = this.settings;
    return { key: emits, objectId, data: chargeView(after, { payUrl, baseUrl, fidelity, now }), webhookEndpoints };
  }
}
