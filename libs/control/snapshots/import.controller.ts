import { Controller, HttpCode, Post, Req, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import { fail } from '#kernel/errors.js';
import { Ending } from '#platform/http/ending-signal.js';
import { discardRest } from '#platform/http/left-body.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import { parseFlag } from './rules/snapshot.rules.js';
import type { RestoreView } from './snapshot.view.js';
import { SnapshotsService } from './snapshots.service.js';

/** The path of imports, whose bodies are streamed to the route. */
export const IMPORT_PATH = /^\/api\/sandboxes\/[^/]+\/import\/?$/;

/**
 * Exported snapshots and bundles as files.
 * @host control
 */
@Controller('api/sandboxes/:name/import')
@ForSandbox()
export class ImportController {
  constructor(private readonly snapshots: SnapshotsService) {}

  /**
   * Import a file into a sandbox. The file replaces all data of the sandbox, completely or not at all. The
   * file is the request body, with any content type. Each row is validated like a request. Unsent webhooks
   * are held. IDs stay as in the file and must not be in use elsewhere. If the client disconnects before the
   * response, nothing changes.
   * @query new_ids True to replace every ID with a new one, also in the bodies of events. Default: false; for
   * a bundle, true if its IDs are in use.
   * @throws body_too_large
   */
  @Post()
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  async import(
    @SandboxName() name: string,
    @Req() req: Request,
    @Ending() ending: AbortSignal,
  ): Promise<RestoreView> {
    if (req.is('multipart/form-data'))
      fail('bad_request', 'send the file itself as the body: curl --data-binary @file');
    const param = req.query['new_ids'];
    const hasNewIds = param === undefined ? undefined : parseFlag('new_ids', param);
    try {
      const body = req.iterator({ destroyOnReturn: false });
      return await this.snapshots.import(name, body, hasNewIds, ending);
    } catch (error) {
      discardRest(req);
      throw error;
    }
  }
}
