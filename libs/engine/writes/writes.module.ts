import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { DELIVERY_QUEUE } from '../webhooks/delivery-job.js';
import { ObjectWriter } from './object-writer.js';
import { OptimisticWrite } from './optimistic-write.js';
import { SeededIds } from './seeded-ids.js';

const ALL = [ObjectWriter, OptimisticWrite, SeededIds];

@Module({ providers: ALL, exports: ALL })
export class WritesModule {
  constructor(producer: JobProducer) {
    producer.register(DELIVERY_QUEUE);
  }
}
