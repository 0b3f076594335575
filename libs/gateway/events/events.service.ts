import { Injectable } from '@nestjs/common';
import { failNotFound } from '#domain/errors.js';
import type { EventKey } from '#domain/events/event-keys.js';
import { listView, parseListQuery, type ListView } from '#domain/list.js';
import type { Scope } from '#domain/scope.js';
import { isoSeconds } from '#domain/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { pageOf, readPage } from '#platform/listing/page.js';
import { Totals } from '#platform/listing/totals.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import type { DeliveryView, StoredEventView } from './event.view.js';

const WITH_DELIVERIES = {
  deliveries: { orderBy: { id: 'asc' }, include: { attempts: { orderBy: { number: 'desc' }, take: 1 } } },
} as const;

interface StoredEvent {
  readonly body: string;
  readonly key: string;
  readonly deliveries: readonly {
    id: string;
    uri: string;
    createdAt: Date;
    attempts: readonly { status: number | null; error: string | null }[];
  }[];
}

@Injectable()
export class EventsService {
  private readonly totals = new Totals((where, take) => this.database.event.count({ where, take }));

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
  ) {}

  async find({ accountId, livemode }: Scope, id: string): Promise<StoredEventView> {
    const event = await this.database.event.findFirst({ where: { id, accountId, livemode }, include: WITH_DELIVERIES });
    return event ? storedEventView(event) : failNotFound('event', id);
  }

  /** The account's events in this mode. */
  list(scope: Scope, params: Params): Promise<ListView<StoredEventView>> {
    return this.page(scope, params, '/events', undefined);
  }

  /** The events of one object, whose path is `location`. Whether the caller may see the object is checked before. */
  listOf(scope: Scope, objectId: string, location: string, params: Params): Promise<ListView<StoredEventView>> {
    return this.page(scope, params, `${location}/events`, objectId);
  }

  private async page(scope: Scope, params: Params, location: string, objectId: string | undefined): Promise<ListView<StoredEventView>> {
    const query = parseListQuery(params, this.clock.now(await this.directory.get(scope.accountId)));
    const { created, page } = pageOf(query);
    const where = { accountId: scope.accountId, livemode: scope.livemode, objectId, createdAt: created };
    const { rows: events, total } = await readPage(
      query,
      () => this.database.event.findMany({ where, ...page, include: WITH_DELIVERIES }),
      () => (objectId === undefined ? this.totals.of(scope, query) : this.database.event.count({ where })),
    );
    return listView(events.map(storedEventView), total, location, query);
  }
}

/** `2026-01-31 08:15:00 UTC`, as the deliveries alone have it (docs/fidelity.md V5). */
function spacedSeconds(time: Date): string {
  return isoSeconds(time).replace('T', ' ').replace('Z', ' UTC');
}

/** The event as it was stored, with what has become of its deliveries since, if its version shows them (docs/fidelity.md V10). */
function storedEventView(event: StoredEvent): StoredEventView {
  const view = JSON.parse(event.body) as StoredEventView;
  if (!('webhook_deliveries' in view)) return view;
  view.webhook_deliveries = event.deliveries.map((delivery): DeliveryView => {
    const [last] = delivery.attempts;
    return {
      object: 'webhook_delivery',
      id: delivery.id,
      uri: delivery.uri,
      status: last?.status ?? null,
      key: event.key as EventKey,
      error: last?.error ?? null,
      payload: event.body,
      created_at: spacedSeconds(delivery.createdAt),
    };
  });
  return view;
}
