import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForAnyCaller, ForSandbox, SandboxName } from '../access/control-access.js';
import { AnswerQuestionDto } from '../shops/shop.dto.js';
import { CreateSoakDto } from './soak.dto.js';
import { behaviourListView, type BehaviourListView, type SoakListView, type SoakView } from './soak.view.js';
import { SoaksService } from './soaks.service.js';

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * Soaks of a shop: each plays random customers and random trouble, compares the shop's orders with their charges,
 * and makes what breaks the law as small as possible.
 * @host control
 */
@Controller('api')
export class SoaksController {
  constructor(private readonly soaks: SoaksService) {}

  /** List what customers do, and what goes wrong, in soaks. */
  @Get('soak-behaviours')
  @ForAnyCaller()
  listBehaviours(): BehaviourListView {
    return behaviourListView();
  }

  /** List the soaks of a sandbox, newest first. */
  @Get('sandboxes/:name/soaks')
  @ForSandbox()
  list(@SandboxName() name: string): Promise<SoakListView> {
    return this.soaks.list(name);
  }

  /**
   * Start a soak of a shop. It runs in test mode, one per sandbox. Webhooks of the sandbox are held until its end,
   * and its clock may be advanced.
   */
  @Post('sandboxes/:name/soaks')
  @HttpCode(200)
  @ForSandbox()
  create(@SandboxName() name: string, @Body(refusing) body: CreateSoakDto): Promise<SoakView> {
    return this.soaks.create(name, body);
  }

  /**
   * Retrieve a soak, with its progress and finding.
   * @query wait How long to wait for its end, or for a question, at most 60 s: `10s`, `500ms`.
   * @query question ID of a question that the caller knows: only another one ends the wait.
   */
  @Get('sandboxes/:name/soaks/:id')
  @LongPoll('if asked')
  @ForSandbox()
  find(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Query('wait') wait: unknown,
    @Query('question') question: unknown,
    @Ending() ending: AbortSignal,
  ): Promise<SoakView> {
    return this.soaks.find(name, id, { wait, question }, ending);
  }

  /** Answer a question of a soak whose probe or checkout is `caller`. */
  @Put('sandboxes/:name/soaks/:id/answer')
  @ForSandbox()
  answer(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Body(refusing) body: AnswerQuestionDto,
  ): Promise<SoakView> {
    return this.soaks.answer(name, id, body);
  }

  /** Stop a running soak. */
  @Post('sandboxes/:name/soaks/:id/stop')
  @HttpCode(200)
  @ForSandbox()
  stop(@SandboxName() name: string, @Param('id') id: string): Promise<SoakView> {
    return this.soaks.stop(name, id);
  }
}
