import type { BenchOptions } from '../options.js';
import { copyIdExpression, copyStatement, paddedNumber } from '../rows/copies.js';
import type { RequestRow } from '../requests.js';
import type { Fixture } from '../fixture.js';
import type { DatabaseScript } from './script.js';

/** As many charges and tokens are there for pgbench to change, over and over. */
const CHANGED = 5_000;
const SHORT_CHANGED = 20;
const SEQUENCE = 'bench_number';
const NUMBERS = `SELECT ${paddedNumber(`nextval('${SEQUENCE}')`)} AS number, date_trunc('second', now()) AS at`;

/** What the database has to do at least for each request: read the same rows, or write the same rows in one statement. */
export async function scriptsOf(fixture: Fixture, { isShort }: Pick<BenchOptions, 'isShort'>): Promise<Record<RequestRow, DatabaseScript>> {
  const { deployment, recorded, supply } = fixture;
  await deployment.postgres.query(deployment.database, `CREATE SEQUENCE ${SEQUENCE}`);
  const changed = async (trace: typeof recorded.created): Promise<[number, number]> => {
    const count = isShort ? SHORT_CHANGED : CHANGED;
    const first = await supply.make(trace, count);
    return [first, first + count - 1];
  };
  return {
    create: { statements: [copyStatement(recorded.created, NUMBERS, '4')] },
    retrieve: retrieve(fixture),
    list: list(fixture),
    token: { statements: [copyStatement(recorded.token, NUMBERS, '4')] },
    card: {
      statements: [copyStatement(recorded.charged, NUMBERS, '4', recorded.token, copyIdExpression(recorded.token, '5', ':n'))],
      range: await changed(recorded.token),
    },
    settle: {
      statements: [copyStatement(recorded.settled, NUMBERS, '4', recorded.created, copyIdExpression(recorded.created, '5', ':n'))],
      range: await changed(recorded.created),
    },
  };
}

const PARTS = 'LEFT JOIN source ON source.id = charge.source_id LEFT JOIN card ON card.id = charge.card_id';

function retrieve({ model, reader, count }: Fixture): DatabaseScript {
  const id = copyIdExpression(model, '5', ':n');
  return {
    statements: [`SELECT * FROM charge ${PARTS} WHERE charge.id = ${id} AND charge.account_id = '${reader.id}' AND NOT charge.livemode`],
    range: [1, count],
  };
}

function list({ reader }: Fixture): DatabaseScript {
  const mine = `account_id = '${reader.id}' AND NOT livemode AND created_at >= 'epoch' AND created_at < now() + interval '1 second'`;
  return {
    statements: [
      `SELECT * FROM (SELECT * FROM charge WHERE ${mine} ORDER BY created_at DESC, id DESC LIMIT 20) charge ${PARTS}
       ORDER BY charge.created_at DESC, charge.id DESC`,
      `SELECT count(*) FROM charge WHERE ${mine}`,
    ],
  };
}
