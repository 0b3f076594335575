import { Controller, Get, Query } from '@nestjs/common';
import type { Params } from '#platform/http/params.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import { ReportService } from './report.service.js';
import type { ReportView } from './report.view.js';

/**
 * Report of the situations that a shop has met in a sandbox, in test mode, and of what it should do otherwise.
 * @host control
 */
@Controller('api/sandboxes/:name/report')
@ForSandbox()
export class ReportController {
  constructor(private readonly report: ReportService) {}

  /**
   * Report what a shop has met.
   * @query since Start of the reported charges, events and requests, by their creation in the sandbox's time: an ISO 8601 datetime, or a duration before now such as `1h`.
   * Default: the beginning.
   * @query order_key Name of the order in the metadata of charges. Default: the first of `order`, `order_id`,
   * `orderId` and `order_number`.
   */
  @Get()
  find(@SandboxName() name: string, @Query() params: Params): Promise<ReportView> {
    return this.report.find(name, params);
  }
}
