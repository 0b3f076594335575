import { Injectable } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { Sweeper } from '#platform/jobs/sweeper.js';
import { deliveryJob } from '../webhooks/delivery-job.js';
import { HeldDeliveriesStore } from '../webhooks/held-deliveries.store.js';
import { ExamStore } from './exam.store.js';

/** Ends exams whose process has died, and releases the webhooks that they held. */
@Injectable()
export class ExamsSweeper extends Sweeper {
  readonly name = 'exams';

  constructor(
    private readonly store: ExamStore,
    private readonly held: HeldDeliveriesStore,
    private readonly producer: JobProducer,
  ) {
    super();
  }

  async sweep(): Promise<number> {
    const abandoned = await this.store.endAbandoned();
    for (const exam of abandoned) {
      const { accountId, holds } = exam;
      await this.store.giveUp(exam);
      const hold = holds ? await this.held.beginRelease(accountId) : undefined;
      if (hold === undefined) continue;
      const freed = await this.held.endRelease(accountId, hold);
      this.producer.add(freed.map((delivery) => deliveryJob(delivery, delivery.attemptCount, 0)));
    }
    return abandoned.length;
  }
}
