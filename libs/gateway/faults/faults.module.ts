import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { FaultStore } from './fault.store.js';
import { FaultInjector } from './fault-injector.js';
import { PaymentFaults } from './payment-faults.js';
import { WebhookCalls } from './webhook-calls.js';
import { WebhooksBeforeAnswer } from './webhooks-before-answer.js';

/** Decides whether a fault hits a call. */
@Module({
  imports: [AccountDirectoryModule],
  providers: [FaultInjector, FaultStore, PaymentFaults, WebhookCalls, WebhooksBeforeAnswer],
  exports: [FaultInjector, FaultStore, PaymentFaults, WebhookCalls, WebhooksBeforeAnswer],
})
export class FaultsModule {}
