import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { failureCodesOf, type FailureCode } from '#kernel/failures.js';
import type { Tenant } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import type { PaymentEffect } from '#engine/faults/rules/fault.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { newId } from '#engine/writes/new-id.js';
import type { EventDraft, PageAudit, Write } from '#engine/writes/object-writer.js';
import { OptimisticWrite, type Decide as DecideChange } from '#engine/writes/optimistic-write.js';
import type { Inserts } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import { authorizeApproved } from './rules/authorization.js';
import * as machine from './rules/charge.machine.js';
import { countWrongPassword } from './rules/one-time-password.js';
import { isOverdue, phaseOf, type Charge } from './rules/charge.js';
import { PaymentFaults } from './payment-faults.js';
import { CHARGE } from './charge.resource.js';
import { LinkPayments } from './link-payments.js';
import { captureRows, chargeUpdate, type LoadedCharge } from './charge.row.js';
import { chargeView, type ChargeViewContext } from './charge.view.js';

export interface ChargeDecision<Answer> {
  readonly patch: Partial<Charge>;
  /**
   * The key of an event about the changed charge, or an event about another object. Without it the change has
   * no event.
   */
  readonly emits?: EventKey | Omit<EventDraft, 'webhookEndpoints'>;
  readonly insert?: Inserts;
  /** The answer to the caller, from the changed charge. */
  readonly answer: (after: LoadedCharge) => Answer;
}

/** Without a patch nothing is written. */
type MaybeDecision<Answer> = ChargeDecision<Answer> | Pick<ChargeDecision<Answer>, 'answer'>;

/** Called again when another process has changed the charge meanwhile. Throws to refuse the request. */
type Decide<Answer> = (
  charge: LoadedCharge,
  now: Date,
  account: Account,
) => MaybeDecision<Answer> | Promise<MaybeDecision<Answer>>;

const itself = (after: LoadedCharge): LoadedCharge => after;

/** Changes charges by the rules of charge.machine.ts, and emits their events. */
@Injectable()
export class ChargeLifecycle {
  constructor(
    private readonly resources: Resources,
    private readonly writes: OptimisticWrite,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly faults: PaymentFaults,
    private readonly links: LinkPayments,
  ) {}

  /**
   * Applies the approval of the customer, on the payment page or by the API. The card's issuer or a fault can
   * fail the charge instead.
   */
  authorize(tenant: Tenant, id: string, { onPage = false } = {}): Promise<LoadedCharge> {
    const pageAct = onPage ? ({ action: 'approved', objectId: id } as const) : undefined;
    return this.writes.alone('charge', id, async () => {
      const effect = await this.faultOfApproval(tenant, id);
      const decide: Decide<LoadedCharge> = ({ charge, card }, now) => {
        if (charge.settlesAs === 'never') return { answer: itself };
        const patch = authorizeApproved(charge, card, now, newId('transaction', charge.livemode));
        if (!effect) return { patch, emits: machine.TRANSITIONS.authorize.emits, answer: itself };
        const emits = effect.kind === 'fail' ? { emits: machine.TRANSITIONS.decline.emits } : {};
        return { patch: machine.withEffect(charge, now, effect), ...emits, answer: itself };
      };
      return this.writes.write(tenant, this.decision(tenant, id, decide, pageAct));
    });
  }

  /** Fires the fault that hits the approval, unless the approval will be refused. */
  private async faultOfApproval(tenant: Tenant, id: string): Promise<PaymentEffect | undefined> {
    const account = await this.directory.get(tenant.accountId);
    if (account.faults.length === 0) return undefined;
    const { charge, source } = await this.resources.load(CHARGE, tenant, id);
    const isOpen = phaseOf(charge) === 'awaiting_customer' && !isOverdue(charge, this.clock.now(account));
    return isOpen && charge.settlesAs !== 'never'
      ? this.faults.effectOn(account, charge, source?.type ?? null, 'agreed')
      : undefined;
  }

  decline(
    tenant: Tenant,
    id: string,
    failureCode: FailureCode,
    { onPage = false } = {},
  ): Promise<LoadedCharge> {
    const { emits } = machine.TRANSITIONS.decline;
    const pageAct = onPage ? ({ action: 'declined', objectId: id, failureCode } as const) : undefined;
    const decide: Decide<LoadedCharge> = ({ charge }, now) => {
      const codes = failureCodesOf(charge);
      if (!codes.includes(failureCode))
        fail('invalid_charge', `failure_code must be one of ${codes.join(', ')}`);
      return { patch: machine.decline(charge, now, failureCode), emits, answer: itself };
    };
    return this.change(tenant, id, decide, pageAct);
  }

  /** Counts a wrong one-time password of the cardholder. The last permitted one fails the charge. */
  countWrongPassword(tenant: Tenant, id: string): Promise<LoadedCharge> {
    const decide: Decide<LoadedCharge> = ({ charge }, now) => {
      const patch = countWrongPassword(charge, now);
      return { patch, ...(patch.status && { emits: machine.TRANSITIONS.decline.emits }), answer: itself };
    };
    return this.change(tenant, id, decide, { action: 'wrong_password', objectId: id });
  }

  expire(tenant: Tenant, id: string, { onPage = false } = {}): Promise<LoadedCharge> {
    const pageAct = onPage ? ({ action: 'expired', objectId: id } as const) : undefined;
    return this.act(tenant, id, 'expire', ({ charge }, now) => machine.expire(charge, now), pageAct);
  }

  /** The expiry as a part of another change. Throws `failed_expire`. */
  async expiry(
    tenant: Tenant,
    id: string,
    now: Date,
    account: Account,
  ): Promise<Pick<Write, 'updates' | 'events'>> {
    const { emits } = machine.TRANSITIONS.expire;
    const { updates = [], events = [] } = await this.decision(tenant, id, ({ charge }) => ({
      patch: machine.expire(charge, now),
      emits,
      answer: itself,
    }))(now, account);
    return { updates, events };
  }

  /** `captureAmount` is in the smallest unit of the charge's currency. Default: the full amount. */
  capture(tenant: Tenant, id: string, captureAmount?: number): Promise<LoadedCharge> {
    return this.act(tenant, id, 'capture', ({ charge }, now) =>
      machine.capture(charge, now, newId('transaction', charge.livemode), captureAmount),
    );
  }

  reverse(tenant: Tenant, id: string): Promise<LoadedCharge> {
    return this.act(tenant, id, 'reverse', ({ charge }, now) => machine.reverse(charge, now));
  }

  describe(
    tenant: Tenant,
    id: string,
    patch: Partial<Pick<Charge, 'description' | 'metadata'>>,
  ): Promise<LoadedCharge> {
    return this.change(tenant, id, () => ({ patch, emits: 'charge.update', answer: itself }));
  }

  /** Settles, expires or lapses a charge that is due. Returns its new status; `undefined` if it was not due. */
  timeOut(tenant: Tenant, id: string): Promise<Charge['status'] | undefined> {
    return this.change<Charge['status'] | undefined>(tenant, id, (loaded, now) => {
      const due =
        machine.settle(loaded.charge, now, newId('transaction', loaded.charge.livemode)) ??
        machine.timeOut(loaded.charge, now);
      return due
        ? {
            patch: due.patch,
            emits: machine.TRANSITIONS[due.action].emits,
            answer: ({ charge }) => charge.status,
          }
        : { answer: () => undefined };
    });
  }

  private act(
    tenant: Tenant,
    id: string,
    action: machine.ChargeAction,
    decide: (loaded: LoadedCharge, now: Date) => machine.ChargePatch,
    pageAct?: PageAudit,
  ): Promise<LoadedCharge> {
    const { emits } = machine.TRANSITIONS[action];
    return this.change(
      tenant,
      id,
      (loaded, now) => ({ patch: decide(loaded, now), emits, answer: itself }),
      pageAct,
    );
  }

  /**
   * Changes the charge as `decide` returns, and records `pageAct` with the change. Throws `not_found`, and
   * the errors of `decide`.
   */
  change<Answer>(tenant: Tenant, id: string, decide: Decide<Answer>, pageAct?: PageAudit): Promise<Answer> {
    return this.writes.change('charge', tenant, id, this.decision(tenant, id, decide, pageAct));
  }

  private decision<Answer>(
    tenant: Tenant,
    id: string,
    decide: Decide<Answer>,
    pageAct?: PageAudit,
  ): DecideChange<Answer> {
    return async (now, account) => {
      const before = await this.resources.load(CHARGE, tenant, id);
      const decision = await decide(before, now, account);
      const acted = pageAct && { pageAct };
      if (!('patch' in decision)) return { ...acted, answer: decision.answer(before) };
      const {
        patch,
        emits = decision.emits,
        updates,
      } = await this.links.settle(before.charge, decision.patch, now);
      const after: LoadedCharge = {
        ...before,
        charge: { ...before.charge, ...patch, version: before.charge.version + 1 },
      };
      return {
        updates: [chargeUpdate(before.charge, after.charge), ...updates],
        insert: { ...captureRows(before.charge, after.charge, now, account.country), ...decision.insert },
        events: emits === undefined ? [] : [eventOf(emits, after, { ...account, now })],
        ...acted,
        answer: decision.answer(after),
      };
    };
  }
}

function eventOf(
  emits: NonNullable<ChargeDecision<unknown>['emits']>,
  after: LoadedCharge,
  context: ChargeViewContext,
): EventDraft {
  const { webhookEndpoints, id: objectId } = after.charge;
  if (typeof emits !== 'string') return { webhookEndpoints, ...emits };
  return { key: emits, objectId, data: chargeView(after, context), webhookEndpoints };
}
