import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseInterceptors } from '@nestjs/common';
import { parseCursorQuery } from '#domain/cursor.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import { CreateSnapshotDto } from './snapshot.dto.js';
import type { DeletedSnapshotView, RestoreView, SnapshotListView, SnapshotView } from './snapshot.view.js';
import { SnapshotsService } from './snapshots.service.js';

const refusing = validated('bad_request', { refuseUnknown: true });

/**
 * States of a sandbox: its rows in both modes, its clock, and the records of its idempotency keys. What was asked of it, and what inboxes received,
 * is no part of them.
 * @host control
 */
@Controller('api/sandboxes/:name/snapshots')
@ForSandbox()
export class SnapshotsController {
  constructor(private readonly snapshots: SnapshotsService) {}

  /** Saves the state of a sandbox at this moment, under load too. A sandbox has at most 20 snapshots. They survive a reset, and go with the sandbox. */
  @Post()
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  create(@SandboxName() name: string, @Body(refusing) body: CreateSnapshotDto): Promise<SnapshotView> {
    return this.snapshots.create(name, body.name);
  }

  /** Lists the snapshots of a sandbox, oldest first. */
  @Get()
  list(@SandboxName() name: string, @QueryParams() params: Params): Promise<SnapshotListView> {
    const { after, limit } = parseCursorQuery(params);
    return this.snapshots.list(name, after, limit);
  }

  /**
   * Has a sandbox be what it was: all that came later is gone, and its clock goes back and on from there. Webhooks that were still to be sent are
   * held until somebody releases them; what comes later is sent at once. Keys, webhook addresses and inboxes stay as they are.
   */
  @Post(':snapshot/restore')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  restore(@SandboxName() name: string, @Param('snapshot') snapshot: string): Promise<RestoreView> {
    return this.snapshots.restore(name, snapshot);
  }

  /** Deletes a snapshot. */
  @Delete(':snapshot')
  remove(@SandboxName() name: string, @Param('snapshot') snapshot: string): Promise<DeletedSnapshotView> {
    return this.snapshots.remove(name, snapshot);
  }
}
