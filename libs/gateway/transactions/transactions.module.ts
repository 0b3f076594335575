import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { BalanceReaderModule } from './balance-reader.module.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

@Module({ imports: [AccountDirectoryModule, BalanceReaderModule], controllers: [TransactionsController], providers: [TransactionsService] })
export class TransactionsModule {}
