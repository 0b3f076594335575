import { copyId, copyStatement } from './copies.js';
import type { StoredRow, Trace } from './stored.js';

const CHARGE = 'chrg_test_60charge00000000001';
const EVENT = 'evnt_test_60event000000000001';
const NUMBERS = 'SELECT 1 AS n, now() AS at';

function row(table: string, values: Readonly<Record<string, string | null>>): StoredRow {
  const typeOf = (name: string): string =>
    name.endsWith('_at') ? 'timestamp(3) with time zone' : name === 'version' ? 'integer' : 'text';
  return {
    table,
    columns: Object.entries(values).map(([name, value]) => ({ name, type: typeOf(name), value })),
  };
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
  const sql = copyStatement(created, NUMBERS);

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
});

describe('the id of a copy', () => {
  it('is as long as any id', () => expect(copyId(created, 12)).toBe('chrg_test_5aaaaaaaaaaaaabc000'));
});
