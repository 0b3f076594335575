import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { parseCursorQuery } from '#kernel/cursor.js';
import { fail } from '#kernel/errors.js';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { LargeJson } from '#platform/http/large-json.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { parseLivemode, parseWords } from '#engine/long-poll/rules/long-poll.js';
import { ForInstallation, ForSandbox, SandboxName } from '../access/control-access.js';
import { CreateSandboxDto, UpdateSandboxDto } from './sandbox.dto.js';
import type { DeletedSandboxView, SandboxListView, SandboxView } from './sandbox.view.js';
import { SandboxStatusService } from './sandbox-status.service.js';
import type { SandboxStatusView } from './sandbox-status.view.js';
import { SandboxesService } from './sandboxes.service.js';

/** The path where sandboxes are made, and its largest body, which may hold a seed. */
export const SANDBOXES_PATH = /^\/api\/sandboxes\/?$/;
const MAX_SEED_BYTES = 4 * 1024 * 1024;

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * Merchant accounts with their own keys, data, events, webhook settings and clock. A caller with a sandbox's
 * secret key can use the name `self`.
 * @host control
 */
@Controller('api/sandboxes')
@ForSandbox()
export class SandboxesController {
  constructor(
    private readonly sandboxes: SandboxesService,
    private readonly statuses: SandboxStatusService,
  ) {}

  /** Create a sandbox. With `if_exists=reuse` the request can be repeated and returns the same keys. */
  @Post()
  @HttpCode(200)
  @ForInstallation()
  @UseInterceptors(new LargeJson(MAX_SEED_BYTES))
  create(@Body(refusing) body: CreateSandboxDto, @Ending() ending: AbortSignal): Promise<SandboxView> {
    return this.sandboxes.create(body, ending);
  }

  /**
   * List sandboxes. They are sorted by creation time, oldest first.
   * @query search Words that must all occur in the name, case-insensitive.
   * @query sort `last_used` to sort by the last request, newest first. A page can then repeat or miss
   * sandboxes that were used since the previous page.
   */
  @Get()
  @ForInstallation()
  list(@QueryParams() params: Params): Promise<SandboxListView> {
    const { after, limit } = parseCursorQuery(params);
    const { sort = '' } = params;
    if (sort !== '' && sort !== 'last_used') fail('bad_request', 'sort must be last_used');
    return this.sandboxes.list(parseWords('search', params['search']), after, limit, sort === 'last_used');
  }

  /** Retrieve a sandbox. */
  @Get(':name')
  find(@SandboxName() name: string): Promise<SandboxView> {
    return this.sandboxes.find(name);
  }

  /**
   * Retrieve the status of a sandbox: its clock, undelivered webhooks and active faults. It is cheap enough
   * to be polled.
   * @query livemode Filter webhooks by mode: `true` for live, `false` for test.
   */
  @Get(':name/status')
  findStatus(@SandboxName() name: string, @Query('livemode') livemode: unknown): Promise<SandboxStatusView> {
    return this.statuses.find(name, parseLivemode(livemode));
  }

  /** Update the settings of a sandbox. */
  @Patch(':name')
  update(@SandboxName() name: string, @Body(refusing) body: UpdateSandboxDto): Promise<SandboxView> {
    return this.sandboxes.update(name, body);
  }

  /** Delete a sandbox. All its data is deleted. */
  @Delete(':name')
  remove(@SandboxName() name: string): Promise<DeletedSandboxView> {
    return this.sandboxes.remove(name);
  }

  /**
   * Reset a sandbox. All its data is deleted. Keys, settings and webhook URL stay, and the clock returns to
   * real time.
   */
  @Post(':name/reset')
  @HttpCode(200)
  reset(@SandboxName() name: string): Promise<SandboxView> {
    return this.sandboxes.reset(name);
  }
}
