import { Module } from '@nestjs/common';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

const ALL = [TransactionsService];

@Module({ providers: ALL, exports: ALL })
export class TransactionsModule {}

@Module({ imports: [TransactionsModule], controllers: [TransactionsController] })
export class TransactionsHttpModule {}
