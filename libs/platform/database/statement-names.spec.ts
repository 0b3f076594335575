import { statementNames } from './statement-names.js';

describe('statementNames', () => {
  it('returns one name for each text', () => {
    const nameOf = statementNames();
    const [first, second] = [nameOf('SELECT 1'), nameOf('SELECT 2')];
    expect(first).toMatch(/^tollgate_\d+$/);
    expect(second).not.toBe(first);
    expect(nameOf('SELECT 1')).toBe(first);
  });

  it.each(['SELECT 1 WHERE id IN ($1,$2)', 'SELECT 1 WHERE ((a = $1 AND b = $2) OR (a = $3 AND b = $4))'])(
    'is absent for a statement whose text depends on the number of values: %s',
    (text) => {
      expect(statementNames()(text)).toBe('');
    },
  );

  it('names a statement with a single value', () => {
    expect(statementNames()('SELECT 1 WHERE id IN ($1)')).not.toBe('');
  });

  it('names no statement beyond the limit', () => {
    const nameOf = statementNames();
    const names = Array.from({ length: 600 }, (_, index) => nameOf(`SELECT ${index}`));
    expect(names.filter((name) => name !== '')).toHaveLength(500);
    expect(nameOf('SELECT 0')).toBe('tollgate_0');
  });
});
