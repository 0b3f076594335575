import { Controller, Get } from '@nestjs/common';
import { QueryParams, type Params } from '#platform/http/params.js';
import { ForInstallation } from '../access/control-access.js';
import type { CommittedListView } from './list.view.js';
import { RequestEntriesService } from './request-entries.service.js';
import type { RequestEntryView } from './request-entry.view.js';

/**
 * Requests with a missing or unknown API key. They belong to no sandbox.
 * @host control
 */
@Controller('api/requests')
@ForInstallation()
export class KeylessRequestsController {
  constructor(private readonly entries: RequestEntriesService) {}

  /**
   * List unauthenticated requests. Bodies are not stored, and keys only in part. The latest 1,000 are kept.
   * @query method Filter by HTTP method, such as `POST`.
   * @query path Filter by path. `*` matches any text: `/charges/*`.
   * @query status Filter by HTTP status, such as `401` or `4xx`.
   * @query before The `previous` of a page, or the `end` of the list. Returns the entries before it, oldest
   * first.
   */
  @Get()
  list(@QueryParams() params: Params): Promise<CommittedListView<RequestEntryView>> {
    return this.entries.listKeyless(params);
  }
}
