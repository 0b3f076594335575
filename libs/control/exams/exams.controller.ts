import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForAnyCaller, ForSandbox, SandboxName } from '../access/control-access.js';
import { AnswerQuestionDto } from '../shops/shop.dto.js';
import { CreateExamDto } from './exam.dto.js';
import type { ExamCaseListView, ExamListView, ExamView } from './exam.view.js';
import { ExamsService } from './exams.service.js';

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * Exams of a shop: each sends webhooks that are forged, repeated, late or out of order, and judges what the
 * shop does.
 * @host control
 */
@Controller('api')
export class ExamsController {
  constructor(private readonly exams: ExamsService) {}

  /** List the cases of exams. Each says why it matters. */
  @Get('exam-cases')
  @ForAnyCaller()
  listCases(): ExamCaseListView {
    return this.exams.listCases();
  }

  /** List the exams of a sandbox, newest first. */
  @Get('sandboxes/:name/exams')
  @ForSandbox()
  list(@SandboxName() name: string): Promise<ExamListView> {
    return this.exams.list(name);
  }

  /**
   * Start an exam of a shop. It runs in test mode, one per sandbox. Webhooks of the sandbox are held until
   * its end.
   */
  @Post('sandboxes/:name/exams')
  @HttpCode(200)
  @ForSandbox()
  create(@SandboxName() name: string, @Body(refusing) body: CreateExamDto): Promise<ExamView> {
    return this.exams.create(name, body);
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
  find(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Query('wait') wait: unknown,
    @Query('count') count: unknown,
    @Query('question') question: unknown,
    @Ending() ending: AbortSignal,
  ): Promise<ExamView> {
    return this.exams.find(name, id, { wait, count, question }, ending);
  }

  /** Answer a question of an exam whose probe or checkout is `caller`. */
  @Put('sandboxes/:name/exams/:id/answer')
  @ForSandbox()
  answer(
    @SandboxName() name: string,
    @Param('id') id: string,
    @Body(refusing) body: AnswerQuestionDto,
  ): Promise<ExamView> {
    return this.exams.answer(name, id, body);
  }

  /** Stop a running exam. Its current case is not judged. */
  @Post('sandboxes/:name/exams/:id/stop')
  @HttpCode(200)
  @ForSandbox()
  stop(@SandboxName() name: string, @Param('id') id: string): Promise<ExamView> {
    return this.exams.stop(name, id);
  }
}
