import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { parseCursorQuery } from '#kernel/cursor.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import { parseFlag } from './rules/snapshot.rules.js';
import { CreateSnapshotDto } from './snapshot.dto.js';
import type {
  DeletedSnapshotView,
  DiffView,
  RestoreView,
  SnapshotListView,
  SnapshotView,
} from './snapshot.view.js';
import { SnapshotsService } from './snapshots.service.js';

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * Saved states of a sandbox: the rows of both modes, the clock, and the idempotency keys. The request log and
 * the contents of inboxes are not saved.
 * @host control
 */
@Controller('api/sandboxes/:name/snapshots')
@ForSandbox()
export class SnapshotsController {
  constructor(private readonly snapshots: SnapshotsService) {}

  /**
   * Save a snapshot. It is consistent, even under load. A sandbox can have 20 snapshots. A reset keeps them;
   * deleting the sandbox deletes them.
   */
  @Post()
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  create(@SandboxName() name: string, @Body(refusing) body: CreateSnapshotDto): Promise<SnapshotView> {
    return this.snapshots.create(name, body.name);
  }

  /** List snapshots. They are sorted by creation time, oldest first. */
  @Get()
  list(@SandboxName() name: string, @QueryParams() params: Params): Promise<SnapshotListView> {
    const { after, limit } = parseCursorQuery(params);
    return this.snapshots.list(name, after, limit);
  }

  /**
   * Restore a snapshot. All later data is deleted, and the clock is set back. Unsent webhooks of the snapshot
   * are held until they are released; new webhooks are sent immediately. Keys, webhook URLs and inboxes do
   * not change.
   */
  @Post(':snapshot/restore')
  @LongPoll('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  restore(@SandboxName() name: string, @Param('snapshot') snapshot: string): Promise<RestoreView> {
    return this.snapshots.restore(name, snapshot);
  }

  /**
   * Export a snapshot. The file has one line of JSON for each row, sorted, so equal states give equal files.
   * It contains no keys and no secrets; secret parts of URLs are removed.
   * @query without_personal_data True to anonymize names, addresses, descriptions, metadata and similar data.
   * @answers 200 application/x-ndjson
   */
  @Get(':snapshot/export')
  @LongPoll('always')
  async export(
    @SandboxName() name: string,
    @Param('snapshot') snapshot: string,
    @Query('without_personal_data') withoutPersonalData: unknown,
    @Res() res: Response,
  ): Promise<void> {
    const text = await this.snapshots.export(
      name,
      snapshot,
      parseFlag('without_personal_data', withoutPersonalData),
    );
    res.attachment(`${snapshot}.ndjson`).type('application/x-ndjson');
    // A slow reader blocks nothing: each piece is read once the last one is sent.
    await pipeline(Readable.from(text), res).catch(() => res.destroy());
  }

  /** Compare two snapshots. The response lists added, removed and changed rows with their changed fields. */
  @Get(':snapshot/diff/:other')
  diff(
    @SandboxName() name: string,
    @Param('snapshot') snapshot: string,
    @Param('other') other: string,
  ): Promise<DiffView> {
    return this.snapshots.diff(name, snapshot, other);
  }

  /** Delete a snapshot. */
  @Delete(':snapshot')
  remove(@SandboxName() name: string, @Param('snapshot') snapshot: string): Promise<DeletedSnapshotView> {
    return this.snapshots.remove(name, snapshot);
  }
}
