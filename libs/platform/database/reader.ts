import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from './generated/client.js';
import { statementNames } from './statement-names.js';

/** Reads rows of one server through Prisma's client, or through the driver. */
export class Reader extends PrismaClient {
  private readonly nameOf: (text: string) => string;

  constructor(protected readonly pool: Pool) {
    const nameOf = statementNames();
    super({
      adapter: new PrismaPg(pool, {
        disposeExternalPool: true,
        statementNameGenerator: ({ sql }) => nameOf(sql),
      }),
    });
    this.nameOf = nameOf;
  }

  /** Closes the connections. Prisma closes only those of a client that has run a query. */
  async close(): Promise<void> {
    await this.$disconnect();
    if (!this.pool.ending) await this.pool.end();
  }

  /**
   * The rows of a statement, and the errors, of the driver: `int8` and `numeric` are text, times are `Date`,
   * JSON is parsed. Prisma would serialize all values as JSON first, and takes three times as long to read a
   * list.
   */
  async query<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
    return (await this.pool.query<Row>({ name: this.nameOf(text), text, values })).rows;
  }

  /** A {@link query} that PostgreSQL plans every time, because the best plan depends on the values. */
  async queryPlannedAnew<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
    return (await this.pool.query<Row>({ text, values })).rows;
  }

  /**
   * The rows of a statement, in its order, as PostgreSQL's JSON in one text. That is faster than many rows of
   * many columns. {@link jsonRows} reads a model's rows from it.
   */
  async readJson<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
    const [all] = await this.query<{ rows: string }>(
      Prisma.sql`SELECT '[' || coalesce(string_agg(row_to_json(one)::text, ','), '') || ']' AS rows FROM (${statement}) one`,
    );
    return JSON.parse(all?.rows ?? '[]') as Row[];
  }
}
