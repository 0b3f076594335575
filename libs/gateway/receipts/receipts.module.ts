import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ReceiptsController } from './receipts.controller.js';

@Module({ imports: [AccountDirectoryModule], controllers: [ReceiptsController] })
export class ReceiptsModule {}
