import { Module } from '@nestjs/common';
import { SECOND_MS } from '#kernel/time.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { webhookAuthorities } from '#platform/tls/authority-file.js';
import { AuditModule } from '#engine/audit/audit.module.js';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { targetOf } from '#engine/webhooks/inbox-target.js';
import { WebhookDeliveryModule } from '#engine/webhooks/webhook-delivery.module.js';
import { ChargesModule } from '#resources/charges/charges.module.js';
import { CustomersModule } from '#resources/customers/customers.module.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { ScenariosModule } from '../scenarios/scenarios.module.js';
import { ExamActions } from './exam-actions.js';
import { ExamJudge } from './exam-judge.js';
import { ExamOrders } from './exam-orders.js';
import { ExamSender } from './exam-sender.js';
import { ExamRunner } from './exam-runner.js';
import { ExamStore } from './exam.store.js';
import { ExamsController } from './exams.controller.js';
import { ExamsService } from './exams.service.js';
import { ShopCalls } from './shop-calls.js';
import { ShopQuestions } from './shop-questions.js';
import { ShopReach } from './shop-reach.js';
import { ShopClient } from './shop-client.js';

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

@Module({
  imports: [
    AuditModule,
    ChargesModule,
    CustomersModule,
    DeliveriesModule,
    ScenariosModule,
    LongPollModule,
    WebhookDeliveryModule,
  ],
  controllers: [ExamsController],
  providers: [
    ExamActions,
    ExamJudge,
    ExamOrders,
    ExamRunner,
    ExamSender,
    ExamStore,
    ExamsService,
    ShopCalls,
    ShopQuestions,
    ShopReach,
    shopClient,
  ],
})
export class ExamsModule {}
