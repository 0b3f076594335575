import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { FaultsModule } from '../faults/faults.module.js';
import { ChargeDrafts } from './charge.drafts.js';
import { EXPIRY_QUEUE } from './expiry-job.js';

/** What decides on new charges, for the API and the worker alike. */
@Module({ imports: [FaultsModule], providers: [ChargeDrafts], exports: [ChargeDrafts] })
export class ChargeDraftsModule {
  constructor(producer: JobProducer) {
    producer.register(EXPIRY_QUEUE);
  }
}
