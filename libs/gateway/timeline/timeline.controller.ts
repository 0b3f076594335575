import { Controller, Get } from '@nestjs/common';
import { Ending } from '#platform/http/ending.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import { EventEntriesService } from './event-entries.service.js';
import type { EventEntryView } from './event-entry.view.js';
import { IdleService } from './idle.service.js';
import type { IdleView } from './idle.view.js';
import type { CommittedListView } from './list.view.js';

/**
 * What happened in a sandbox, in both modes. With `wait`, a list is answered once there is something after the cursor; when nothing comes, it
 * is empty and says why.
 * @host control
 */
@Controller('api/sandboxes/:name')
@ForSandbox()
export class TimelineController {
  constructor(
    private readonly entries: EventEntriesService,
    private readonly idle: IdleService,
  ) {}

  /**
   * Lists the events of a sandbox in the order in which they were committed, oldest first.
   * @query key Only events with this key, such as `charge.complete`.
   * @query object Only events about the object with this id.
   * @query livemode Only those of one mode: `true` or `false`.
   * @query wait How long to wait for one, at most 60 s: `10s`, `500ms`.
   * @query count For how many to wait; 1 unless given.
   */
  @Get('events')
  events(
    @SandboxName() name: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<EventEntryView>> {
    return this.entries.list(name, params, ending);
  }

  /**
   * Says whether nothing is due or under way in a sandbox. Deliveries that are held are counted, and passed over.
   * @query wait How long to wait until it is so, at most 60 s: `10s`, `500ms`.
   */
  @Get('idle')
  findIdle(@SandboxName() name: string, @QueryParams() params: Params, @Ending() ending: AbortSignal): Promise<IdleView> {
    return this.idle.find(name, params, ending);
  }
}
