import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { FaultStore } from './fault.store.js';
import { Faults } from './faults.js';
import { PaymentFaults } from './payment-faults.js';
import { WebhookCalls } from './webhook-calls.js';
import { WebhooksBeforeAnswer } from './webhooks-before-answer.js';

/** What finds out whether a call is hit by a fault. */
@Module({
  imports: [AccountDirectoryModule],
  providers: [FaultStore, Faults, PaymentFaults, WebhookCalls, WebhooksBeforeAnswer],
  exports: [FaultStore, Faults, PaymentFaults, WebhookCalls, WebhooksBeforeAnswer],
})
export class FaultsModule {}
