import { createHmac } from 'node:crypto';
import { dataOf, groupBy, type Evidence } from '../evidence.js';
import type { Posted } from '../history.js';
import type { DeliveryRow, EventRow } from '../rows.js';

const STATUS_GONE = 410;

/**
 * Every committed event has one delivery for each address. It ended with a 2xx of the receiver, or is exhausted
 * after all its attempts.
 */
export function deliversEveryEvent(evidence: Evidence): string[] {
  const { rows, posted } = evidence;
  const uris = urisOf(evidence);
  const byEvent = groupBy(rows.deliveries, ({ eventId }) => eventId);
  const attempts = groupBy(rows.attempts, ({ deliveryId }) => deliveryId);
  const arrived = new Set(posted.filter(({ answered }) => isSuccess(answered)).map(deliveryNameOf));
  const lost = rows.events.flatMap((event) => {
    const addressed = (byEvent.get(event.id) ?? []).map(({ uri }) => uri).sort();
    const expectedUris = uris(event).sort();
    return addressed.join() === expectedUris.join()
      ? []
      : [`${event.key} ${event.id} should go to [${expectedUris.join()}] and goes to [${addressed.join()}]`];
  });
  const open = rows.deliveries.flatMap((delivery) => {
    const statuses = (attempts.get(delivery.id) ?? []).map(({ status }) => status);
    const problem = endProblem(
      delivery,
      statuses,
      evidence.maxAttempts,
      arrived.has(`${delivery.eventId} ${delivery.uri}`),
    );
    return problem === undefined
      ? []
      : [`${delivery.id} of ${delivery.eventId} to ${delivery.uri} ${problem}`];
  });
  return [...lost, ...open];
}

/** Receivers get only committed events, byte for byte and signed, in recorded attempts. */
export function deliversNothingElse({ rows, posted, webhookSecret }: Evidence): string[] {
  const events = new Map(rows.events.map((event) => [event.id, event]));
  const deliveries = new Map(
    rows.deliveries.map((delivery) => [`${delivery.eventId} ${delivery.uri}`, delivery]),
  );
  const strange = posted.flatMap((webhook) => {
    const name = deliveryNameOf(webhook);
    const event = events.get(eventIdOf(webhook));
    if (!event || !deliveries.has(name)) return [`a receiver got ${name}, which was never committed`];
    if (webhook.body !== printed(event)) return [`a receiver got other bytes than those of ${event.id}`];
    return isSigned(webhook, webhookSecret) ? [] : [`a receiver got ${name} without a signature that fits`];
  });
  const uncounted = [...groupBy(posted, deliveryNameOf)].flatMap(([name, all]) => {
    const made = deliveries.get(name)?.attemptCount ?? 0;
    return all.length > made ? [`${name} was sent ${all.length} times in ${made} attempts`] : [];
  });
  return [...strange, ...uncounted];
}

/** Webhooks of events that the receiver had accepted before. They are allowed, and counted. */
export function countDuplicates(posted: readonly Posted[]): number {
  const taken = new Set<string>();
  return posted.filter((webhook) => {
    const name = deliveryNameOf(webhook);
    const isAgain = taken.has(name);
    if (isSuccess(webhook.answered)) taken.add(name);
    return isAgain;
  }).length;
}

/** Addresses of an event: the account's, and `webhook_endpoints` of its charge. */
function urisOf({ rows, calls, merchants }: Evidence): (event: EventRow) => string[] {
  const homes = new Map(merchants.map(({ id, webhookUri }) => [id, webhookUri]));
  const sent = new Map(
    calls
      .filter(({ kind }) => kind === 'charge')
      .map((call) => [call.tag, call.sent['webhook_endpoints'] as string[] | undefined]),
  );
  const creations = rows.events.filter(({ key }) => key === 'charge.create');
  const others = new Map(
    creations.map((event) => {
      const { metadata } = dataOf(event) as { metadata?: { request?: string } };
      return [event.objectId, sent.get(metadata?.request ?? '') ?? []];
    }),
  );
  return (event) => {
    const charge = event.key.startsWith('charge.') ? event.objectId : String(dataOf(event)['charge']);
    return [homes.get(event.accountId) ?? '(no account)', ...(others.get(charge) ?? [])];
  };
}

function endProblem(
  { status, attemptCount }: DeliveryRow,
  statuses: readonly (number | null)[],
  maxAttempts: number,
  hasArrived: boolean,
): string | undefined {
  const last = statuses.at(-1) ?? null;
  if (status === 'pending') return `is still pending after ${attemptCount} attempts`;
  if (statuses.length !== attemptCount)
    return `has ${attemptCount} attempts, of which ${statuses.length} are written down`;
  if (status === 'delivered')
    return isSuccess(last) && hasArrived ? undefined : 'counts as delivered, which it was not';
  // An attempt of a killed worker is repeated.
  return last === STATUS_GONE || attemptCount >= maxAttempts
    ? undefined
    : `was given up after ${attemptCount} attempts`;
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The event in webhooks, computed without the code that sends it. No event of a run is long. */
export function printed({ body }: EventRow): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}

function deliveryNameOf(webhook: Posted): string {
  return `${eventIdOf(webhook)} ${webhook.uri}`;
}

function eventIdOf({ body }: Posted): string {
  return /"id": ?"(evnt_[0-9a-z_]+)"/.exec(body)?.[1] ?? body.slice(0, 100);
}

/** Computed as by a merchant, without the code that signs. */
function isSigned({ headers, body }: Posted, secret: string): boolean {
  const signed = `${String(headers['omise-signature-timestamp'])}.${body}`;
  return (
    headers['omise-signature'] ===
    createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('hex')
  );
}
