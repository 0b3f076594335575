import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ListView } from '#domain/list.js';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import type { OccurrenceView } from './occurrence.view.js';
import { CreateScheduleDto } from './schedule.dto.js';
import { ScheduleLifecycle } from './schedule.lifecycle.js';
import { ScheduleReader } from './schedule.reader.js';
import type { ScheduleView } from './schedule.view.js';
import { SchedulesService } from './schedules.service.js';

const checked = validated('bad_request');

/** Charges and transfers at regular intervals, and what came of each. */
@Controller()
@Keys('secret')
export class SchedulesController {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly lifecycle: ScheduleLifecycle,
    private readonly reader: ScheduleReader,
  ) {}

  /**
   * Schedules charges of a customer's card, or transfers to a recipient. One that falls on today is made at once.
   * @throws bad_request, invalid_charge, not_found
   */
  @Post('schedules')
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Body(checked) body: CreateScheduleDto): Promise<ScheduleView> {
    return this.schedules.create(scope, body);
  }

  /** Lists schedules. */
  @Get('schedules')
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<ScheduleView>> {
    return this.reader.list(scope, { location: '/schedules' }, params);
  }

  /** Lists schedules of charges. */
  @Get('charges/schedules')
  listOfCharges(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<ScheduleView>> {
    return this.reader.list(scope, { location: '/charges/schedules', kind: 'charge' }, params);
  }

  /** Lists schedules of transfers. */
  @Get('transfers/schedules')
  listOfTransfers(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<ScheduleView>> {
    return this.reader.list(scope, { location: '/transfers/schedules', kind: 'transfer' }, params);
  }

  /** Lists the schedules of a customer. */
  @Get('customers/:id/schedules')
  listOfCustomer(@CurrentScope() scope: Scope, @Param('id') id: string, @QueryParams() params: Params): Promise<ListView<ScheduleView>> {
    return this.schedules.listOfCustomer(scope, id, params);
  }

  /** Lists the schedules of a recipient. */
  @Get('recipients/:id/schedules')
  listOfRecipient(@CurrentScope() scope: Scope, @Param('id') id: string, @QueryParams() params: Params): Promise<ListView<ScheduleView>> {
    return this.schedules.listOfRecipient(scope, id, params);
  }

  /** Retrieves a schedule. */
  @Get('schedules/:id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ScheduleView> {
    return this.reader.find(scope, id);
  }

  /** Deletes a schedule, for good. */
  @Delete('schedules/:id')
  destroy(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<ScheduleView> {
    return this.lifecycle.destroy(scope, id);
  }

  /** Lists what happened on the days of a schedule. */
  @Get('schedules/:id/occurrences')
  listOccurrences(@CurrentScope() scope: Scope, @Param('id') id: string, @QueryParams() params: Params): Promise<ListView<OccurrenceView>> {
    return this.reader.listOccurrences(scope, id, params);
  }

  /** Retrieves what happened on a day of a schedule. */
  @Get('occurrences/:id')
  findOccurrence(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<OccurrenceView> {
    return this.reader.findOccurrence(scope, id);
  }
}
