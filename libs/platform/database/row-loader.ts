import type { Tenant } from '#domain/scope.js';
import type { Metrics } from '../metrics/metrics.js';
import { Batches } from './batches.js';
import { Prisma } from './generated/client.js';

/** A row's id, and whose row it is. */
export interface TenantsId extends Tenant {
  readonly id: string;
}

/** Prisma's condition for rows of one tenant. */
export interface TenantsRows extends Tenant {
  readonly id: { readonly in: string[] };
}

/** The same condition in SQL, for rows of `table`. */
export function tenantsRowsSql(table: string, wanted: readonly TenantsRows[]): Prisma.Sql {
  const name = Prisma.raw(table);
  const conditions = wanted.map(
    ({ accountId, livemode, id }) =>
      Prisma.sql`(${name}.account_id = ${accountId} AND ${name}.livemode = ${livemode} AND ${name}.id = ANY(${id.in}))`,
  );
  return Prisma.join(conditions, ' OR ');
}

/** A dataloader for rows, by tenant and id: those that are wanted at the same moment are read with one query. */
export class RowLoader<Row> {
  private readonly batches: Batches<TenantsId, Row | undefined>;

  /** `read` reads the rows of any of these; `idOf` tells whose row it has read. */
  constructor(
    kind: string,
    metrics: Metrics,
    read: (wanted: { readonly OR: TenantsRows[] }) => Promise<Row[]>,
    idOf: (row: Row) => TenantsId,
  ) {
    this.batches = new Batches(kind, metrics, async (wanted) => {
      const found = new Map((await read({ OR: byTenant(wanted) })).map((row) => [keyOf(idOf(row)), row]));
      // Not by the id alone: the same moment may hold one of another tenant's.
      return wanted.map((one) => found.get(keyOf(one)));
    });
  }

  find({ accountId, livemode }: Tenant, id: string): Promise<Row | undefined> {
    return this.batches.do({ accountId, livemode, id });
  }
}

function byTenant(wanted: readonly TenantsId[]): TenantsRows[] {
  const tenants = new Map<string, TenantsRows>();
  for (const { accountId, livemode, id } of wanted) {
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
