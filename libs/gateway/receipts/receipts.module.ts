import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ReceiptReader } from './receipt.reader.js';
import { ReceiptsController } from './receipts.controller.js';

@Module({ imports: [AccountDirectoryModule], controllers: [ReceiptsController], providers: [ReceiptReader] })
export class ReceiptsModule {}
