import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Resources } from '#engine/resources/resources.js';
import type { OccurrenceView } from './occurrence.view.js';
import { CreateScheduleDto } from './schedule.dto.js';
import { ScheduleLifecycle } from './schedule.lifecycle.js';
import { OCCURRENCE } from './occurrence.resource.js';
import { SCHEDULE } from './schedule.resource.js';
import type { ScheduleView } from './schedule.view.js';
import { SchedulesService } from './schedules.service.js';

const checked = validated('bad_request');

/** Recurring charges and transfers, and their occurrences. */
@Controller()
@Keys('secret')
export class SchedulesController {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly lifecycle: ScheduleLifecycle,
    private readonly resources: Resources,
  ) {}

  /**
   * Create a schedule. It charges a customer's card, or transfers money to a recipient. An occurrence that is
   * due today runs immediately.
   * @throws bad_request, invalid_charge, not_found
   */
  @Post('schedules')
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Body(checked) body: CreateScheduleDto): Promise<ScheduleView> {
    return this.schedules.create(scope, body);
  }

  /** List schedules. Deleted ones are listed too. */
  @Get('schedules')
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<ScheduleView>> {
    return this.resources.list(SCHEDULE, scope, params, { location: '/schedules' });
  }

  /** List schedules of charges. */
  @Get('charges/schedules')
  listOfCharges(
    @CurrentScope() scope: Scope,
    @QueryParams() params: Params,
  ): Promise<ListView<ScheduleView>> {
    return this.resources.list(SCHEDULE, scope, params, {
      location: '/charges/schedules',
      only: { kind: 'charge' },
    });
  }

  /** List schedules of transfers. */
  @Get('transfers/schedules')
  listOfTransfers(
    @CurrentScope() scope: Scope,
    @QueryParams() params: Params,
  ): Promise<ListView<ScheduleView>> {
    return this.resources.list(SCHEDULE, scope, params, {
      location: '/transfers/schedules',
      only: { kind: 'transfer' },
    });
  }

  /** List the schedules of a customer. */
  @Get('customers/:id/schedules')
  listOfCustomer(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @QueryParams() params: Params,
  ): Promise<ListView<ScheduleView>> {
    return this.schedules.listOfCustomer(scope, id, params);
  }

  /** List the schedules of a recipient. */
  @Get('recipients/:id/schedules')
  listOfRecipient(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @QueryParams() params: Params,
  ): Promise<ListView<ScheduleView>> {
    return this.schedules.listOfRecipient(scope, id, params);
  }

  /** Retrieve a schedule. */
  @Get('schedules/:id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ScheduleView> {
    return this.resources.find(SCHEDULE, scope, id);
  }

  /** Delete a schedule. */
  @Delete('schedules/:id')
  destroy(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ScheduleView> {
    return this.lifecycle.destroy(scope, id);
  }

  /** List the occurrences of a schedule. */
  @Get('schedules/:id/occurrences')
  listOccurrences(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @QueryParams() params: Params,
  ): Promise<ListView<OccurrenceView>> {
    return this.schedules.listOccurrences(scope, id, params);
  }

  /** Retrieve an occurrence. */
  @Get('occurrences/:id')
  findOccurrence(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<OccurrenceView> {
    return this.resources.find(OCCURRENCE, scope, id);
  }
}
