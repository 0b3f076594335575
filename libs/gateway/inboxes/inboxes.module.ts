import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { InboxReceiverController } from './inbox-receiver.controller.js';
import { InboxStore } from './inbox.store.js';
import { InboxesController } from './inboxes.controller.js';
import { InboxesService } from './inboxes.service.js';

@Module({
  imports: [AccountDirectoryModule, WaitingModule],
  controllers: [InboxesController, InboxReceiverController],
  providers: [InboxesService, InboxStore],
})
export class InboxesModule {}
