import { Controller, Get } from '@nestjs/common';
import { QueryParams, type Params } from '#platform/http/params.js';
import { ForInstallation } from '../control/control-access.js';
import type { CommittedListView } from './list.view.js';
import { RequestEntriesService } from './request-entries.service.js';
import type { RequestEntryView } from './request-entry.view.js';

/**
 * Requests that were refused because they had no valid key: they belong to no sandbox.
 * @host control
 */
@Controller('api/requests')
@ForInstallation()
export class KeylessRequestsController {
  constructor(private readonly entries: RequestEntriesService) {}

  /**
   * Lists the latest requests without a valid key, without their bodies; of the key no more than how it began. At most 1,000 are kept.
   * @query method Such as `POST`.
   * @query path The whole path; `*` stands for anything: `/charges/*`.
   * @query status Such as `401` or `4xx`.
   * @query before For the last entries before the `previous` of a page, or before the `end` of the list, oldest first.
   */
  @Get()
  list(@QueryParams() params: Params): Promise<CommittedListView<RequestEntryView>> {
    return this.entries.listKeyless(params);
  }
}
