import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { RecipientReaderModule } from './recipient-reader.module.js';
import { RecipientsController } from './recipients.controller.js';
import { RecipientsService } from './recipients.service.js';

@Module({ imports: [ChangesModule, RecipientReaderModule], controllers: [RecipientsController], providers: [RecipientsService] })
export class RecipientsModule {}
