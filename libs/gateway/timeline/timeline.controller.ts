import { Controller, Get, Headers, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Ending } from '#platform/http/ending-signal.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { ConsoleSessions } from '../control/console-sessions.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import { WaitsInPlace } from '../waiting/waiting.interceptor.js';
import { EventEntriesService } from './event-entries.service.js';
import type { EventEntryView } from './event-entry.view.js';
import { FiguresService } from './figures.service.js';
import type { FiguresView } from './figures.view.js';
import { RequestEntriesService } from './request-entries.service.js';
import type { RequestEntryView } from './request-entry.view.js';
import { IdleService } from './idle.service.js';
import type { IdleView } from './idle.view.js';
import type { CommittedListView } from './list.view.js';
import type { TimelineEntryView } from './timeline-entry.view.js';
import { STREAM_LIMIT, streamPages } from './stream.js';
import { TimelineService } from './timeline.service.js';

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
    private readonly figures: FiguresService,
    private readonly idle: IdleService,
    private readonly log: RequestEntriesService,
    private readonly timeline: TimelineService,
    private readonly sessions: ConsoleSessions,
  ) {}

  /**
   * Lists the events of a sandbox in the order in which they were committed, oldest first.
   * @query key Only events with this key, such as `charge.complete`.
   * @query object Only events about the object with this id.
   * @query livemode Only those of one mode: `true` or `false`.
   * @query before For the last entries before the `previous` of a page, or before the `end` of the list, oldest first.
   * @query wait How long to wait for one, at most 60 s: `10s`, `500ms`.
   * @query count For how many to wait; 1 unless given.
   */
  @Get('events')
  @WaitsInPlace('if asked')
  events(
    @SandboxName() name: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<EventEntryView>> {
    return this.entries.list(name, params, ending);
  }

  /**
   * Lists all that happened in a sandbox, in the order in which it was committed: requests, events, attempts to send them, faults that
   * fired, moves of the clock, what was done by hand, and what customers did on pages.
   * @query kinds Only these, with commas between them: `request`, `event`, `attempt`, `fault`, `clock`, `act`, `page`.
   * @query object Only what is about the object with this id.
   * @query related With the `object` of a charge, `true` adds the entries about its source or token, its page, its refunds and disputes, and the transactions of all of them: `true` or `false`.
   * @query livemode Only what is of one mode: `true` or `false`.
   * @query search Words that must all be in it: in a request's parameters, an event's object, an attempt's object, address and error, ids. For a page 2,000 entries are looked through: one with fewer than `limit` has others before `previous`, unless that is null, or after `next`.
   * @query before For the last entries before the `previous` of a page, or before the `end` of the list, oldest first.
   * @query wait How long to wait for something, at most 60 s: `10s`, `500ms`.
   * @query count For how many to wait; 1 unless given.
   */
  @Get('timeline')
  @WaitsInPlace('if asked')
  findTimeline(
    @SandboxName() name: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<TimelineEntryView>> {
    return this.timeline.list(name, params, ending);
  }

  /**
   * Sends all that happens in a sandbox as it happens: server-sent events, each with a page of the timeline, whose `next` is its id. It goes on after the
   * id that `Last-Event-ID` or `after` says, so that nothing is missed and nothing comes twice. It ends with the session that it was asked by.
   * @query after The `next` of a page, or the id of an event; from the beginning unless given.
   * @query kinds As those of the timeline.
   * @query object Only what is about the object with this id.
   * @query related As that of the timeline.
   * @query livemode Only what is of one mode: `true` or `false`.
   * @query search As that of the timeline.
   * @answers 200 text/event-stream
   */
  @Get('timeline/stream')
  @WaitsInPlace('always')
  stream(
    @SandboxName() name: string,
    @Query() params: Params,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Ending() ending: AbortSignal,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const after = lastEventId ?? params['after'];
    const mayGoOn = async (): Promise<boolean> => !(await this.sessions.isOver(req));
    return streamPages(res, after, ending, mayGoOn, (from, wait) =>
      this.timeline.list(name, { ...params, after: from, wait, limit: STREAM_LIMIT }, ending),
    );
  }

  /**
   * Lists the requests to the API, the vault and the pages with a sandbox's keys, also those that were refused, in the order in which they were
   * written down. One that takes longer than 100 ms is there before it is answered, and again once it is.
   * @query method Such as `POST`.
   * @query path The whole path; `*` stands for anything: `/charges/*`.
   * @query status Such as `200`, `4xx` or `in_progress`.
   * @query object Only requests about the object with this id: it is in the path or was answered.
   * @query livemode Only those of one mode: `true` or `false`.
   * @query before For the last entries before the `previous` of a page, or before the `end` of the list, oldest first.
   * @query wait How long to wait for one, at most 60 s: `10s`, `500ms`.
   * @query count For how many to wait; 1 unless given.
   */
  @Get('requests')
  @WaitsInPlace('if asked')
  requests(
    @SandboxName() name: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<RequestEntryView>> {
    return this.log.list(name, params, ending);
  }

  /** Retrieves a request of the log, as long as it is kept. */
  @Get('requests/:request')
  findRequest(@SandboxName() name: string, @Param('request') id: string): Promise<RequestEntryView> {
    return this.log.find(name, id);
  }

  /**
   * Counts the requests and the attempts to deliver webhooks of a sandbox by steps of the machine's time, up to the present one.
   * @query from When to begin: an ISO 8601 datetime of the machine's time; an hour ago unless given. Steps begin at multiples of their length.
   * @query step How long a step is, from 1 s to 1 day: `10s`, `5m`; `1m` unless given. There are at most 200.
   * @query livemode Only those of one mode: `true` or `false`.
   */
  @Get('figures')
  findFigures(@SandboxName() name: string, @QueryParams() params: Params): Promise<FiguresView> {
    return this.figures.find(name, params);
  }

  /**
   * Says whether nothing is due or under way in a sandbox. Deliveries that are held are counted, and passed over.
   * @query wait How long to wait until it is so, at most 60 s: `10s`, `500ms`.
   */
  @Get('idle')
  @WaitsInPlace('if asked')
  findIdle(@SandboxName() name: string, @Query('wait') wait: unknown, @Ending() ending: AbortSignal): Promise<IdleView> {
    return this.idle.find(name, wait, ending);
  }
}
