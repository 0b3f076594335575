import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryParams, type Params } from '#platform/http/params.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import type { ChargeCountsView } from './charge-counts.view.js';
import type { ListedObjectListView } from './listed-object.view.js';
import type { MoneyView } from './money.view.js';
import type { ObjectCountsView } from './object-counts.view.js';
import { ObjectsService } from './objects.service.js';

/**
 * Search for objects of a sandbox, in both modes.
 * @host control
 */
@Controller('api/sandboxes/:name')
@ForSandbox()
export class ObjectsController {
  constructor(private readonly objects: ObjectsService) {}

  /**
   * List objects of one kind. The kinds are `charges`, `customers`, `refunds`, `disputes`, `linked_accounts`,
   * `transactions`, `recipients`, `transfers`, `links`, `schedules`, `cards` (saved by customers),
   * `checkout_sessions`, `chains`, `sources` and `tokens`. Objects are sorted by creation time, oldest first.
   * @query search Words that must all occur in the object: in its ID, description, metadata, amount, method,
   * order, or a person's name and email address.
   * @query status Filter by status. Charges that wait for a capture are `authorized`, not `pending`.
   * @query amount { "style": "deepObject", "explode": true, "schema": { "type": "object",
   * "additionalProperties": { "type": "string" } } } Filter charges by amount, from `amount[gte]` to
   * `amount[lte]`, in the smallest unit of their currency.
   * @query created { "style": "deepObject", "explode": true, "schema": { "type": "object",
   * "additionalProperties": { "type": "string" } } } Filter charges by creation time, from `created[gte]` to
   * before `created[lt]`: ISO 8601 datetimes in sandbox time.
   * @query currency Filter charges by currency, such as `THB`.
   * @query customer Filter charges by customer ID.
   * @query type Filter charges by payment method, such as `promptpay` or `card`.
   * @query failure_code Filter charges by failure code.
   * @query refunded Filter charges by whether they have a refund: `true` or `false`.
   * @query disputed Filter charges by whether they have a dispute, open or closed: `true` or `false`.
   * @query direction Filter transactions by direction: `credit` or `debit`.
   * @query metadata { "style": "deepObject", "explode": true, "schema": { "type": "object",
   * "additionalProperties": { "type": "string" } } } Filter charges by metadata values, such as
   * `metadata[order]=1042`.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   * @query before The `previous` of a page, or the `end` of the list. Returns the objects before it, oldest
   * first.
   */
  @Get('objects/:kind')
  list(
    @SandboxName() name: string,
    @Param('kind') kind: string,
    @QueryParams() params: Params,
  ): Promise<ListedObjectListView> {
    return this.objects.list(name, kind, params);
  }

  /**
   * Count charges by status.
   * @query livemode Filter by mode: `true` for live, `false` for test.
   */
  @Get('objects/charges/counts')
  findChargeCounts(
    @SandboxName() name: string,
    @Query('livemode') livemode: unknown,
  ): Promise<ChargeCountsView> {
    return this.objects.chargeCounts(name, livemode);
  }

  /** Count objects by kind, in both modes. A reset deletes and a restore replaces them. */
  @Get('objects')
  findCounts(@SandboxName() name: string): Promise<ObjectCountsView> {
    return this.objects.counts(name);
  }

  /** Sum charges by currency and status. */
  @Get('money')
  findMoney(@SandboxName() name: string): Promise<MoneyView> {
    return this.objects.money(name);
  }
}
