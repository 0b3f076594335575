import { Body, Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { parseLivemode } from '#engine/long-poll/rules/long-poll.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import type { CommittedListView } from '../timeline/list.view.js';
import { DeliveriesService } from './deliveries.service.js';
import type { DeliveryCountsView } from './delivery-counts.view.js';
import { DeliveryEntriesService } from './delivery-entries.service.js';
import type { FailingEndpointListView } from './failing-endpoint.view.js';
import { HeldWebhooksService } from './held-webhooks.service.js';
import {
  DeliverEventDto,
  RedeliverDto,
  RedeliverManyDto,
  ReleaseWebhooksDto,
  TestEventDto,
} from './delivery.dto.js';
import type {
  AttemptView,
  DeliveryDetailView,
  HoldView,
  ListedDeliveryView,
  RedeliveryView,
  ReleaseView,
} from './delivery.view.js';
import { TestEventService } from './test-event.service.js';

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * Webhook deliveries of a sandbox, in both modes, with all attempts.
 * @host control
 */
@Controller('api/sandboxes/:name')
@ForSandbox()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly entries: DeliveryEntriesService,
    private readonly held: HeldWebhooksService,
    private readonly testEvents: TestEventService,
  ) {}

  /**
   * List webhook deliveries. They are sorted by the time of their last status change, oldest first.
   * @query status Filter by status: `pending`, `held`, `delivered` or `exhausted`; or `retrying`: pending
   * after a failed attempt.
   * @query key Filter by event key, such as `charge.complete`.
   * @query object Filter by the ID of the event's object.
   * @query uri Filter by URL. `*` matches any text: `*:8080/*`.
   * @query search Words that must all occur in the delivery: in the event's object and its metadata, the
   * event key, the URL or the IDs. A page searches at most 2,000 deliveries.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   * @query before The `previous` of a page, or the `end` of the list. Returns the entries before it, oldest
   * first.
   * @query wait How long to wait for a matching delivery, at most 60 s: `10s`, `500ms`.
   * @query count Number of deliveries to wait for. Default: 1.
   */
  @Get('deliveries')
  @LongPoll('if asked')
  list(
    @SandboxName() name: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<ListedDeliveryView>> {
    return this.entries.list(name, params, ending);
  }

  /**
   * Count webhook deliveries by status.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   */
  @Get('deliveries/counts')
  findCounts(@SandboxName() name: string, @Query('livemode') livemode: unknown): Promise<DeliveryCountsView> {
    return this.deliveries.counts(name, parseLivemode(livemode));
  }

  /**
   * List endpoints that keep failing, with their undelivered webhooks by response. A retried webhook is left
   * out once the endpoint has received a later one of the same event, an exhausted one once it has received
   * any. At most 1,000 retried and 1,000 exhausted webhooks are grouped.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   */
  @Get('deliveries/failing')
  listFailing(
    @SandboxName() name: string,
    @Query('livemode') livemode: unknown,
  ): Promise<FailingEndpointListView> {
    return this.deliveries.failing(name, parseLivemode(livemode));
  }

  /** Retrieve a webhook delivery. The response includes every attempt, with its request and response. */
  @Get('deliveries/:id')
  find(@SandboxName() name: string, @Param('id') id: string): Promise<DeliveryDetailView> {
    return this.deliveries.find(name, id);
  }

  /**
   * Resend webhooks. At most 1,000 are sent per request, oldest first. The response is sent when all
   * endpoints have responded.
   */
  @Post('deliveries/redeliver')
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  redeliverMany(
    @SandboxName() name: string,
    @Body(refusing) body: RedeliverManyDto,
    @Ending() ending: AbortSignal,
  ): Promise<RedeliveryView> {
    return this.deliveries.redeliverMany(name, body, ending);
  }

  /**
   * Resend a webhook. The response contains the attempt. The retry schedule does not change unless this
   * attempt succeeds.
   */
  @Post('deliveries/:id/redeliver')
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  redeliver(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Body(refusing) body: RedeliverDto,
  ): Promise<AttemptView> {
    return this.deliveries.redeliver(name, id, body);
  }

  /** Send an event to a URL. This creates a delivery, also for an event that had none. */
  @Post('events/:id/deliver')
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  deliver(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Body(refusing) body: DeliverEventDto,
  ): Promise<AttemptView> {
    return this.deliveries.deliver(name, id, body);
  }

  /**
   * Send a test event to the webhook URL. It creates a customer, whose event `customer.create` is signed,
   * sent and retried like any other. The response has the first attempt, unless webhooks are held or a fault
   * delays it.
   */
  @Post('webhooks/test')
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  sendTest(
    @SandboxName() name: string,
    @Body(refusing) body: TestEventDto,
    @Ending() ending: AbortSignal,
  ): Promise<DeliveryDetailView> {
    return this.testEvents.send(name, body.livemode === true, ending);
  }

  /** Pause webhook deliveries. Pending and new webhooks are held. */
  @Post('webhooks/hold')
  @HttpCode(200)
  hold(@SandboxName() name: string): Promise<HoldView> {
    return this.held.hold(name);
  }

  /**
   * Resume webhook deliveries. Held webhooks are sent one by one: each waits for the response to the one
   * before.
   */
  @Post('webhooks/release')
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  release(
    @SandboxName() name: string,
    @Body(refusing) body: ReleaseWebhooksDto,
    @Ending() ending: AbortSignal,
  ): Promise<ReleaseView> {
    return this.held.release(name, body, ending);
  }
}
