import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { listView, parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { isoSeconds } from '#kernel/time.js';
import { Database } from '#platform/database/database.js';
import { JsonText } from '#platform/http/json-text.js';
import type { Params } from '#platform/http/params.js';
import { Listing } from '#platform/listing/listing.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import { eventText } from '#engine/events/rules/event-text.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import type { DeliveryView, StoredEventView } from '#engine/events/event.view.js';
import { queryEvent, queryEventPage, type StoredEvent } from './event.queries.js';

@Injectable()
export class EventsService {
  private readonly listing: Listing<StoredEvent>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {
    this.listing = new Listing(database, 'event', queryEventPage);
  }

  async find(scope: Scope, id: string): Promise<StoredEventView> {
    const event = await queryEvent(this.database, scope, id);
    return event ? storedEventView(event) : failNotFound('event', id);
  }

  list(scope: Scope, params: Params): Promise<ListView<StoredEventView>> {
    return this.page(scope, params, '/events');
  }

  /** The events of an object, whose path is `location`. The caller has checked access to the object. */
  listOf(
    scope: Scope,
    objectId: string,
    location: string,
    params: Params,
  ): Promise<ListView<StoredEventView>> {
    return this.page(scope, params, `${location}/events`, objectId);
  }

  private async page(
    scope: Scope,
    params: Params,
    location: string,
    objectId?: string,
  ): Promise<ListView<StoredEventView>> {
    const query = parseListQuery(params, (await this.directory.viewContext(scope.accountId)).now);
    const { rows, total } = await this.listing.page(scope, query, { objectId });
    return listView(rows.map(storedEventView), total, location, query);
  }
}

/** The time format of deliveries only: `2026-01-31 08:15:00 UTC` (docs/fidelity.md V5). */
function spacedSeconds(time: Date): string {
  return isoSeconds(time).replace('T', ' ').replace('Z', ' UTC');
}

/** The start of a stored event in a version that shows deliveries. The list is empty when the event is stored. */
const BEGINNING =
  /^\{"object":"event","id":"\w+","livemode":(?:true|false),"location":"[\w/]+","webhook_deliveries":\[(?=\])/;

/**
 * The event as it was stored, with the present state of its deliveries if its version shows them
 * (docs/fidelity.md V10). They are inserted into the text: parsing and serializing events would take more
 * than half of the time of a list.
 */
function storedEventView(event: StoredEvent): StoredEventView {
  const [start] = BEGINNING.exec(event.body) ?? [];
  if (start === undefined) return readEventView(event);
  const deliveries = deliveryViews(event).map((view) => JSON.stringify(view));
  return JsonText.of(`${start}${deliveries.join(',')}${event.body.slice(start.length)}`);
}

/**
 * The same for an event that an earlier release stored for an older version, or that was imported with
 * another order of fields.
 */
function readEventView(event: StoredEvent): StoredEventView {
  const view = JSON.parse(event.body) as StoredEventView;
  if ('webhook_deliveries' in view) view.webhook_deliveries = deliveryViews(event);
  return view;
}

function deliveryViews({ body, key, deliveries }: StoredEvent): DeliveryView[] {
  if (deliveries.length === 0) return [];
  const payload = eventText(body);
  return deliveries.map((delivery) => ({
    object: 'webhook_delivery',
    id: delivery.id,
    uri: delivery.uri,
    status: delivery.status,
    key: key as EventKey,
    error: delivery.error,
    payload,
    created_at: spacedSeconds(new Date(delivery.created_at)),
  }));
}
