import { Module } from '@nestjs/common';
import { AccountDirectoryModule } from '../accounts/account-directory.module.js';
import { ChargeExpiryProcessor } from './charge-expiry.processor.js';
import { ChargeLifecycleModule } from './charge-lifecycle.module.js';

@Module({ imports: [AccountDirectoryModule, ChargeLifecycleModule], providers: [ChargeExpiryProcessor] })
export class ChargeExpiryModule {}
