import { DEFAULT_LIMIT } from '#kernel/list.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Database } from '#platform/database/database.js';
import { readWhere } from '#engine/resources/resource.js';
import { CHARGE } from '../charges/charge.resource.js';
import type { LoadedCharge } from '../charges/charge.row.js';
import type { Link } from './rules/link.js';
import type { LoadedLink } from './link.view.js';

interface FirstCharges {
  readonly id: string;
  readonly charge_ids: readonly string[];
  readonly count: number;
}

/** The links with their first charges, in the same order. */
export async function withCharges(database: Database, links: readonly Link[]): Promise<LoadedLink[]> {
  if (links.length === 0) return [];
  const firsts = await database.query<FirstCharges>(Prisma.sql`
    SELECT link.id, first.charge_ids, (SELECT count(*)::int4 FROM charge WHERE link_id = link.id) AS count
    FROM unnest(${links.map(({ id }) => id)}::text[]) AS link(id), LATERAL (
      SELECT coalesce(json_agg(id), '[]') AS charge_ids
      FROM (SELECT id FROM charge WHERE link_id = link.id ORDER BY created_at, id LIMIT ${DEFAULT_LIMIT}) page) first`);
  const chargeIds = firsts.flatMap(({ charge_ids: ids }) => ids);
  const found =
    chargeIds.length === 0
      ? []
      : await readWhere(CHARGE, database, Prisma.sql`charge.id = ANY(${chargeIds}::text[])`);
  const charges = new Map(found.map((loaded) => [loaded.charge.id, loaded]));
  const byLink = new Map(firsts.map((first) => [first.id, first]));
  return links.map((link) => {
    const first = byLink.get(link.id);
    const shown = (first?.charge_ids ?? [])
      .map((id) => charges.get(id))
      .filter((charge): charge is LoadedCharge => charge !== undefined);
    return { link, charges: shown, chargeCount: first?.count ?? 0 };
  });
}
