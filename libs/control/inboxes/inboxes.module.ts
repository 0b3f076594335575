import { Module } from '@nestjs/common';
import { LongPollModule } from '#engine/long-poll/long-poll.module.js';
import { InboxReceiverController } from './inbox-receiver.controller.js';
import { InboxStore } from './inbox.store.js';
import { InboxesController } from './inboxes.controller.js';
import { InboxesService } from './inboxes.service.js';

@Module({
  imports: [LongPollModule],
  controllers: [InboxesController, InboxReceiverController],
  providers: [InboxesService, InboxStore],
})
export class InboxesModule {}
