import { Inject, Injectable } from '@nestjs/common';
import * as machine from '#domain/charges/charge.machine.js';
import type { Charge } from '#domain/charges/charge.js';
import { fail, failNotFound } from '#domain/errors.js';
import type { EventKey } from '#domain/events/event-keys.js';
import type { FailureCode } from '#domain/failures.js';
import { newId } from '#domain/ids.js';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes } from '../events/changes.js';
import { toChargeWithSource, toMovedRow, type ChargeWithSource } from './charge.row.js';
import { chargeView } from './charge.view.js';

/** How often a change is decided anew because the charge moved on meanwhile. Each round, some other change got through. */
const MAX_ROUNDS = 10;

/** What a caller wants done to a charge, decided on its present state. `undefined`: nothing is to be done. */
type Decision = { readonly patch: Partial<Charge>; readonly emits: EventKey } | undefined;

/**
 * Every change of a charge: read, decide (pure), and write only if the charge is still what was read, together with its event.
 * Of two at once exactly one is written; the other is decided again on what the first left. Refusals are {@link ApiError}s.
 */
@Injectable()
export class ChargeLifecycle {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  authorize(tenant: Tenant, id: string): Promise<ChargeWithSource> {
    return this.act(tenant, id, 'authorize', (charge, now) => machine.authorize(charge, now, newId('transaction', charge.livemode, now)));
  }

  decline(tenant: Tenant, id: string, failureCode: FailureCode): Promise<ChargeWithSource> {
    return this.act(tenant, id, 'decline', (charge, now) => machine.decline(charge, now, failureCode));
  }

  expire(tenant: Tenant, id: string): Promise<ChargeWithSource> {
    return this.act(tenant, id, 'expire', machine.expire);
  }

  capture(tenant: Tenant, id: string): Promise<ChargeWithSource> {
    return this.act(tenant, id, 'capture', (charge, now) => machine.capture(charge, now, newId('transaction', charge.livemode, now)));
  }

  reverse(tenant: Tenant, id: string): Promise<ChargeWithSource> {
    return this.act(tenant, id, 'reverse', machine.reverse);
  }

  /** Changes what only describes the charge. */
  describe(tenant: Tenant, id: string, patch: Partial<Pick<Charge, 'description' | 'metadata'>>): Promise<ChargeWithSource> {
    return this.change(tenant, id, () => ({ patch, emits: 'charge.update' }));
  }

  /** Ends the charge if its time has come; does nothing otherwise. */
  timeOut(tenant: Tenant, id: string): Promise<ChargeWithSource> {
    return this.change(tenant, id, (charge, now) => {
      const due = machine.timeOut(charge, now);
      return due && { patch: due.patch, emits: machine.TRANSITIONS[due.action].emits };
    });
  }

  private act(
    tenant: Tenant,
    id: string,
    action: machine.ChargeAction,
    decide: (charge: Charge, now: Date) => machine.ChargePatch,
  ): Promise<ChargeWithSource> {
    return this.change(tenant, id, (charge, now) => ({ patch: decide(charge, now), emits: machine.TRANSITIONS[action].emits }));
  }

  private async change(tenant: Tenant, id: string, decide: (charge: Charge, now: Date) => Decision): Promise<ChargeWithSource> {
    const { accountId, livemode } = tenant;
    const account = await this.directory.get(accountId);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const stored = await this.database.charge.findFirst({ where: { id, accountId, livemode }, include: { source: true } });
      if (!stored) return failNotFound('charge', id);
      const { charge, source } = toChargeWithSource(stored);
      const now = this.clock.now(account);
      const decision = decide(charge, now);
      if (!decision) return { charge, source };
      const after: ChargeWithSource = { charge: { ...charge, ...decision.patch, version: charge.version + 1 }, source };
      const isWritten = await this.changes.commit({
        account,
        livemode,
        now,
        move: { table: 'charge', id, version: charge.version, set: toMovedRow(after.charge) },
        event: {
          key: decision.emits,
          objectId: id,
          data: chargeView(after, { payUrl: this.settings.payUrl, now }),
          webhookEndpoints: charge.webhookEndpoints,
        },
      });
      if (isWritten) return after;
    }
    return fail('service_unavailable', 'the charge is being changed by others; try again');
  }
}
