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
