import { Body, Controller, Get, HttpCode, Post, Query, UseInterceptors } from '@nestjs/common';
import { parseCursorQuery } from '#kernel/cursor.js';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { parseText } from '#engine/long-poll/rules/long-poll.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import { AdvanceClockDto, FreezeClockDto } from './clock.dto.js';
import { ClockService } from './clock.service.js';
import type { AdvanceView, ClockView, UpcomingListView } from './clock.view.js';

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * The clock of a sandbox, for both modes. It runs or is frozen, and can only be moved forward.
 * @host control
 */
@Controller('api/sandboxes/:name/clock')
@ForSandbox()
export class ClockController {
  constructor(private readonly clocks: ClockService) {}

  /** Retrieve the clock of a sandbox. The response includes the next upcoming item. */
  @Get()
  find(@SandboxName() name: string): Promise<ClockView> {
    return this.clocks.find(name);
  }

  /**
   * List upcoming items of a sandbox. They are sorted by due time, and each has a reason.
   * @query limit Maximum number of items, from 1 to 100. Default: 20.
   * @query object Only items of this object, including webhooks of a charge's refunds and disputes.
   */
  @Get('upcoming')
  upcoming(
    @SandboxName() name: string,
    @Query('limit') limit: unknown,
    @Query('object') object: unknown,
  ): Promise<UpcomingListView> {
    return this.clocks.upcoming(name, parseCursorQuery({ limit }).limit, parseText('object', object));
  }

  /** Freeze the clock of a sandbox. */
  @Post('freeze')
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  freeze(
    @SandboxName() name: string,
    @Body(refusing) body: FreezeClockDto,
    @Ending() gone: AbortSignal,
  ): Promise<ClockView> {
    return this.clocks.freeze(name, body, gone);
  }

  /** Resume the clock of a sandbox. It continues from the frozen time. */
  @Post('resume')
  @LongPoll('always')
  @HttpCode(200)
  resume(@SandboxName() name: string, @Ending() gone: AbortSignal): Promise<ClockView> {
    return this.clocks.resume(name, gone);
  }

  /**
   * Advance the clock of a sandbox. Everything that becomes due runs in order, each item at its own time. The
   * response is sent when all of it has finished.
   */
  @Post('advance')
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  advance(
    @SandboxName() name: string,
    @Body(refusing) body: AdvanceClockDto,
    @Ending() gone: AbortSignal,
  ): Promise<AdvanceView> {
    return this.clocks.advance(name, body, gone);
  }
}
