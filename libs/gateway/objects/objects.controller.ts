import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryParams, type Params } from '#platform/http/params.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import type { ChargeCountsView } from './charge-counts.view.js';
import type { FoundObjectListView } from './found-object.view.js';
import type { MoneyView } from './money.view.js';
import type { ObjectCountsView } from './object-counts.view.js';
import { ObjectsService } from './objects.service.js';

/**
 * Finding the objects of a sandbox among many, in both modes.
 * @host control
 */
@Controller('api/sandboxes/:name')
@ForSandbox()
export class ObjectsController {
  constructor(private readonly objects: ObjectsService) {}

  /**
   * Lists objects of one kind in the order in which they were made, oldest first: `charges`, `customers`, `refunds`, `disputes`, `linked_accounts`,
   * `transactions`, `recipients`, `transfers`, `links`, `schedules`, `cards` (those that customers have saved), `checkout_sessions`, `chains`, `sources` or `tokens`.
   * @query search Words that must all be in the object: in its id, its description, its metadata, its amount, its method, its order, the name and the e-mail address of a person.
   * @query status Only those in this state.
   * @query amount { "style": "deepObject", "explode": true, "schema": { "type": "object", "additionalProperties": { "type": "string" } } } Only charges of an amount from `amount[gte]` to `amount[lte]`, in the smallest unit of their currency.
   * @query created { "style": "deepObject", "explode": true, "schema": { "type": "object", "additionalProperties": { "type": "string" } } } Only charges that were made from `created[gte]` on and before `created[lt]`: ISO 8601 datetimes of the sandbox's time.
   * @query currency Only charges in this currency, such as `THB`.
   * @query customer Only charges of the customer with this id.
   * @query type Only charges that are paid by this method, such as `promptpay` or `card`.
   * @query failure_code Only charges that failed with this code.
   * @query refunded Only charges of which money was given back, or was not: `true` or `false`.
   * @query disputed Only charges that have a dispute, open or closed, or have none: `true` or `false`.
   * @query metadata { "style": "deepObject", "explode": true, "schema": { "type": "object", "additionalProperties": { "type": "string" } } } Only charges with these values in their metadata, such as `metadata[order]=1042`.
   * @query livemode Only those of one mode: `true` or `false`.
   * @query before For the last ones before the `previous` of a page, or before the `end` of the list, oldest first.
   */
  @Get('objects/:kind')
  list(@SandboxName() name: string, @Param('kind') kind: string, @QueryParams() params: Params): Promise<FoundObjectListView> {
    return this.objects.list(name, kind, params);
  }

  /**
   * Counts the charges of a sandbox by state.
   * @query livemode Only those of one mode: `true` or `false`.
   */
  @Get('objects/charges/counts')
  findChargeCounts(@SandboxName() name: string, @Query('livemode') livemode: unknown): Promise<ChargeCountsView> {
    return this.objects.chargeCounts(name, livemode);
  }

  /** Counts the objects of a sandbox by kind, in both modes: what a reset deletes and a restore replaces. */
  @Get('objects')
  findCounts(@SandboxName() name: string): Promise<ObjectCountsView> {
    return this.objects.counts(name);
  }

  /** Sums up the charges of a sandbox by currency and state. */
  @Get('money')
  findMoney(@SandboxName() name: string): Promise<MoneyView> {
    return this.objects.money(name);
  }
}
