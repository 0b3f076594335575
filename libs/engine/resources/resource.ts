import type { IdentifiedObject } from '#kernel/ids.js';
import { Prisma } from '#platform/database/generated/client.js';
import { tableOf } from '#platform/database/json-rows.js';
import type { Database } from '#platform/database/database.js';
import type { TenantsId } from '#platform/database/row-loader.js';
import type { Account } from '../accounts/account.js';

/** Some rows of a table: a statement that selects all its columns, and the order of its rows. */
export interface Relation {
  readonly rows: Prisma.Sql;
  readonly order?: Prisma.Sql;
}

/** Reads the objects of a table, with the objects that their views embed. */
export interface Rows<M extends Prisma.ModelName, Loaded> {
  readonly model: M;
  /** In the order of the relation. */
  read(database: Database, relation: Relation): Promise<Loaded[]>;
  /** The row of the object itself. */
  rowOf(loaded: Loaded): TenantsId;
}

/** An account at a time of its clock, for which a view is rendered. */
export type ViewContext = Account & { readonly now: Date };

/** The answer of a route: an object that names its kind. */
export interface ObjectView {
  readonly object: string;
  readonly id: string;
}

/** Reads a column of listed objects that their rows do not have: a function from the id to its value. */
export type Fact = (
  database: Database,
  account: Account,
  found: readonly { readonly id: string; readonly at: string }[],
) => ((id: string) => unknown) | Promise<(id: string) => unknown>;

/** A condition in SQL, which may depend on the time. */
export type Condition = string | ((now: Date) => Prisma.Sql);

/** The list of a kind on the control API: SQL with columns of its table and of `joins`. */
export interface Listed {
  readonly joins?: string;
  /** True for the objects that are listed. Default: all are. */
  readonly only?: string;
  /** A condition for each status, of which at most one is true. */
  readonly statuses?: Readonly<Record<string, Condition>>;
  readonly columns: Readonly<Record<string, string>>;
  readonly facts?: Readonly<Record<string, Fact>>;
  /** The searched texts: expressions, separated by commas. */
  readonly text: string;
}

/** A kind of object of the API: data, for everything that reads objects of any kind. */
export interface Resource<M extends Prisma.ModelName, Loaded, View extends object> {
  readonly kind: IdentifiedObject;
  readonly rows: Rows<M, Loaded>;
  /** The views of some objects, in their order. */
  views(loaded: readonly Loaded[], context: ViewContext, database: Database): View[] | Promise<View[]>;
  /** False for an object that has no route any more. Its id is still expanded. Default: true. */
  isFound?(loaded: Loaded): boolean;
  readonly listed?: Listed;
  /** Fields with ids that `expand=true` replaces by objects of these kinds (docs/fidelity.md V16). */
  readonly expands?: { readonly [Field in keyof View]?: IdentifiedObject };
}

export type AnyResource = Resource<Prisma.ModelName, unknown, ObjectView>;

export function defineResource<M extends Prisma.ModelName, Loaded, View extends object>(
  resource: Resource<M, Loaded, View>,
): Resource<M, Loaded, View> {
  return resource;
}

/** The objects that fulfil the condition, of all tenants unless it says so. */
export function readWhere<M extends Prisma.ModelName, Loaded, View extends object>(
  { rows }: Resource<M, Loaded, View>,
  database: Database,
  where: Prisma.Sql,
): Promise<Loaded[]> {
  const table = Prisma.raw(tableOf(rows.model));
  return rows.read(database, { rows: Prisma.sql`SELECT * FROM ${table} WHERE ${where}` });
}

/** A condition for each of these values of a column. */
export function statusesIn<Value extends string>(
  column: string,
  values: readonly Value[],
): Readonly<Record<Value, string>> {
  const conditions = values.map((value) => [value, `${column} = '${value}'`] as const);
  return Object.fromEntries(conditions) as Record<Value, string>;
}

/** The views of objects that need nothing else. */
export function each<Loaded, View>(view: (loaded: Loaded, context: ViewContext) => View) {
  return (loaded: readonly Loaded[], context: ViewContext): View[] => loaded.map((one) => view(one, context));
}
