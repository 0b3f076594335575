import { Body, Controller, Get, HttpCode, Post, Query, UseInterceptors } from '@nestjs/common';
import { parseCursorQuery } from '#domain/cursor.js';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import { WaitsInPlace } from '../waiting/waiting.interceptor.js';
import { AdvanceClockDto, FreezeClockDto } from './clock.dto.js';
import { ClockService } from './clock.service.js';
import type { AdvanceView, ClockView, UpcomingListView } from './clock.view.js';

const refusing = validated('bad_request', { refuseUnknown: true });

/**
 * The time of a sandbox, in both modes. It runs, or it stands still; it never goes back.
 * @host control
 */
@Controller('api/sandboxes/:name/clock')
@ForSandbox()
export class ClockController {
  constructor(private readonly clocks: ClockService) {}

  /** Retrieves the time of a sandbox, and what will happen next in it. */
  @Get()
  find(@SandboxName() name: string): Promise<ClockView> {
    return this.clocks.find(name);
  }

  /**
   * Lists what will happen in a sandbox, in order, and why.
   * @query limit How many at most, from 1 to 100; 20 unless given.
   */
  @Get('upcoming')
  upcoming(@SandboxName() name: string, @Query('limit') limit: unknown): Promise<UpcomingListView> {
    return this.clocks.upcoming(name, parseCursorQuery({ limit }).limit);
  }

  /** Has the time of a sandbox stand still. */
  @Post('freeze')
  @WaitsInPlace('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  freeze(@SandboxName() name: string, @Body(refusing) body: FreezeClockDto, @Ending() gone: AbortSignal): Promise<ClockView> {
    return this.clocks.freeze(name, body, gone);
  }

  /** Lets the time of a sandbox run on from where it stands. */
  @Post('resume')
  @WaitsInPlace('always')
  @HttpCode(200)
  resume(@SandboxName() name: string, @Ending() gone: AbortSignal): Promise<ClockView> {
    return this.clocks.resume(name, gone);
  }

  /** Walks the time of a sandbox ahead: what is due on the way happens, each at its own instant, and is waited for. */
  @Post('advance')
  @WaitsInPlace('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  advance(@SandboxName() name: string, @Body(refusing) body: AdvanceClockDto, @Ending() gone: AbortSignal): Promise<AdvanceView> {
    return this.clocks.advance(name, body, gone);
  }
}
