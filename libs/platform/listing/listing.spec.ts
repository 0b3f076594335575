import type { ListQuery } from '#kernel/list.js';
import { readPage } from './listing.js';

const query = (limit: number, offset: number): ListQuery => ({
  from: new Date(0),
  to: new Date(1),
  limit,
  offset,
  order: 'chronological',
  now: new Date(1),
});

describe('readPage', () => {
  it.each([
    ['counts after a full page', 2, 0, 2, 5, 5],
    ['returns no total below the rows of a full page', 2, 4, 2, 3, 6],
    ['returns the end of a partial page as the total', 20, 4, 3, 99, 7],
    ['returns 0 for an empty list', 20, 0, 0, 99, 0],
    ['counts for a page beyond the end', 20, 9, 0, 7, 7],
    ['returns no total above the offset of an empty page', 20, 9, 0, 12, 9],
  ])('%s', async (_, limit, offset, found, counted, total) => {
    const rows = Array.from({ length: found }, (_row, index) => index);
    const page = await readPage(
      query(limit, offset),
      () => Promise.resolve(rows),
      () => Promise.resolve(counted),
    );
    expect(page).toEqual({ rows, total });
  });
});
