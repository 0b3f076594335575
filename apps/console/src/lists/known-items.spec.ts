import { extended, merged, MOST, updated, type Known, type ListPage } from './known-items';

const LIST = { of: 'payments failed', base: 'payments' };

/** Oldest first, as the control API has it. */
function page(ids: string, previous: string | null): ListPage<{ readonly id: string }> {
  return { data: [...ids].map((id) => ({ id })), previous };
}

function known(ids: string, previous: string | null = 'older'): Known<{ readonly id: string }> {
  return { ...LIST, items: [...ids].map((id) => ({ id })), previous, isFull: false, emptyPages: 0 };
}

const idsOf = ({ items }: Known<{ readonly id: string }>): string => items.map(({ id }) => id).join('');

describe('the known part of a list', () => {
  it.each([
    ['adds new items in front', 'edcba', 'defg', 'gfedcba'],
    ['drops items of the latest page that no longer match', 'fedcba', 'cdf', 'fdcba'],
    ['moves a changed item to the front', 'fedcba', 'defb', 'bfedca'],
    ['begins again when the oldest item of the latest page is new', 'cba', 'xyz', 'zyx'],
  ])('%s', (_, before, head, after) => {
    expect(idsOf(merged(LIST, known(before), page(head, 'cursor')))).toBe(after);
  });

  it('is the latest page if nothing is older', () => {
    expect(idsOf(merged(LIST, known('edcba', null), page('ace', null)))).toBe('eca');
  });

  it('begins again with another filter', () => {
    const other = { ...LIST, of: 'payments pending' };
    expect(merged(other, known('cba'), page('bc', 'cursor'))).toEqual({ ...known('cb', 'cursor'), ...other });
  });

  it('adds nothing while it is held, and drops what no longer matches', () => {
    expect(idsOf(updated(known('fedcba'), page('cdfgh', 'cursor')))).toBe('fdcba');
  });

  it('has older items below, up to its limit', () => {
    expect(idsOf(extended(known('fed'), page('abc', 'cursor')))).toBe('fedcba');
    const twice = extended(extended(known('fed'), page('', 'cursor')), page('', 'older'));
    expect([twice.emptyPages, extended(twice, page('a', null)).emptyPages]).toEqual([2, 0]);
    const many = Array.from({ length: MOST }, (_, index) => ({ id: `${index}` }));
    const full = extended({ ...known(''), items: many.slice(0, -1) }, page('abc', 'cursor'));
    expect([full.items.length, full.previous, full.isFull]).toEqual([MOST, null, true]);
    expect(
      merged(LIST, { ...full, items: many }, { data: [{ id: '0' }, { id: 'new' }], previous: 'cursor' })
        .items,
    ).toHaveLength(MOST);
  });
});
