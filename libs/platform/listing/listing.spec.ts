import type { ListQuery } from '#domain/list.js';
import { readPage } from './listing.js';

const query = (limit: number, offset: number): ListQuery => ({
  from: new Date(0),
  to: new Date(1),
  limit,
  offset,
  order: 'chronological',
  now: new Date(1),
});

describe('the total of a list', () => {
  it.each([
    ['is counted after a full page', 2, 0, 2, 5, 5],
    ['is never less than a full page shows', 2, 4, 2, 3, 6],
    ['is where a page that is not full ends', 20, 4, 3, 99, 7],
    ['is 0 when there is nothing', 20, 0, 0, 99, 0],
    ['is counted behind the end', 20, 9, 0, 7, 7],
    ['is never more than there was behind the end', 20, 9, 0, 12, 9],
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
