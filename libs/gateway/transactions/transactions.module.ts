import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

@Module({ imports: [AccountDirectoryModule], controllers: [TransactionsController], providers: [TransactionsService] })
export class TransactionsModule {}
