import { Module } from '@nestjs/common';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptReader } from './receipt.reader.js';

const ALL = [ReceiptReader];

@Module({ providers: ALL, exports: ALL })
export class ReceiptsModule {}

@Module({ imports: [ReceiptsModule], controllers: [ReceiptsController] })
export class ReceiptsHttpModule {}
