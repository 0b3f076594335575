import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Body, Controller, Get, HttpCode, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { fail } from '#kernel/errors.js';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { parseFlag } from '../snapshots/rules/snapshot.rules.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import { CreateReplayDto } from './bundle.dto.js';
import { BundlesService } from './bundles.service.js';
import type { ReplayView } from './replay.view.js';
import { ReplaysService } from './replays.service.js';

const refusing = validated('bad_request', { rejectUnknown: true });
const DEFAULT_ORDER_KEY = 'order';

/**
 * The story of one object as a file: its rows, its webhooks and its timeline. The import of snapshots reads
 * it, and a replay sends its webhooks again.
 * @host control
 */
@Controller('api/sandboxes/:name')
@ForSandbox()
export class BundlesController {
  constructor(
    private readonly bundles: BundlesService,
    private readonly replays: ReplaysService,
  ) {}

  /**
   * Save a bundle. The file has one line of JSON for each timeline entry and each row of the object, and of
   * its refunds, disputes, transactions, events and webhooks. It contains no keys and no secrets.
   * @query object ID of the object, such as a charge.
   * @query order_key Name of the order in the metadata, which stays in the file. Default: `order`.
   * @query without_personal_data False to include names, addresses, descriptions, metadata and similar data.
   * Default: true.
   * @query soak ID of a soak that found this charge: the file has its plan and story too.
   * @answers 200 application/x-ndjson
   */
  @Get('bundle')
  @LongPoll('always')
  async save(
    @SandboxName() name: string,
    @Query('object') object: unknown,
    @Query('order_key') orderKey: unknown,
    @Query('without_personal_data') withoutPersonalData: unknown,
    @Query('soak') soak: unknown,
    @Ending() ending: AbortSignal,
    @Res() res: Response,
  ): Promise<void> {
    if (typeof object !== 'string')
      fail('bad_request', 'object must be the ID of an object, such as a charge');
    if (orderKey !== undefined && typeof orderKey !== 'string')
      fail('bad_request', 'order_key must be a string');
    const hasPersonalData = !parseFlag('without_personal_data', withoutPersonalData ?? true);
    if (soak !== undefined && typeof soak !== 'string') fail('bad_request', 'soak must be the ID of a soak');
    const options = { hasPersonalData, orderKey: orderKey ?? DEFAULT_ORDER_KEY, soak };
    await this.bundles.save(name, object, options, ending, async (text) => {
      res.attachment(`${object}.tollgate`).type('application/x-ndjson');
      await pipeline(Readable.from(text), res).catch(() => res.destroy());
    });
  }

  /**
   * Replay the webhooks of an object: in the same order and spacing, with the same faults, newly signed. Each
   * also waits for the responses that the endpoint had sent before. The response is sent at the end.
   */
  @Post('replays')
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  replay(
    @SandboxName() name: string,
    @Body(refusing) body: CreateReplayDto,
    @Ending() ending: AbortSignal,
  ): Promise<ReplayView> {
    return this.replays.replay(name, body, ending);
  }
}
