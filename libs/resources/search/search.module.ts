import { Module } from '@nestjs/common';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';

const ALL = [SearchService];

@Module({ imports: [RecipientsModule, TransfersModule], providers: ALL, exports: ALL })
export class SearchModule {}

@Module({ imports: [SearchModule], controllers: [SearchController] })
export class SearchHttpModule {}
