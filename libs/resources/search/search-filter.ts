import { Prisma } from '#platform/database/generated/client.js';
import type { FilterKind, FilterValue } from './rules/search.rules.js';

/** A filter of a search: the condition on a row for a value. */
export interface Filter {
  readonly kind: FilterKind;
  readonly condition: (value: FilterValue) => Prisma.Sql;
}

/** A filter on a boolean expression that is never null. */
export function flag(expression: string): Filter {
  return {
    kind: 'flag',
    condition: (value) => (isTrue(value) ? sql(`(${expression})`) : sql(`NOT (${expression})`)),
  };
}

/** A filter on text, in the letter case of the column. */
export function text(expression: string, spelt: (text: string) => string = (as) => as): Filter {
  return {
    kind: 'text',
    condition: (value) => Prisma.sql`${sql(expression)} = ${value.kind === 'text' ? spelt(value.text) : ''}`,
  };
}

/** A filter on a whole text, in any letter case. `texts` has each text by the condition of its rows. */
export function message(texts: Readonly<Record<string, string>>): Filter {
  return {
    kind: 'text',
    condition: (value) => {
      const text = value.kind === 'text' ? value.text.trim().toLowerCase() : '';
      const found = Object.keys(texts).find((condition) => texts[condition] === text);
      return sql(`(${found ?? 'false'})`);
    },
  };
}

/** A filter on a whole number: a value, or an inclusive range. */
export function number(expression: string): Filter {
  return {
    kind: 'number',
    condition: (value) =>
      value.kind === 'number'
        ? Prisma.sql`${sql(expression)} BETWEEN ${value.from} AND ${value.to}`
        : Prisma.sql`false`,
  };
}

/** A filter on an amount in the smallest unit of the row's currency: a value, or a range in the main unit. */
export function amount(expression: string, currency = 'currency'): Filter {
  return {
    kind: 'amount',
    condition: (value) => {
      const ranges = value.kind === 'amount' ? value.ranges : [];
      if (ranges.length === 0) return Prisma.sql`false`;
      const conditions = ranges.map(
        // As text: JSON, the key of a cached total, lacks integers of that size.
        ({
          currencies,
          from,
          to,
        }) => Prisma.sql`(${sql(expression)} BETWEEN ${String(from)}::bigint AND ${String(to)}::bigint
          AND ${sql(currency)} IN (${Prisma.join(currencies)}))`,
      );
      return Prisma.sql`(${Prisma.join(conditions, ' OR ')})`;
    },
  };
}

/** A filter on a time: a day, or an inclusive range. */
export function time(expression: string): Filter {
  return {
    kind: 'time',
    condition: (value) =>
      value.kind === 'time'
        ? Prisma.sql`(${sql(expression)} >= ${value.from} AND ${sql(expression)} < ${value.before})`
        : Prisma.sql`false`,
  };
}

/** The same of the one row of another table that `join` names. */
export function within(table: string, join: string, filter: Filter): Filter {
  const found = sql(`SELECT FROM ${table} WHERE ${join}`);
  return {
    kind: filter.kind,
    condition: (value) => {
      // A missing row counts as false.
      const isNo = value.kind === 'flag' && !value.is;
      const condition = filter.condition(isNo ? { kind: 'flag', is: true } : value);
      return Prisma.sql`${isNo ? Prisma.sql`NOT ` : Prisma.empty}EXISTS (${found} AND ${condition})`;
    },
  };
}

function isTrue(value: FilterValue): boolean {
  return value.kind === 'flag' && value.is;
}

/** Names of columns and tables, never from a request. */
function sql(names: string): Prisma.Sql {
  return Prisma.raw(names);
}
