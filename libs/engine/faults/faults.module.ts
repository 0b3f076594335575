import { Module } from '@nestjs/common';
import { LongPollModule } from '../long-poll/long-poll.module.js';
import { FaultDelays } from './fault-delays.js';
import { FaultStore } from './fault.store.js';
import { FaultInjector } from './fault-injector.js';
import { WebhookCalls } from './webhook-calls.js';
import { WebhooksBeforeAnswer } from './webhooks-before-answer.js';

const ALL = [FaultDelays, FaultInjector, FaultStore, WebhookCalls, WebhooksBeforeAnswer];

/** Decides whether a fault hits a call. */
@Module({
  imports: [LongPollModule],
  providers: ALL,
  exports: ALL,
})
export class FaultsModule {}
