import { statementNames } from './statement-names.js';

const URL = 'postgresql://tollgate:secret@127.0.0.1:5432/tollgate';

describe('the name of a statement', () => {
  it.each([undefined, URL, `${URL}?pgbouncer=false`])('is the same for the same text, and another for another, with %s', (url) => {
    const nameOf = statementNames(url);
    const [first, second] = [nameOf('SELECT 1'), nameOf('SELECT 2')];
    expect(first).toMatch(/^tollgate_\d+$/);
    expect(second).not.toBe(first);
    expect(nameOf('SELECT 1')).toBe(first);
  });

  it('is none behind a pooler that may go on with another connection', () => {
    expect(statementNames(`${URL}?sslmode=disable&pgbouncer=true`)('SELECT 1')).toBe('');
  });

  it('is none for one whose text depends on how many values it has', () => {
    const nameOf = statementNames(URL);
    expect(nameOf('SELECT 1 WHERE id IN ($1,$2)')).toBe('');
    expect(nameOf('SELECT 1 WHERE id IN ($1)')).not.toBe('');
  });

  it('is none once there are too many to keep', () => {
    const nameOf = statementNames(URL);
    const names = Array.from({ length: 600 }, (_, index) => nameOf(`SELECT ${index}`));
    expect(names.filter((name) => name !== '')).toHaveLength(500);
    expect(nameOf('SELECT 0')).toBe('tollgate_0');
  });
});
