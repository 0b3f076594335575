import { Module } from '@nestjs/common';
import { WritesModule } from '#engine/writes/writes.module.js';
import { RecipientsController } from './recipients.controller.js';
import { DefaultRecipient } from './default-recipient.js';
import { RecipientsService } from './recipients.service.js';

const ALL = [DefaultRecipient, RecipientsService];

@Module({ imports: [WritesModule], providers: ALL, exports: ALL })
export class RecipientsModule {}

@Module({ imports: [RecipientsModule], controllers: [RecipientsController] })
export class RecipientsHttpModule {}
