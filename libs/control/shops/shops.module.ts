import { Module } from '@nestjs/common';
import { SECOND_MS } from '#kernel/time.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { webhookAuthorities } from '#platform/tls/authority-file.js';
import { targetOf } from '#engine/webhooks/inbox-target.js';
import { AuditModule } from '#engine/audit/audit.module.js';
import { SchedulesModule } from '#resources/schedules/schedules.module.js';
import { WebhookDeliveryModule } from '#engine/webhooks/webhook-delivery.module.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { ShopClient } from './shop-client.js';
import { ShopOrders } from './shop-orders.js';
import { ShopReach } from './shop-reach.js';
import { ShopRunStore } from './shop-run.store.js';
import { ShopRunner } from './shop-runner.js';
import { ShopRunsService } from './shop-runs.service.js';
import { ShopSchedules } from './shop-schedules.js';
import { ShopWebhooks } from './shop-webhooks.js';

/** Time limit for a page of a shop. */
const PAGE_LIMIT_MS = 10 * SECOND_MS;

const shopClient = {
  provide: ShopClient,
  inject: [SETTINGS],
  useFactory: (settings: Settings) =>
    new ShopClient(PAGE_LIMIT_MS, webhookAuthorities(settings.webhookCaFile), (url) =>
      targetOf(url, settings),
    ),
};

/** The common parts of exams and soaks: the calls of a shop, its webhooks, and the run itself. */
@Module({
  imports: [AuditModule, DeliveriesModule, SchedulesModule, WebhookDeliveryModule],
  providers: [
    ShopOrders,
    ShopReach,
    ShopRunStore,
    ShopRunner,
    ShopRunsService,
    ShopSchedules,
    ShopWebhooks,
    shopClient,
  ],
  exports: [ShopClient, ShopOrders, ShopReach, ShopRunStore, ShopRunsService, ShopSchedules, ShopWebhooks],
})
export class ShopsModule {}
