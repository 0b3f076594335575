import { Module } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { DELIVERY_QUEUE } from '../webhooks/delivery-job.js';
import { Changes } from './object-writer.js';
import { Lifecycle } from './optimistic-write.js';

@Module({ providers: [Changes, Lifecycle], exports: [Changes, Lifecycle] })
export class ChangesModule {
  constructor(producer: JobProducer) {
    producer.register(DELIVERY_QUEUE);
  }
}
