import { Injectable } from '@nestjs/common';
import { ApiError } from '#kernel/errors.js';
import { isIdOf } from '#kernel/ids.js';
import { ScheduleLifecycle } from '#resources/schedules/schedule.lifecycle.js';

/** The schedules that a shop has made in a run. */
@Injectable()
export class ShopSchedules {
  constructor(private readonly schedules: ScheduleLifecycle) {}

  /** Deletes those that are schedules and not deleted yet. */
  async remove(accountId: string, ids: readonly string[]): Promise<void> {
    for (const id of ids)
      if (isIdOf('schedule', false, id))
        await this.schedules.destroy({ accountId, livemode: false }, id).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
        });
  }
}
