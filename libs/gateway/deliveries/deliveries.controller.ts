import { Body, Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { parseLivemode } from '#domain/waiting.js';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import type { CommittedListView } from '../timeline/list.view.js';
import { WaitsInPlace } from '../waiting/waiting.interceptor.js';
import { DeliveriesService } from './deliveries.service.js';
import type { DeliveryCountsView } from './delivery-counts.view.js';
import { DeliveryEntriesService } from './delivery-entries.service.js';
import { HeldWebhooksService } from './held-webhooks.service.js';
import { DeliverEventDto, RedeliverDto, RedeliverManyDto, ReleaseWebhooksDto } from './delivery.dto.js';
import type { AttemptView, DeliveryDetailView, HoldView, ListedDeliveryView, RedeliveryView, ReleaseView } from './delivery.view.js';

const refusing = validated('bad_request', { refuseUnknown: true });

/**
 * The webhooks of a sandbox, in both modes, and every attempt to deliver them.
 * @host control
 */
@Controller('api/sandboxes/:name')
@ForSandbox()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly entries: DeliveryEntriesService,
    private readonly held: HeldWebhooksService,
  ) {}

  /**
   * Lists the deliveries of a sandbox in the order in which they were made, or last changed their status.
   * @query status Only those that are `pending`, `held`, `delivered` or `exhausted`; `retrying` for those that are pending and failed at least once.
   * @query key Only of events with this key, such as `charge.complete`.
   * @query object Only of events about the object with this id.
   * @query uri Only to this address; `*` stands for anything: `*:8080/*`.
   * @query search Words that must all be in it: in the event's object, such as the order in its metadata, its key, the address, ids. For a page 2,000 deliveries are looked through, as by the timeline.
   * @query livemode Only those of one mode: `true` or `false`.
   * @query before For the last entries before the `previous` of a page, or before the `end` of the list, oldest first.
   * @query wait How long to wait for one, at most 60 s: `10s`, `500ms`.
   * @query count For how many to wait; 1 unless given.
   */
  @Get('deliveries')
  @WaitsInPlace('if asked')
  list(
    @SandboxName() name: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<ListedDeliveryView>> {
    return this.entries.list(name, params, ending);
  }

  /**
   * Counts the webhooks of a sandbox by state.
   * @query livemode Only those of one mode: `true` or `false`.
   */
  @Get('deliveries/counts')
  findCounts(@SandboxName() name: string, @Query('livemode') livemode: unknown): Promise<DeliveryCountsView> {
    return this.deliveries.counts(name, parseLivemode(livemode));
  }

  /** Retrieves a delivery with its attempts: what was sent, where, and what came back. */
  @Get('deliveries/:id')
  find(@SandboxName() name: string, @Param('id') id: string): Promise<DeliveryDetailView> {
    return this.deliveries.find(name, id);
  }

  /** Sends webhooks again, the oldest first, at most 1,000 at a time, and answers when their receivers have. */
  @Post('deliveries/redeliver')
  @WaitsInPlace('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  redeliverMany(
    @SandboxName() name: string,
    @Body(refusing) body: RedeliverManyDto,
    @Ending() ending: AbortSignal,
  ): Promise<RedeliveryView> {
    return this.deliveries.redeliverMany(name, body, ending);
  }

  /** Sends a webhook once more, now, and answers with the attempt when the receiver has answered. Its schedule stays as it is unless this arrives. */
  @Post('deliveries/:id/redeliver')
  @WaitsInPlace('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  redeliver(@SandboxName() name: string, @Param('id') id: string, @Body(refusing) body: RedeliverDto): Promise<AttemptView> {
    return this.deliveries.redeliver(name, id, body);
  }

  /** Sends an event once to an address, also one that went nowhere: that makes a delivery. */
  @Post('events/:id/deliver')
  @WaitsInPlace('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  deliver(@SandboxName() name: string, @Param('id') id: string, @Body(refusing) body: DeliverEventDto): Promise<AttemptView> {
    return this.deliveries.deliver(name, id, body);
  }

  /** Holds the webhooks of a sandbox: what is pending, and what comes. */
  @Post('webhooks/hold')
  @HttpCode(200)
  hold(@SandboxName() name: string): Promise<HoldView> {
    return this.held.hold(name);
  }

  /** Sends the webhooks that are held, each once the receiver of the one before has answered, and holds no more. */
  @Post('webhooks/release')
  @WaitsInPlace('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  release(@SandboxName() name: string, @Body(refusing) body: ReleaseWebhooksDto, @Ending() ending: AbortSignal): Promise<ReleaseView> {
    return this.held.release(name, body, ending);
  }
}
