import { Body, Controller, Get, HttpCode, Param, Post, UseInterceptors } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForAnyCaller, ForSandbox, SandboxName } from '../access/control-access.js';
import { RunScenarioDto } from './scenario.dto.js';
import type { ScenarioListView, ScenarioRunView } from './scenario.view.js';
import { ScenariosService } from './scenarios.service.js';

/**
 * Predefined situations for shops to handle. Each creates real charges, refunds, disputes and webhooks in
 * test mode.
 * @host control
 */
@Controller('api')
export class ScenariosController {
  constructor(private readonly scenarios: ScenariosService) {}

  /** List scenarios. Each has a description and its steps. */
  @Get('scenarios')
  @ForAnyCaller()
  list(): ScenarioListView {
    return this.scenarios.list();
  }

  /**
   * Run a scenario. The response is sent when its webhooks have been attempted, or after 5 s. Steps that move
   * the clock move it for the whole sandbox.
   */
  @Post('sandboxes/:name/scenarios/:scenario/run')
  @LongPoll('always')
  @HttpCode(200)
  @ForSandbox()
  @UseInterceptors(SlowAnswerInterceptor)
  run(
    @SandboxName() name: string,
    @Param('scenario') scenario: string,
    @Body(validated('bad_request', { rejectUnknown: true })) body: RunScenarioDto,
    @Ending() ending: AbortSignal,
  ): Promise<ScenarioRunView> {
    return this.scenarios.run(name, scenario, body, ending);
  }
}
