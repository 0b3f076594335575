import { Controller, Get, Param } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import type { StoredEventView } from '#engine/events/event.view.js';
import { EventsService } from './events.service.js';

/** Changes of objects, as sent in webhooks. */
@Controller('events')
@Keys('secret')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  /** List events. */
  @Get()
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<StoredEventView>> {
    return this.events.list(scope, params);
  }

  /** Retrieve an event. The response includes its webhook deliveries. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<StoredEventView> {
    return this.events.find(scope, id);
  }
}
