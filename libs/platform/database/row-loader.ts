import type { Tenant } from '#kernel/scope.js';
import type { Metrics } from '../metrics/metrics.js';
import { Batches } from './batches.js';
import { Prisma } from './generated/client.js';

export interface TenantsId extends Tenant {
  readonly id: string;
}

/** Prisma's condition for rows of one tenant. */
export interface TenantsRows extends Tenant {
  readonly id: { readonly in: string[] };
}

/**
 * Selects rows of `table` by the index of their id. The planner assumes ten ids in an array, and would scan a
 * table of up to ten pages for them. `OFFSET 0` forces a lookup for each.
 */
export function tenantsRowsSql(table: string, tenants: readonly TenantsRows[]): Prisma.Sql {
  const name = Prisma.raw(table);
  const rows = tenants.flatMap(({ accountId, livemode, id }) =>
    id.in.map((one) => ({ accountId, livemode, id: one })),
  );
  const [first, ...others] = rows;
  if (first && others.length === 0)
    return Prisma.sql`SELECT * FROM ${name} WHERE id = ${first.id} AND account_id = ${first.accountId} AND livemode = ${first.livemode}`;
  const [accounts, modes, ids] = [
    rows.map(({ accountId }) => accountId),
    rows.map(({ livemode }) => livemode),
    rows.map(({ id }) => id),
  ];
  return Prisma.sql`SELECT found.* FROM unnest(${accounts}::text[], ${modes}::boolean[], ${ids}::text[]) wanted (account_id, livemode, id)
    CROSS JOIN LATERAL (SELECT * FROM ${name} WHERE id = wanted.id OFFSET 0) found
    WHERE found.account_id = wanted.account_id AND found.livemode = wanted.livemode`;
}

/** A dataloader for rows by tenant and id: concurrent reads share a query. */
export class RowLoader<Row> {
  private readonly batches: Batches<TenantsId, Row | undefined>;

  /** `read` reads the rows of these tenants; `idOf` returns a row's id and tenant. */
  constructor(
    kind: string,
    metrics: Metrics,
    read: (where: { readonly OR: TenantsRows[] }) => Promise<Row[]>,
    idOf: (row: Row) => TenantsId,
  ) {
    this.batches = new Batches(kind, metrics, async (ids) => {
      const found = new Map((await read({ OR: byTenant(ids) })).map((row) => [keyOf(idOf(row)), row]));
      // A batch may ask for the same id for several tenants.
      return ids.map((one) => found.get(keyOf(one)));
    });
  }

  find({ accountId, livemode }: Tenant, id: string): Promise<Row | undefined> {
    return this.batches.do({ accountId, livemode, id });
  }
}

function byTenant(ids: readonly TenantsId[]): TenantsRows[] {
  const tenants = new Map<string, TenantsRows>();
  for (const { accountId, livemode, id } of ids) {
    const key = `${accountId} ${livemode}`;
    const known = tenants.get(key);
    if (known) known.id.in.push(id);
    else tenants.set(key, { accountId, livemode, id: { in: [id] } });
  }
  return [...tenants.values()];
}

function keyOf({ accountId, livemode, id }: TenantsId): string {
  return `${accountId} ${livemode} ${id}`;
}
