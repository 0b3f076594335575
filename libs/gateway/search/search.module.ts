import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { RecipientReaderModule } from '../recipients/recipient-reader.module.js';
import { TransferLifecycleModule } from '../transfers/transfer-lifecycle.module.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';

@Module({
  imports: [AccountDirectoryModule, RecipientReaderModule, TransferLifecycleModule],
  controllers: [SearchController],
  providers: [SearchService],
})
export class SearchModule {}
