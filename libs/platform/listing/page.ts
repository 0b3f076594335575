import { endOfSecond, type ListQuery } from '#domain/list.js';

/** Prisma's arguments for one page of a tenant's rows, by creation and then by id, so that equal times keep their order. */
export function pageOf(query: ListQuery): {
  created: { gte: Date; lt: Date };
  page: { orderBy: [{ createdAt: 'asc' | 'desc' }, { id: 'asc' | 'desc' }]; skip: number; take: number };
} {
  const direction = query.order === 'chronological' ? 'asc' : 'desc';
  return {
    created: { gte: query.from, lt: endOfSecond(query.to) },
    page: { orderBy: [{ createdAt: direction }, { id: direction }], skip: query.offset, take: query.limit },
  };
}

/**
 * The rows of a page, and how many there are in all. The two are read one after the other, so that a total never says less than its page
 * shows while others write (docs/fidelity.md L6); after a page that is not full nothing has to be counted.
 */
export async function readPage<Row>(
  { limit, offset }: ListQuery,
  find: () => Promise<Row[]>,
  count: () => Promise<number>,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await find();
  const seen = offset + rows.length;
  if (rows.length === 0 && offset > 0) return { rows, total: Math.min(await count(), offset) };
  return { rows, total: rows.length < limit ? seen : Math.max(await count(), seen) };
}
