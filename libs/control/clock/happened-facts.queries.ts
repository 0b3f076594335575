import type { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { DoneItem } from '#engine/due-work/due-work.js';
import type { ObjectSummaryView } from '../lists/object-summary.view.js';
import { readSummaries } from '../lists/object-summaries.queries.js';

/** What is known of an item that ran, beside its outcome. */
export interface HappenedFacts extends ObjectSummaryView {
  /** The key of the event that it caused or sent. */
  readonly key: string | null;
  readonly failure_code: string | null;
  readonly description: string | null;
  /** The email, name or id of the customer or recipient. */
  readonly party: string | null;
}

interface PartyRow {
  readonly id: string;
  readonly failure_code: string | null;
  readonly description: string | null;
  readonly party: string | null;
}

/** The object that an item is about: what a schedule has made, or the object itself. */
function subjectOf({ result, objectId }: DoneItem): string {
  return result ?? objectId;
}

/** Reads the facts of items of an account. `events` has the event of each item that names none. */
export async function readHappenedFacts(
  database: Database,
  accountId: string,
  items: readonly DoneItem[],
  eventOf: (item: DoneItem) => string | null,
  mask: (metadata: object) => object,
): Promise<(item: DoneItem) => HappenedFacts> {
  const ids = [...new Set(items.flatMap((item) => [item.objectId, subjectOf(item)]))];
  const eventIds = [...new Set(items.flatMap((item) => eventOf(item) ?? []))];
  const [summaryOf, parties, events] = await Promise.all([
    readSummaries(database, accountId, ids, mask),
    database.query<PartyRow>(partiesSql(accountId, ids)),
    database.query<{ id: string; key: string }>(
      Prisma.sql`SELECT id, key FROM event WHERE account_id = ${accountId} AND id = ANY(${eventIds}::text[])`,
    ),
  ]);
  const party = new Map(parties.map((row) => [row.id, row]));
  const keys = new Map(events.map(({ id, key }) => [id, key]));
  return (item) => {
    const [own, made] = [party.get(item.objectId), party.get(subjectOf(item))];
    return {
      ...summaryOf(subjectOf(item)),
      key: keys.get(eventOf(item) ?? '') ?? null,
      failure_code: made?.failure_code ?? null,
      description: own?.description ?? made?.description ?? null,
      party: own?.party ?? made?.party ?? null,
    };
  };
}

function partiesSql(accountId: string, ids: readonly string[]): Prisma.Sql {
  const isMeant = (table: string): Prisma.Sql =>
    Prisma.sql`${Prisma.raw(table)}.account_id = ${accountId} AND ${Prisma.raw(table)}.id = ANY(${[...ids]}::text[])`;
  const customer = Prisma.raw(`coalesce(customer.email, customer.description, customer.id)`);
  return Prisma.sql`
    SELECT charge.id, failure_code, charge.description, ${customer} AS party
    FROM charge LEFT JOIN customer ON customer.id = charge.customer_id WHERE ${isMeant('charge')}
    UNION ALL SELECT schedule.id, NULL, schedule.terms ->> 'description', coalesce(${customer}, recipient.name)
    FROM schedule LEFT JOIN customer ON customer.id = party_id LEFT JOIN recipient ON recipient.id = party_id WHERE ${isMeant('schedule')}
    UNION ALL SELECT transfer.id, transfer.failure_code, NULL, recipient.name
    FROM transfer LEFT JOIN recipient ON recipient.id = transfer.recipient_id WHERE ${isMeant('transfer')}`;
}
