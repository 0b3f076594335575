import { Injectable } from '@nestjs/common';
import { idAt } from '#kernel/ids.js';
import { DAY_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { BackgroundWork } from '#platform/jobs/background-work.js';
import { RequestLogStore } from './request-log.store.js';

/** For how long a request is kept, in the machine's time. */
const KEPT_MS = 7 * DAY_MS;

@Injectable()
export class RequestLogSweeper extends BackgroundWork {
  readonly name = 'request-log';

  constructor(
    private readonly store: RequestLogStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  sweep(): Promise<number> {
    return this.store.removeBefore(`req_${idAt(new Date(this.clock.machineNow().getTime() - KEPT_MS))}`);
  }
}
