import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { parseCursorQuery } from '#domain/cursor.js';
import { parseFlag } from '#domain/snapshots/snapshot.rules.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { SlowAnswerInterceptor } from '#platform/http/slow-answer.interceptor.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import { WaitsInPlace } from '../waiting/waiting.interceptor.js';
import { CreateSnapshotDto } from './snapshot.dto.js';
import type { DeletedSnapshotView, DiffView, RestoreView, SnapshotListView, SnapshotView } from './snapshot.view.js';
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
  @WaitsInPlace('always')
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
  @WaitsInPlace('always')
  @HttpCode(200)
  @UseInterceptors(SlowAnswerInterceptor)
  restore(@SandboxName() name: string, @Param('snapshot') snapshot: string): Promise<RestoreView> {
    return this.snapshots.restore(name, snapshot);
  }

  /**
   * Retrieves a snapshot as a file, a line of JSON for each row, sorted: the same state is the same text. It holds no key and no secret; an address is in it
   * without what opens it.
   * @query without_personal_data Whether names, addresses, descriptions, metadata and the like are left out.
   * @answers 200 application/x-ndjson
   */
  @Get(':snapshot/export')
  @WaitsInPlace('always')
  async export(
    @SandboxName() name: string,
    @Param('snapshot') snapshot: string,
    @Query('without_personal_data') withoutPersonalData: unknown,
    @Res() res: Response,
  ): Promise<void> {
    const text = await this.snapshots.export(name, snapshot, parseFlag('without_personal_data', withoutPersonalData));
    res.attachment(`${snapshot}.ndjson`).type('application/x-ndjson');
    // Whoever takes it as slowly as they like keeps nobody from anything: each piece is read when the last one has gone.
    await pipeline(Readable.from(text), res).catch(() => res.destroy());
  }

  /** Compares two snapshots: rows that came, went and changed, and in what. */
  @Get(':snapshot/diff/:other')
  diff(@SandboxName() name: string, @Param('snapshot') snapshot: string, @Param('other') other: string): Promise<DiffView> {
    return this.snapshots.diff(name, snapshot, other);
  }

  /** Deletes a snapshot. */
  @Delete(':snapshot')
  remove(@SandboxName() name: string, @Param('snapshot') snapshot: string): Promise<DeletedSnapshotView> {
    return this.snapshots.remove(name, snapshot);
  }
}
