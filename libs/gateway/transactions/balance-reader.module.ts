import { Module } from '@nestjs/common';
import { BalanceReader } from './balance.reader.js';

/** The balance, for transfers too. */
@Module({ providers: [BalanceReader], exports: [BalanceReader] })
export class BalanceReaderModule {}
