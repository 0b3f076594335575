import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { TransferLifecycleModule } from './transfer-lifecycle.module.js';
import { TransferProcessor } from './transfer.processor.js';

@Module({ imports: [AccountDirectoryModule, TransferLifecycleModule], providers: [TransferProcessor] })
export class TransferProgressModule {}
