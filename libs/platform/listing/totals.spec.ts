import { jest } from '@jest/globals';
import type { ListQuery } from '#kernel/list.js';
import { Prisma } from '../database/generated/client.js';
import { Totals, type CountedRows } from './totals.js';

const TENANT = { accountId: 'a', livemode: false };
const NOW = new Date('2026-01-31T12:00:00Z');
const secondsAgo = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);

/** A list of rows with these creation times, and its counted spans. */
function listOf(times: readonly Date[]): { totals: Totals; rows: Date[]; counted: CountedRows[] } {
  const rows = [...times];
  const counted: CountedRows[] = [];
  const count = (where: CountedRows, most = Infinity): Promise<number> => {
    counted.push(where);
    const { gte, lt } = where.createdAt;
    return Promise.resolve(Math.min(most, rows.filter((time) => time >= gte && time < lt).length));
  };
  return { totals: new Totals(count, 5), rows, counted };
}

function query(overrides: Partial<ListQuery> = {}): ListQuery {
  return { from: new Date(0), to: NOW, now: NOW, limit: 20, offset: 0, order: 'chronological', ...overrides };
}

let elapsedMs: number;

beforeEach(() => {
  elapsedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => elapsedMs);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const LONG = [5_000, 4_000, 3_000, 2_000, 1_000, 30, 20].map(secondsAgo);

describe('the total of a long list', () => {
  it('counts a short list every time', async () => {
    const { totals, rows, counted } = listOf([secondsAgo(300)]);
    expect(await totals.of(TENANT, query())).toBe(1);
    rows.push(secondsAgo(200));
    expect(await totals.of(TENANT, query())).toBe(2);
    expect(counted).toHaveLength(2);
  });

  it('counts only the last minute from the second call on', async () => {
    const { totals, rows, counted } = listOf(LONG);
    expect(await totals.of(TENANT, query())).toBe(7);
    rows.push(secondsAgo(10));
    counted.length = 0;
    expect(await totals.of(TENANT, query())).toBe(8);
    expect(counted).toEqual([
      { ...TENANT, createdAt: { gte: secondsAgo(60), lt: new Date(NOW.getTime() + 1_000) } },
    ]);
  });

  it('adds rows that have become old, and counts all rows once a minute', async () => {
    const { totals, rows, counted } = listOf(LONG);
    const settledOf = async (seconds: number): Promise<{ gte: Date; lt: Date }[]> => {
      elapsedMs = seconds * 1_000;
      const now = new Date(NOW.getTime() + elapsedMs);
      rows.push(now);
      counted.length = 0;
      expect(await totals.of(TENANT, query({ now, to: now }))).toBe(rows.length);
      return counted
        .map(({ createdAt }) => createdAt)
        .filter(({ lt }) => lt.getTime() === now.getTime() - 60_000);
    };
    await settledOf(0);
    expect(await settledOf(4)).toEqual([]);
    expect(await settledOf(6)).toEqual([{ gte: secondsAgo(60), lt: secondsAgo(54) }]);
    expect(await settledOf(50)).toEqual([{ gte: secondsAgo(54), lt: secondsAgo(10) }]);
    expect(await settledOf(61)).toEqual([{ gte: new Date(0), lt: new Date(NOW.getTime() + 1_000) }]);
  });

  it('shares a count between concurrent callers', async () => {
    const { totals, counted } = listOf(LONG);
    await totals.of(TENANT, query());
    counted.length = 0;
    expect(await Promise.all([1, 2, 3, 4].map(() => totals.of(TENANT, query())))).toEqual([7, 7, 7, 7]);
    expect(counted).toHaveLength(2);
  });

  it('stays exact an hour later', async () => {
    const { totals, rows } = listOf(LONG);
    await totals.of(TENANT, query());
    const later = new Date(NOW.getTime() + 3_600_000);
    rows.push(NOW, later);
    expect(await totals.of(TENANT, query({ now: later, to: later }))).toBe(9);
  });

  it.each<[string, Partial<ListQuery>, number]>([
    ['ends in the past', { to: secondsAgo(2_500) }, 3],
    ['begins later', { from: secondsAgo(2_500) }, 4],
    ['ends in the future of a clock that was set back', { to: NOW, now: secondsAgo(3_500) }, 7],
    ['is read by a clock that was set back', { to: secondsAgo(3_500), now: secondsAgo(3_500) }, 2],
  ])('counts all rows of a list that %s', async (_, overrides, total) => {
    const { totals } = listOf(LONG);
    await totals.of(TENANT, query());
    expect(await totals.of(TENANT, query(overrides))).toBe(total);
  });

  it('excludes rows before a start within the last minute', async () => {
    const { totals } = listOf([50, 45, 40, 35, 30, 25, 20, 15].map(secondsAgo));
    for (const time of [1, 2])
      expect([time, await totals.of(TENANT, query({ from: secondsAgo(42) }))]).toEqual([time, 6]);
  });

  it('counts a list that ends in the past once', async () => {
    const { totals, counted } = listOf(LONG);
    await totals.of(TENANT, query());
    counted.length = 0;
    await totals.of(TENANT, query({ to: secondsAgo(2_500) }));
    expect(counted).toHaveLength(1);
  });

  it('never returns the total of another account or mode', async () => {
    const { totals, counted } = listOf(LONG);
    await totals.of(TENANT, query());
    counted.length = 0;
    await totals.of({ ...TENANT, livemode: true }, query());
    await totals.of({ ...TENANT, accountId: 'b' }, query());
    expect(new Set(counted.map(({ accountId, livemode }) => `${accountId} ${livemode}`))).toEqual(
      new Set(['a true', 'b false']),
    );
  });

  it('caches a total for each condition and its values', async () => {
    const conditions: (Prisma.Sql | undefined)[] = [];
    const totals = new Totals((_, most = Infinity, also?: Prisma.Sql) => {
      conditions.push(also);
      return Promise.resolve(Math.min(most, Number(also?.values[0] ?? 100)));
    }, 5);
    const few = Prisma.sql`amount = ${3}`;
    const [many, more] = [Prisma.sql`amount = ${40}`, Prisma.sql`amount = ${50}`];
    for (const [also, total] of [
      [undefined, 200],
      [few, 3],
      [many, 80],
      [more, 100],
    ] as const)
      expect(await totals.of(TENANT, query(), also)).toBe(total);
    conditions.length = 0;
    expect(await totals.of(TENANT, query(), many)).toBe(80);
    expect(conditions).toEqual([many]);
  });

  it('counts older rows once for concurrent first callers', async () => {
    const { totals, counted } = listOf(LONG);
    expect(await Promise.all([1, 2, 3].map(() => totals.of(TENANT, query())))).toEqual([7, 7, 7]);
    expect(
      counted.filter(({ createdAt }) => createdAt.lt.getTime() === secondsAgo(60).getTime()),
    ).toHaveLength(1);
  });
});
