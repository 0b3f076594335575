import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from './generated/client.js';
import { statementNames } from './statement-names.js';

/** Reads rows of one server: Prisma's client, and past it the driver. */
export class Reader extends PrismaClient {
  private readonly nameOf: (text: string) => string;

  constructor(protected readonly pool: Pool) {
    const nameOf = statementNames();
    super({ adapter: new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: ({ sql }) => nameOf(sql) }) });
    this.nameOf = nameOf;
  }

  /** Ends its connections. Prisma ends those of a client that was asked something, and leaves others open until they are idle for long. */
  async close(): Promise<void> {
    await this.$disconnect();
    if (!this.pool.ending) await this.pool.end();
  }

  /**
   * The rows of a statement, straight from the driver, whose errors are its own: Prisma would write all values as JSON first, of which hot writes have
   * large ones, and takes three times as long to read what lists show. The driver and Prisma read text, `int4`, `boolean` and JSON alike, and other
   * types otherwise.
   */
  async query<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
    return (await this.pool.query<Row>({ name: this.nameOf(text), text, values })).rows;
  }

  /** A {@link query} that is planned for its own values each time, which takes a moment: with other values another plan may be better by far. */
  async queryPlannedAnew<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
    return (await this.pool.query<Row>({ text, values })).rows;
  }

  /**
   * The rows of a statement, in its order, as PostgreSQL writes them in JSON: as one text, which is made, sent and read in less time than
   * many rows of many columns. {@link jsonRows} says how a model's rows are read so.
   */
  async readJson<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
    const [all] = await this.query<{ rows: string }>(
      Prisma.sql`SELECT '[' || coalesce(string_agg(row_to_json(one)::text, ','), '') || ']' AS rows FROM (${statement}) one`,
    );
    return JSON.parse(all?.rows ?? '[]') as Row[];
  }
}
