import { copyId, copyIdExpression, copyStatement } from './copies.js';
import type { StoredRow, Trace } from './stored.js';

const CHARGE = 'chrg_test_60charge00000000001';
const EVENT = 'evnt_test_60event000000000001';
const NUMBERS = 'SELECT 1';

function row(table: string, values: Readonly<Record<string, string | null>>): StoredRow {
  const typeOf = (name: string): string => (name.endsWith('_at') ? 'timestamp(3) with time zone' : name === 'version' ? 'integer' : 'text');
  return { table, columns: Object.entries(values).map(([name, value]) => ({ name, type: typeOf(name), value })) };
}

const created: Trace = {
  id: CHARGE,
  rows: [
    row('charge', { id: CHARGE, version: '0', paid_at: null, created_at: '2026-01-01 10:00:00.25+00' }),
    row('event', {
      id: EVENT,
      body: `{"id":"${EVENT}","charge":"${CHARGE}","at":"2026-01-01T10:00:07Z"}`,
      created_at: '2026-01-01 10:00:00.25+00',
    }),
  ],
};

describe('a statement that writes copies', () => {
  const sql = copyStatement(created, NUMBERS, '5');

  it('gives every id a new one, the same wherever it stands', () => {
    expect(sql).not.toContain('60charge');
    expect(sql.match(/'chrg_test_5' \|\| number \|\| '000'/g)).toHaveLength(2);
    expect(sql.match(/'evnt_test_5' \|\| number \|\| '001'/g)).toHaveLength(2);
  });

  it('moves times along, those in bodies too', () => {
    expect(sql).toContain("(at + interval '250 milliseconds')");
    expect(sql).toContain("to_char((at + interval '7000 milliseconds') AT TIME ZONE 'UTC'");
  });

  it('leaves null what is null', () => expect(sql).toContain(', NULL, '));

  it('has no colon that pgbench could take for a variable', () => {
    expect(sql.replaceAll('::', '')).not.toContain(':');
  });
});

describe('a statement that changes what was there', () => {
  const settled: Trace = {
    id: CHARGE,
    rows: [
      row('charge', { id: CHARGE, version: '1', paid_at: '2026-01-01 10:00:01.25+00', created_at: '2026-01-01 10:00:00.25+00' }),
      ...created.rows.slice(1),
      row('event', { id: 'evnt_test_60event000000000002', body: CHARGE, created_at: '2026-01-01 10:00:01.25+00' }),
    ],
  };
  const sql = copyStatement(settled, NUMBERS, '4', created, 'the_target');

  it('updates what has changed, of the row that is named', () => {
    expect(sql).toContain(
      "UPDATE charge SET version = (E'1')::integer, paid_at = (at + interval '1250 milliseconds') FROM fresh WHERE charge.id = (the_target)::text",
    );
  });

  it('inserts only what is new', () => expect(sql.match(/INSERT INTO/g)).toHaveLength(1));

  it('names the row inside new ones', () =>
    expect(sql).toMatch(/SELECT \('evnt_test_4' \|\| number \|\| '001'\)::text, \(the_target\)::text/));
});

describe('the id of a copy', () => {
  it('is as long as any id, and the same in SQL', () => {
    expect(copyId(created, '5', 12)).toBe('chrg_test_5aaaaaaaaaaaaabc000');
    expect(copyIdExpression(created, '5', 'n')).toBe(
      "'chrg_test_5' || translate(lpad((n)::text, 15, '0'), '0123456789', 'abcdefghij') || '000'",
    );
  });
});
