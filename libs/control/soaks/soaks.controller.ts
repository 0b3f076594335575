import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForAnyCaller, ForSandbox, SandboxName } from '../access/control-access.js';
import { AnswerQuestionDto } from '../shops/shop.dto.js';
import { ShopRunsService } from '../shops/shop-runs.service.js';
import { CreateSoakDto, soakParametersOf } from './soak.dto.js';
import { SoakRunner } from './soak-runner.js';
import {
  behaviourListView,
  soakSummaryView,
  soakView,
  type BehaviourListView,
  type SoakListView,
  type SoakView,
} from './soak.view.js';

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * Soaks of a shop: each plays random customers and random trouble, compares the shop's orders with their charges,
 * and shrinks the plan that breaks the law.
 * @host control
 */
@Controller('api')
export class SoaksController {
  constructor(
    private readonly runs: ShopRunsService,
    private readonly runner: SoakRunner,
  ) {}

  /** List the behaviours of customers, and the troubles, in soaks. */
  @Get('soak-behaviours')
  @ForAnyCaller()
  listBehaviours(): BehaviourListView {
    return behaviourListView();
  }

  /** List the soaks of a sandbox, newest first. */
  @Get('sandboxes/:name/soaks')
  @ForSandbox()
  async list(@SandboxName() name: string): Promise<SoakListView> {
    const runs = await this.runs.list('soak', name);
    return { object: 'list', data: runs.map(soakSummaryView), next: null };
  }

  /**
   * Start a soak of a shop. It runs in test mode, one per sandbox. Webhooks of the sandbox are held until its end,
   * and its clock may be advanced.
   */
  @Post('sandboxes/:name/soaks')
  @HttpCode(200)
  @ForSandbox()
  async create(@SandboxName() name: string, @Body(refusing) body: CreateSoakDto): Promise<SoakView> {
    const parameters = soakParametersOf(body);
    return soakView(await this.runs.create('soak', name, parameters, (run) => this.runner.run(run)));
  }

  /**
   * Retrieve a soak, with its progress and finding.
   * @query wait How long to wait for its end, or for a question, at most 60 s: `10s`, `500ms`.
   * @query question ID of a question that the caller knows: only another one ends the wait.
   */
  @Get('sandboxes/:name/soaks/:id')
  @LongPoll('if asked')
  @ForSandbox()
  async find(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Query('wait') wait: unknown,
    @Query('question') question: unknown,
    @Ending() ending: AbortSignal,
  ): Promise<SoakView> {
    return soakView(await this.runs.find('soak', name, id, { wait, question }, ending));
  }

  /** Answer a question of a soak whose probe or checkout is `caller`. */
  @Put('sandboxes/:name/soaks/:id/answer')
  @ForSandbox()
  async answer(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Body(refusing) body: AnswerQuestionDto,
  ): Promise<SoakView> {
    return soakView(await this.runs.answer('soak', name, id, body));
  }

  /** Stop a running soak. */
  @Post('sandboxes/:name/soaks/:id/stop')
  @HttpCode(200)
  @ForSandbox()
  async stop(@SandboxName() name: string, @Param('id') id: string): Promise<SoakView> {
    return soakView(await this.runs.stop('soak', name, id));
  }
}
