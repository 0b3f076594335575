import { Injectable } from '@nestjs/common';
import { JobProducer } from '#platform/jobs/job-producer.js';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { deliveryJob } from '#engine/webhooks/delivery-job.js';
import { HeldDeliveriesStore } from '#engine/webhooks/held-deliveries.store.js';
import { ShopRunStore } from './shop-run.store.js';
import { ShopSchedules } from './shop-schedules.js';

/** Deletes the schedules of runs of dead processes, releases the webhooks that they held, and then ends them. */
@Injectable()
export class ShopRunsSweeper extends BackgroundWork {
  readonly name = 'exams';

  constructor(
    private readonly store: ShopRunStore,
    private readonly schedules: ShopSchedules,
    private readonly held: HeldDeliveriesStore,
    private readonly producer: JobProducer,
  ) {
    super();
  }

  async sweep(): Promise<number> {
    const abandoned = await this.store.claimAbandoned();
    for (const run of abandoned) {
      await this.schedules.remove(run.accountId, run.made);
      await this.store.giveUp(run);
      if (run.holds) await this.release(run.accountId);
      await this.store.end(run, null);
    }
    return abandoned.length;
  }

  private async release(accountId: string): Promise<void> {
    const hold = await this.held.beginRelease(accountId);
    if (hold === undefined) return;
    const freed = await this.held.endRelease(accountId, hold);
    this.producer.add(freed.map((delivery) => deliveryJob(delivery, delivery.attemptCount, 0)));
  }
}
