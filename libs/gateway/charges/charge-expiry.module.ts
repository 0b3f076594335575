import { Module } from '@nestjs/common';
import { ChargeExpiryProcessor } from './charge-expiry.processor.js';
import { ChargeLifecycleModule } from './charge-lifecycle.module.js';

@Module({ imports: [ChargeLifecycleModule], providers: [ChargeExpiryProcessor] })
export class ChargeExpiryModule {}
