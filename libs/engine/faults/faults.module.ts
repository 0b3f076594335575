import { Module } from '@nestjs/common';
import { WaitingModule } from '../long-poll/long-poll.module.js';
import { FaultDelays } from './fault-delays.js';
import { FaultStore } from './fault.store.js';
import { FaultInjector } from './fault-injector.js';
import { WebhookCalls } from './webhook-calls.js';
import { WebhooksBeforeAnswer } from './webhooks-before-answer.js';

const ALL = [FaultDelays, FaultInjector, FaultStore, WebhookCalls, WebhooksBeforeAnswer];

/** Decides whether a fault hits a call. */
@Module({
  imports: [WaitingModule],
  providers: ALL,
  exports: ALL,
})
export class FaultsModule {}
