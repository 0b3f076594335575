import { Controller, Get, Headers, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Ending } from '#platform/http/ending-signal.js';
import { parseLivemode } from '#engine/long-poll/rules/long-poll.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ConsoleSessions } from '../access/console-sessions.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import { EventEntriesService } from './event-entries.service.js';
import type { EventEntryView } from './event-entry.view.js';
import { FiguresService } from './figures.service.js';
import type { FiguresView } from './figures.view.js';
import { RequestEntriesService } from './request-entries.service.js';
import type { RequestCountsView } from './request-counts.view.js';
import type { RequestEntryView } from './request-entry.view.js';
import { IdleService } from './idle.service.js';
import type { IdleView } from './idle.view.js';
import type { CommittedListView } from './list.view.js';
import type { TimelineEntryView } from './timeline-entry.view.js';
import { STREAM_LIMIT, streamPages } from './stream.js';
import { TimelineService } from './timeline.service.js';

/**
 * History of a sandbox, in both modes. With `wait`, a list responds as soon as there is an entry after the
 * cursor. If none arrives, the list is empty and has a `reason`.
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
   * List the events of a sandbox. They are sorted by commit order, oldest first.
   * @query key Filter by event key, such as `charge.complete`.
   * @query object Filter by the ID of the event's object.
   * @query search Words that must all occur in the event: in its object and metadata, the key or the IDs. A
   * page searches at most 2,000 events.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   * @query before The `previous` of a page, or the `end` of the list. Returns the entries before it, oldest
   * first.
   * @query wait How long to wait for a matching event, at most 60 s: `10s`, `500ms`.
   * @query count Number of events to wait for. Default: 1.
   */
  @Get('events')
  @LongPoll('if asked')
  events(
    @SandboxName() name: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<EventEntryView>> {
    return this.entries.list(name, params, ending);
  }

  /**
   * List the timeline of a sandbox. It contains requests, events, webhook attempts, fault firings, clock
   * moves, manual actions and what customers did on payment pages, in commit order.
   * @query kinds Comma-separated kinds: `request`, `event`, `attempt`, `fault`, `clock`, `act`, `page`.
   * @query object Filter by object ID.
   * @query related `true` includes the source or token, payment page, link or checkout session, manual
   * actions, refunds, disputes and transactions of the charge in `object`. Default: `false`.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   * @query search Words that must all occur in the entry: in a request's parameters, an event's object, an
   * attempt's object, URL and error, or the IDs. Names of fields are not searched. A page searches at most
   * 2,000 entries. If it has fewer than `limit`, continue with `previous`, unless it is null, or `next`.
   * @query before The `previous` of a page, or the `end` of the list. Returns the entries before it, oldest
   * first.
   * @query wait How long to wait for a matching entry, at most 60 s: `10s`, `500ms`.
   * @query count Number of entries to wait for. Default: 1.
   */
  @Get('timeline')
  @LongPoll('if asked')
  findTimeline(
    @SandboxName() name: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<TimelineEntryView>> {
    return this.timeline.list(name, params, ending);
  }

  /**
   * Stream the timeline of a sandbox. The response is a stream of server-sent events. Each event contains a
   * page of the timeline, and its ID is the page's `next`. The stream continues after the ID in
   * `Last-Event-ID` or `after`, without gaps and duplicates. It ends with the session of the caller.
   * @query after The `next` of a page, or the ID of a server-sent event. Default: the start of the timeline.
   * @query kinds Comma-separated kinds, as in the timeline.
   * @query object Filter by object ID.
   * @query related `true` includes refunds and disputes, as in the timeline.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   * @query search Words that must all occur in the entry, as in the timeline.
   * @answers 200 text/event-stream
   */
  @Get('timeline/stream')
  @LongPoll('always')
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
   * List the requests of a sandbox. The list contains requests to the API, the vault and the payment pages,
   * including rejected ones, in the order in which they were logged. A request that takes longer than 100 ms
   * is listed as in progress first, and again when it is answered.
   * @query part Filter by part: `api`, `vault`, or `pages` for the requests of customers.
   * @query method Filter by HTTP method, such as `POST`.
   * @query path Filter by path. `*` matches any text: `/charges/*`.
   * @query status Filter by HTTP status, such as `200` or `4xx`, or `in_progress`.
   * @query object Filter by object ID. It is in the path or in the response. For a charge, also its pages.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   * @query before The `previous` of a page, or the `end` of the list. Returns the entries before it, oldest
   * first.
   * @query wait How long to wait for a matching request, at most 60 s: `10s`, `500ms`.
   * @query count Number of requests to wait for. Default: 1.
   */
  @Get('requests')
  @LongPoll('if asked')
  requests(
    @SandboxName() name: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<RequestEntryView>> {
    return this.log.list(name, params, ending);
  }

  /**
   * Count the requests of a sandbox by part.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   */
  @Get('requests/counts')
  findRequestCounts(
    @SandboxName() name: string,
    @Query('livemode') livemode: unknown,
  ): Promise<RequestCountsView> {
    return this.log.counts(name, parseLivemode(livemode));
  }

  /** Retrieve a request. Old requests are deleted after the retention period. */
  @Get('requests/:request')
  findRequest(@SandboxName() name: string, @Param('request') id: string): Promise<RequestEntryView> {
    return this.log.find(name, id);
  }

  /**
   * Aggregate requests and webhook attempts by steps of machine time, up to the current step.
   * @query from ISO 8601 datetime in machine time. Default: an hour ago. Steps start at multiples of their
   * length.
   * @query step Length of a step, from 1 s to 1 day: `10s`, `5m`. Default: `1m`. At most 200 steps are
   * returned.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   */
  @Get('figures')
  findFigures(@SandboxName() name: string, @Query() params: Params): Promise<FiguresView> {
    return this.figures.find(name, params);
  }

  /**
   * Check whether a sandbox is idle. Held webhooks are counted, but do not prevent it.
   * @query wait How long to wait until the sandbox is idle, at most 60 s: `10s`, `500ms`.
   */
  @Get('idle')
  @LongPoll('if asked')
  findIdle(
    @SandboxName() name: string,
    @Query('wait') wait: unknown,
    @Ending() ending: AbortSignal,
  ): Promise<IdleView> {
    return this.idle.find(name, wait, ending);
  }
}
