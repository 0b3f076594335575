import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { DefaultRecipient } from './default-recipient.js';
import { RecipientReader } from './recipient.reader.js';

/** Recipients, for transfers too. */
@Module({
  imports: [AccountDirectoryModule],
  providers: [DefaultRecipient, RecipientReader],
  exports: [DefaultRecipient, RecipientReader],
})
export class RecipientReaderModule {}
