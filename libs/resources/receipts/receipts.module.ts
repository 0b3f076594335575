import { Module } from '@nestjs/common';
import { ReceiptReader } from './receipt.reader.js';

const ALL = [ReceiptReader];

@Module({ providers: ALL, exports: ALL })
export class ReceiptsModule {}
