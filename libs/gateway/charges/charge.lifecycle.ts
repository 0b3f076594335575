import { Injectable } from '@nestjs/common';
import { authorizeApproved } from '#domain/charges/authorization.js';
import * as machine from '#domain/charges/charge.machine.js';
import { countWrongPassword } from '#domain/charges/one-time-password.js';
import type { Charge } from '#domain/charges/charge.js';
import { fail } from '#domain/errors.js';
import type { EventKey } from '#domain/events/event-keys.js';
import type { PaymentEffect } from '#domain/faults/fault.js';
import { failureCodesOf, type FailureCode } from '#domain/failures.js';
import { newId } from '#domain/ids.js';
import type { Tenant } from '#domain/scope.js';
import { KeyedMutex } from '#platform/contention/keyed-mutex.js';
import { Metrics } from '#platform/metrics/metrics.js';
import type { Account } from '../accounts/account.js';
import type { EventDraft, PageAct } from '../changes/changes.js';
import { PaymentFaults } from '../faults/payment-faults.js';
import { Lifecycle } from '../changes/lifecycle.js';
import type { Inserts } from '../changes/rows.js';
import { captureRows } from './charge.journal.js';
import { ChargeReader } from './charge.reader.js';
import { LinkPayments } from './link-payments.js';
import { chargeUpdate, type LoadedCharge } from './charge.row.js';
import { chargeView, type ViewContext } from './charge.view.js';

/** What a caller wants done to a charge, decided on its present state. */
export interface ChargeDecision<Answer> {
  readonly patch: Partial<Charge>;
  /** The key of an event about the charge as it is afterwards, or an event about another object; nothing where callers see no change. */
  readonly emits?: EventKey | Omit<EventDraft, 'webhookEndpoints'>;
  /** Rows that come with the change. */
  readonly insert?: Inserts;
  /** What the caller is told of the charge afterwards. */
  readonly answer: (after: LoadedCharge) => Answer;
}

/** Without a patch nothing is written. */
type MaybeDecision<Answer> = ChargeDecision<Answer> | Pick<ChargeDecision<Answer>, 'answer'>;

/** Asked on the charge as it is at `now`. */
type Decide<Answer> = (charge: LoadedCharge, now: Date, account: Account) => MaybeDecision<Answer> | Promise<MaybeDecision<Answer>>;

const itself = (after: LoadedCharge): LoadedCharge => after;

/** Every change of a charge, with its event. The decisions are those of charge.machine.ts; refusals are {@link ApiError}s. */
@Injectable()
export class ChargeLifecycle {
  private readonly mutex: KeyedMutex;

  constructor(
    private readonly reader: ChargeReader,
    private readonly lifecycle: Lifecycle,
    private readonly faults: PaymentFaults,
    private readonly links: LinkPayments,
    metrics: Metrics,
  ) {
    this.mutex = new KeyedMutex('charge', metrics);
  }

  /** The customer agrees, `onPage` if there. With a card, its issuer has the last word: the charge may fail instead. So it may where a fault decides. */
  authorize(tenant: Tenant, id: string, { onPage = false } = {}): Promise<LoadedCharge> {
    let isAsked = false;
    let effect: PaymentEffect | undefined;
    const pageAct = onPage ? ({ action: 'approved', objectId: id } as const) : undefined;
    const decide: Decide<LoadedCharge> = async ({ charge, card, source }, now, account) => {
      if (charge.settlesAs === 'never') return { answer: itself };
      const transactionId = newId('transaction', charge.livemode);
      const patch = authorizeApproved(charge, card, now, transactionId);
      // Once, however often it is decided anew.
      if (!isAsked) effect = await this.faults.effectOn(account, charge, source?.type ?? null, 'agreed');
      isAsked = true;
      if (!effect) return { patch, emits: machine.TRANSITIONS.authorize.emits, answer: itself };
      const emits = effect.kind === 'fail' ? { emits: machine.TRANSITIONS.decline.emits } : {};
      return { patch: machine.withEffect(charge, now, effect), ...emits, answer: itself };
    };
    return this.change(tenant, id, decide, pageAct);
  }

  decline(tenant: Tenant, id: string, failureCode: FailureCode, { onPage = false } = {}): Promise<LoadedCharge> {
    const { emits } = machine.TRANSITIONS.decline;
    const pageAct = onPage ? ({ action: 'declined', objectId: id, failureCode } as const) : undefined;
    const decide: Decide<LoadedCharge> = ({ charge }, now) => {
      const codes = failureCodesOf(charge);
      if (!codes.includes(failureCode)) fail('invalid_charge', `failure_code must be one of ${codes.join(', ')}`);
      return { patch: machine.decline(charge, now, failureCode), emits, answer: itself };
    };
    return this.change(tenant, id, decide, pageAct);
  }

  /** The cardholder's one-time password is wrong: it is counted, and the last one that there may be fails the charge. */
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

  /** `captureAmount` is in the smallest unit of the charge's currency; without it, everything is taken. */
  capture(tenant: Tenant, id: string, captureAmount?: number): Promise<LoadedCharge> {
    return this.act(tenant, id, 'capture', ({ charge }, now) =>
      machine.capture(charge, now, newId('transaction', charge.livemode), captureAmount),
    );
  }

  reverse(tenant: Tenant, id: string): Promise<LoadedCharge> {
    return this.act(tenant, id, 'reverse', ({ charge }, now) => machine.reverse(charge, now));
  }

  /** Changes what only describes the charge. */
  describe(tenant: Tenant, id: string, patch: Partial<Pick<Charge, 'description' | 'metadata'>>): Promise<LoadedCharge> {
    return this.change(tenant, id, () => ({ patch, emits: 'charge.update', answer: itself }));
  }

  /** Settles or ends the charge if its time has come; does nothing otherwise. */
  timeOut(tenant: Tenant, id: string): Promise<LoadedCharge> {
    return this.change(tenant, id, (loaded, now) => {
      const due = machine.settle(loaded.charge, now, newId('transaction', loaded.charge.livemode)) ?? machine.timeOut(loaded.charge, now);
      return due ? { patch: due.patch, emits: machine.TRANSITIONS[due.action].emits, answer: itself } : { answer: itself };
    });
  }

  private act(
    tenant: Tenant,
    id: string,
    action: machine.ChargeAction,
    decide: (loaded: LoadedCharge, now: Date) => machine.ChargePatch,
    pageAct?: PageAct,
  ): Promise<LoadedCharge> {
    const { emits } = machine.TRANSITIONS[action];
    return this.change(tenant, id, (loaded, now) => ({ patch: decide(loaded, now), emits, answer: itself }), pageAct);
  }

  /**
   * Changes the charge as `decide` says, which is asked again whenever the charge has been changed meanwhile. `pageAct` is recorded with the change. Throws `not_found`, and whatever `decide` refuses with.
   */
  change<Answer>(tenant: Tenant, id: string, decide: Decide<Answer>, pageAct?: PageAct): Promise<Answer> {
    return this.lifecycle.change(this.mutex, tenant, id, async (now, account) => {
      const before = await this.reader.load(tenant, id);
      const decision = await decide(before, now, account);
      const acted = pageAct && { pageAct };
      if (!('patch' in decision)) return { ...acted, answer: decision.answer(before) };
      const { patch, emits = decision.emits, updates } = await this.links.settle(before.charge, decision.patch, now);
      const after: LoadedCharge = { ...before, charge: { ...before.charge, ...patch, version: before.charge.version + 1 } };
      return {
        updates: [chargeUpdate(before.charge, after.charge), ...updates],
        insert: { ...captureRows(before.charge, after.charge, now), ...decision.insert },
        events: emits === undefined ? [] : [eventOf(emits, after, { ...account, now })],
        ...acted,
        answer: decision.answer(after),
      };
    });
  }
}

function eventOf(emits: NonNullable<ChargeDecision<unknown>['emits']>, after: LoadedCharge, context: ViewContext): EventDraft {
  const { webhookEndpoints, id: objectId } = after.charge;
  if (typeof emits !== 'string') return { webhookEndpoints, ...emits };
  return { key: emits, objectId, data: chargeView(after, context), webhookEndpoints };
}
