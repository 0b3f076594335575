import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { parseCursorQuery } from '#domain/cursor.js';
import { parseLivemode, parseWords } from '#domain/waiting.js';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { ForInstallation, ForSandbox, SandboxName } from '../control/control-access.js';
import { CreateSandboxDto, UpdateSandboxDto } from './sandbox.dto.js';
import type { DeletedSandboxView, SandboxListView, SandboxView } from './sandbox.view.js';
import { SandboxStatusService } from './sandbox-status.service.js';
import type { SandboxStatusView } from './sandbox-status.view.js';
import { SandboxesService } from './sandboxes.service.js';

const refusing = validated('bad_request', { refuseUnknown: true });

/**
 * Accounts with their own keys, data, events, webhook settings and clock. Whoever comes with a sandbox's secret key may name it `self`.
 * @host control
 */
@Controller('api/sandboxes')
@ForSandbox()
export class SandboxesController {
  constructor(
    private readonly sandboxes: SandboxesService,
    private readonly statuses: SandboxStatusService,
  ) {}

  /** Makes a sandbox. With `if_exists=reuse` it may be asked for again, and has the same keys. */
  @Post()
  @HttpCode(200)
  @ForInstallation()
  create(@Body(refusing) body: CreateSandboxDto, @Ending() ending: AbortSignal): Promise<SandboxView> {
    return this.sandboxes.create(body, ending);
  }

  /**
   * Lists the sandboxes, oldest first.
   * @query search Words that must all be in the name, in whatever case.
   */
  @Get()
  @ForInstallation()
  list(@QueryParams() params: Params): Promise<SandboxListView> {
    const { after, limit } = parseCursorQuery(params);
    return this.sandboxes.list(parseWords('search', params['search']), after, limit);
  }

  /** Retrieves a sandbox. */
  @Get(':name')
  find(@SandboxName() name: string): Promise<SandboxView> {
    return this.sandboxes.find(name);
  }

  /**
   * Retrieves the status of a sandbox: its clock, held and failing webhooks, active faults. Cheap enough to be polled.
   * @query livemode Only webhooks of one mode: `true` or `false`.
   */
  @Get(':name/status')
  findStatus(@SandboxName() name: string, @Query('livemode') livemode: unknown): Promise<SandboxStatusView> {
    return this.statuses.find(name, parseLivemode(livemode));
  }

  /** Changes the settings of a sandbox. */
  @Patch(':name')
  update(@SandboxName() name: string, @Body(refusing) body: UpdateSandboxDto): Promise<SandboxView> {
    return this.sandboxes.update(name, body);
  }

  /** Deletes a sandbox and all that is in it. */
  @Delete(':name')
  remove(@SandboxName() name: string): Promise<DeletedSandboxView> {
    return this.sandboxes.remove(name);
  }

  /** Empties a sandbox. Its keys, settings and webhook address stay, and its clock is real time again. */
  @Post(':name/reset')
  @HttpCode(200)
  reset(@SandboxName() name: string): Promise<SandboxView> {
    return this.sandboxes.reset(name);
  }
}
