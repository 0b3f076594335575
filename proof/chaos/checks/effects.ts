import { dataOf, type Evidence } from '../evidence.js';
import type { Kind } from '../history.js';
import type { EventRow } from '../rows.js';

/** A stored change, and the kind of its request. */
export interface Effect {
  /** The kind of the request; a click on the page counts as `pay`. */
  readonly kind: Exclude<Kind, 'click'>;
  /** The tag of the request if the change has it; otherwise the ID of the charge, dispute or link. */
  readonly name: string;
  readonly what: string;
  /** True if the clock alone can cause it. */
  readonly canBeTime: boolean;
}

/** The kinds whose changes have the tag of their request. */
export const TAGGED: ReadonlySet<Kind> = new Set([
  'source',
  'token',
  'charge',
  'describe',
  'link',
  'refund',
  'message',
]);

/** Every stored change, once. */
export function effectsOf({ rows, calls }: Evidence): Effect[] {
  const expiries = new Map(
    rows.events
      .filter(({ key }) => key === 'charge.create')
      .map((event) => [event.objectId, expiryOf(event)]),
  );
  const charged = new Set(calls.filter(({ kind }) => kind === 'charge').map(({ tag }) => tag));
  const ofLinks = new Set(
    rows.charges.filter(({ linkId }) => linkId !== null).map(({ sourceId }) => sourceId),
  );
  const named = (kind: Effect['kind'], name: unknown, what: string, canBeTime = false): Effect => ({
    kind,
    name: typeof name === 'string' ? name : '(nobody)',
    what,
    canBeTime,
  });
  return [
    // A source that is created with its charge belongs to that change.
    ...rows.sources
      .filter(({ id, name }) => !charged.has(name ?? '') && !ofLinks.has(id))
      .map(({ id, name }) => named('source', name, `source ${id}`)),
    ...rows.tokens.map(({ id, name }) => named('token', name, `token ${id}`)),
    ...rows.links.map(({ id, description }) => named('link', description, `link ${id}`)),
    ...rows.refunds.map(({ id, request }) => named('refund', request, `refund ${id}`)),
    ...rows.disputes.map(({ id, chargeId }) => named('dispute', chargeId, `dispute ${id}`)),
    ...rows.events.flatMap((event) => {
      const kind = kindOf(event);
      if (kind === undefined) return [];
      const isTimely = event.createdAt >= (expiries.get(event.objectId) ?? Number.POSITIVE_INFINITY);
      return [
        named(kind, nameOf(event, kind), `${event.key} of ${event.objectId}`, kind === 'expire' && isTimely),
      ];
    }),
  ];
}

/** The effect behind a charge.complete, by the charge's status. */
const ENDINGS: Readonly<Record<string, Effect['kind']>> = {
  successful: 'pay',
  pending: 'pay',
  failed: 'fail',
  expired: 'expire',
};
const KINDS: Readonly<Record<string, Effect['kind']>> = {
  'charge.create': 'charge',
  'charge.capture': 'capture',
  'charge.reverse': 'reverse',
  'charge.expire': 'expire',
  'charge.update': 'describe',
  'dispute.update': 'message',
  'dispute.accept': 'accept',
  'dispute.close': 'close',
};

/** Undefined for events of rows that are checked themselves. */
function kindOf(event: EventRow): Effect['kind'] | undefined {
  const { status, failure_code: code, link } = dataOf(event);
  if (event.key === 'charge.create' && typeof link === 'string') return 'payLink';
  if (event.key !== 'charge.complete') return KINDS[event.key];
  // The issuer declines a card without funds after approval; the clients' own declines have no failure code.
  return status === 'failed' && code !== 'payment_rejected' ? 'pay' : ENDINGS[String(status)];
}

function nameOf(event: EventRow, kind: Effect['kind']): unknown {
  if (kind === 'payLink') return dataOf(event)['link'];
  if (!TAGGED.has(kind)) return event.objectId;
  const { metadata, description, message } = dataOf(event) as {
    metadata?: { request?: unknown };
    description?: unknown;
    message?: unknown;
  };
  return kind === 'charge' ? metadata?.request : kind === 'describe' ? description : message;
}

function expiryOf(event: EventRow): number {
  return Date.parse(String(dataOf(event)['expires_at']));
}
