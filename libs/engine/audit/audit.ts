import { Injectable } from '@nestjs/common';
import { newSuffix, suffixOf } from '#kernel/ids.js';
import { suffixBeside } from '#kernel/seeded-ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { requestClient, requestId, trigger } from '#platform/logging/request-context.js';
import type { Account } from '../accounts/account.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { clientIn } from './acting-client.js';

export interface NewAuditEntry {
  /** A word such as `hold`, `release` or `redeliver`; of the emulated API its method and route. */
  readonly action: string;
  /** The id of the changed object, if it is one object. */
  readonly objectId?: string;
  /** Its mode; none where it was done in both. */
  readonly livemode?: boolean;
}

/**
 * An action of a customer, or of a tester, on a page. `opened` is the first opening; `submitted` creates the
 * charge of a link or checkout session.
 */
export type PageAction = 'opened' | 'submitted' | 'approved' | 'declined' | 'expired' | 'wrong_password';

const ACT = 'act_';

/** The client that acts; null for other callers of the control API. */
export function actingClient(): string | null {
  return clientIn(requestClient());
}

/** The id of the first act of the request that the caller works for. */
export function firstAuditId(): string {
  const id = trigger();
  return id?.startsWith(ACT) ? id : `${ACT}${newSuffix()}`;
}

/**
 * Records what is done through the control host, which the timeline shows: a webhook that is sent again, a
 * route of the emulated API that is called.
 */
@Injectable()
export class Audit {
  constructor(
    private readonly database: Database,
    private readonly watch: AccountWatch,
    private readonly clock: Clock,
  ) {}

  /**
   * Records that a customer opened the page of an object for the first time. The suffix of the object's id
   * makes that of the act's: so there is one, however often the page is opened. An id of a seed comes again in
   * later epochs, so there the account makes it too.
   */
  async recordOpened(account: Account, objectId: string, livemode: boolean): Promise<void> {
    const id = `${ACT}${account.idSeed === null ? suffixOf(objectId) : suffixBeside(account.id, objectId)}`;
    const times = { at: this.clock.now(account), machineAt: this.clock.machineNow() };
    const cause = { requestId: requestId() ?? null, triggerId: trigger() };
    const about = { accountId: account.id, livemode, objectId, ...cause };
    const data = [{ id, kind: 'page', action: 'opened' satisfies PageAction, ...about, ...times }];
    const { count } = await this.database.act.createMany({ data, skipDuplicates: true });
    if (count > 0) this.watch.written(account);
  }

  /**
   * The first act of a request has the id that its events and attempts name as their trigger; it sets off the
   * others. Within a transaction it is written with that.
   */
  async record(account: Account, { action, objectId, livemode }: NewAuditEntry): Promise<void> {
    const row = {
      accountId: account.id,
      action,
      livemode: livemode ?? null,
      objectId: objectId ?? null,
      requestId: requestId() ?? null,
      client: actingClient(),
      at: this.clock.now(account),
      machineAt: this.clock.machineNow(),
    };
    const write = (id: string, triggerId: string | null): Promise<{ count: number }> =>
      this.database.act.createMany({ data: [{ ...row, id, triggerId }], skipDuplicates: true });
    const first = firstAuditId();
    const { count } = await write(first, null);
    if (count === 0) await write(`${ACT}${newSuffix()}`, first);
    this.database.afterCommit(() => this.watch.written(account));
  }
}
