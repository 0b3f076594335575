import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForAnyCaller, ForSandbox, SandboxName } from '../access/control-access.js';
import { AnswerQuestionDto } from '../shops/shop.dto.js';
import { ShopRunsService } from '../shops/shop-runs.service.js';
import { EXAM_CASES } from './rules/exam-cases.js';
import { CreateExamDto, examParametersOf, judgedCountOf } from './exam.dto.js';
import { ExamRunner } from './exam-runner.js';
import {
  examCaseView,
  examSummaryView,
  examView,
  type ExamCaseListView,
  type ExamListView,
  type ExamView,
} from './exam.view.js';

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * Exams of a shop: each sends webhooks that are forged, repeated, late or out of order, and judges what the
 * shop does.
 * @host control
 */
@Controller('api')
export class ExamsController {
  constructor(
    private readonly runs: ShopRunsService,
    private readonly runner: ExamRunner,
  ) {}

  /** List the cases of exams. Each says why it matters. */
  @Get('exam-cases')
  @ForAnyCaller()
  listCases(): ExamCaseListView {
    return { object: 'list', data: EXAM_CASES.map(examCaseView), next: null };
  }

  /** List the exams of a sandbox, newest first. */
  @Get('sandboxes/:name/exams')
  @ForSandbox()
  async list(@SandboxName() name: string): Promise<ExamListView> {
    const runs = await this.runs.list('exam', name);
    return { object: 'list', data: runs.map(examSummaryView), next: null };
  }

  /**
   * Start an exam of a shop. It runs in test mode, one per sandbox. Webhooks of the sandbox are held until
   * its end.
   */
  @Post('sandboxes/:name/exams')
  @HttpCode(200)
  @ForSandbox()
  async create(@SandboxName() name: string, @Body(refusing) body: CreateExamDto): Promise<ExamView> {
    const parameters = examParametersOf(body);
    return examView(await this.runs.create('exam', name, parameters, (run) => this.runner.run(run)));
  }

  /**
   * Retrieve an exam, with the exchanges of each case.
   * @query wait How long to wait for its end, or for a question, at most 60 s: `10s`, `500ms`.
   * @query count Number of judged cases to wait for. Default: all.
   * @query question ID of a question that the caller knows: only another one ends the wait.
   */
  @Get('sandboxes/:name/exams/:id')
  @LongPoll('if asked')
  @ForSandbox()
  async find(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Query('wait') wait: unknown,
    @Query('count') count: unknown,
    @Query('question') question: unknown,
    @Ending() ending: AbortSignal,
  ): Promise<ExamView> {
    const minJudged = judgedCountOf(count);
    return examView(await this.runs.find('exam', name, id, { wait, question }, ending, minJudged));
  }

  /** Answer a question of an exam whose probe or checkout is `caller`. */
  @Put('sandboxes/:name/exams/:id/answer')
  @ForSandbox()
  async answer(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Body(refusing) body: AnswerQuestionDto,
  ): Promise<ExamView> {
    return examView(await this.runs.answer('exam', name, id, body));
  }

  /** Stop a running exam. Its current case is not judged. */
  @Post('sandboxes/:name/exams/:id/stop')
  @HttpCode(200)
  @ForSandbox()
  async stop(@SandboxName() name: string, @Param('id') id: string): Promise<ExamView> {
    return examView(await this.runs.stop('exam', name, id));
  }
}
