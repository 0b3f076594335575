import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { SECOND_MS } from '#kernel/time.js';
import { Database } from '#platform/database/database.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Audit } from '#engine/audit/audit.js';
import { CustomersService } from '#resources/customers/customers.service.js';
import { DeliveriesService } from './deliveries.service.js';
import type { DeliveryDetailView } from './delivery.view.js';

/** Longer than the default time limit of an endpoint. */
const WAIT_MS = 20 * SECOND_MS;
const CUSTOMER = { description: 'Test event of Tollgate' };

/**
 * Sends a test event, as `stripe trigger` does: it creates an object whose event is delivered like any other.
 * A customer has no state that an endpoint could act on, and the endpoint can retrieve both customer and
 * event.
 */
@Injectable()
export class TestEventService {
  constructor(
    private readonly accounts: SandboxAccounts,
    private readonly database: Database,
    private readonly customers: CustomersService,
    private readonly deliveries: DeliveriesService,
    private readonly watch: AccountWatch,
    private readonly audit: Audit,
  ) {}

  /**
   * Waits for the first attempt, unless webhooks are held or a fault delays it. Throws `not_found`, and
   * `bad_request` without a webhook URL.
   */
  async send(name: string, livemode: boolean, signal: AbortSignal): Promise<DeliveryDetailView> {
    const account = await this.accounts.get(name);
    const { id: accountId, apiVersion } = account;
    const tenant = { accountId, livemode };
    if (!(await this.database.webhookEndpoint.findFirst({ where: tenant })))
      fail(
        'bad_request',
        `the sandbox has no webhook URL in ${livemode ? 'live' : 'test'} mode; set webhook_uri`,
      );
    await this.audit.record(account, { action: 'send_test_event', livemode });
    const { id } = await this.customers.create({ ...tenant, keyKind: 'secret', apiVersion }, CUSTOMER);
    const ofCustomer = { accountId, event: { objectId: id } };
    const settled = [{ status: { not: 'pending' } }, { attempts: { some: {} } }];
    const look = async (): Promise<true | undefined> =>
      (await this.database.webhookDelivery.count({ where: { ...ofCustomer, OR: settled } })) > 0 || undefined;
    await this.watch.until(accountId, look, WAIT_MS, signal);
    const delivery = await this.database.webhookDelivery.findFirst({
      where: ofCustomer,
      select: { id: true },
    });
    return delivery
      ? this.deliveries.find(name, delivery.id)
      : fail('service_unavailable', 'the sandbox was reset before the event was sent');
  }
}
