import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import type { CommittedListView } from '../timeline/list.view.js';
import { PutInboxDto } from './inbox.dto.js';
import type { InboxEntryView, InboxListView, InboxView } from './inbox.view.js';
import { InboxesService } from './inboxes.service.js';

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * Webhook endpoints for tests without a server of their own.
 * @host control
 */
@Controller('api/sandboxes/:name/inbox')
@ForSandbox()
export class InboxesController {
  constructor(private readonly inboxes: InboxesService) {}

  /** List inboxes. Each has the number of requests that it holds and the time of the latest. */
  @Get()
  listAll(@SandboxName() name: string): Promise<InboxListView> {
    return this.inboxes.listAll(name);
  }

  /**
   * Create or update an inbox. The response contains its URL. A reset empties the inbox; its URL does not
   * change.
   */
  @Put(':inbox')
  put(
    @SandboxName() name: string,
    @Param('inbox') inbox: string,
    @Body(refusing) body: PutInboxDto,
  ): Promise<InboxView> {
    return this.inboxes.put(name, inbox, body);
  }

  /**
   * List received webhooks. They are sorted by arrival, oldest first.
   * @query before The `previous` of a page, or the `end` of the list. Returns the entries before it, oldest
   * first.
   * @query wait How long to wait for a new entry, at most 60 s: `10s`, `500ms`.
   * @query count Number of entries to wait for. Default: 1.
   */
  @Get(':inbox')
  @LongPoll('if asked')
  list(
    @SandboxName() name: string,
    @Param('inbox') inbox: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<InboxEntryView>> {
    return this.inboxes.list(name, inbox, params, ending);
  }
}
