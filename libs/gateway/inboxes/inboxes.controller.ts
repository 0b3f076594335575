import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { Ending } from '#platform/http/ending-signal.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import type { CommittedListView } from '../timeline/list.view.js';
import { WaitsInPlace } from '../waiting/waiting.interceptor.js';
import { PutInboxDto } from './inbox.dto.js';
import type { InboxEntryView, InboxView } from './inbox.view.js';
import { InboxesService } from './inboxes.service.js';

const refusing = validated('bad_request', { refuseUnknown: true });

/**
 * Receivers of webhooks for tests that have none of their own.
 * @host control
 */
@Controller('api/sandboxes/:name/inbox')
@ForSandbox()
export class InboxesController {
  constructor(private readonly inboxes: InboxesService) {}

  /** Makes an inbox, or sets what it answers, and gives its address. A reset empties it; its address stays. */
  @Put(':inbox')
  put(@SandboxName() name: string, @Param('inbox') inbox: string, @Body(refusing) body: PutInboxDto): Promise<InboxView> {
    return this.inboxes.put(name, inbox, body);
  }

  /**
   * Lists what an inbox received, oldest first.
   * @query before For the last entries before the `previous` of a page, or before the `end` of the list, oldest first.
   * @query wait How long to wait for something, at most 60 s: `10s`, `500ms`.
   * @query count For how many to wait; 1 unless given.
   */
  @Get(':inbox')
  @WaitsInPlace('if asked')
  list(
    @SandboxName() name: string,
    @Param('inbox') inbox: string,
    @QueryParams() params: Params,
    @Ending() ending: AbortSignal,
  ): Promise<CommittedListView<InboxEntryView>> {
    return this.inboxes.list(name, inbox, params, ending);
  }
}
