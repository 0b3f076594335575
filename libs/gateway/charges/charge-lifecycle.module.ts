import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { ChargeLifecycle } from './charge.lifecycle.js';
import { ChargesById } from './charges-by-id.js';

/** What changes charges, for the API, the page and the worker alike. */
@Module({
  imports: [ChangesModule],
  providers: [ChargesById, ChargeLifecycle],
  exports: [ChargesById, ChargeLifecycle],
})
export class ChargeLifecycleModule {}
