import { Controller, HttpCode, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError, fail } from '#domain/errors.js';
import { parseFlag } from '#domain/snapshots/snapshot.rules.js';
import { Ending } from '#platform/http/ending-signal.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import { WaitsInPlace } from '../waiting/waiting.interceptor.js';
import type { RestoreView } from './snapshot.view.js';
import { SnapshotsService } from './snapshots.service.js';

/**
 * Files with the state of a sandbox.
 * @host control
 */
@Controller('api/sandboxes/:name/import')
@ForSandbox()
export class ImportController {
  constructor(private readonly snapshots: SnapshotsService) {}

  /**
   * Has a sandbox be what an exported file says, in the place of all that is in it: all of the file or nothing. The file is the body, whatever its type. Each row is
   * checked as requests are. Webhooks that were still to be sent are held. Ids are those of the file, and must not be taken elsewhere. Whoever hangs up before
   * the answer finds nothing changed.
   * @query new_ids Whether every id is given anew, in the bodies of events too.
   * @throws body_too_large
   */
  @Post()
  @WaitsInPlace('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  async import(
    @SandboxName() name: string,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
    @Ending() ending: AbortSignal,
  ): Promise<RestoreView> {
    if (req.is('multipart/form-data')) fail('bad_request', 'send the file itself as the body: curl --data-binary @file');
    const hasNewIds = parseFlag('new_ids', req.query['new_ids']);
    try {
      return await this.snapshots.import(name, req, hasNewIds, ending);
    } catch (error) {
      // Nothing more is read of it.
      if (error instanceof ApiError && error.code === 'body_too_large') res.setHeader('Connection', 'close');
      throw error;
    }
  }
}
