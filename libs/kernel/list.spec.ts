import { ApiError } from './errors.js';
import { embeddedList, endOfSecond, listView, parseListQuery } from './list.js';

const NOW = new Date('2026-01-31T08:15:00.500Z');
const EPOCH = new Date(0);
const A_TIME = 'an ISO 8601 datetime such as 2026-01-31T00:00:00Z';

function refusalOf(params: Record<string, unknown>): string {
  try {
    parseListQuery(params, NOW);
  } catch (error) {
    if (error instanceof ApiError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing is wrong';
}

describe('the parameters of a list', () => {
  const defaults = { from: EPOCH, to: NOW, limit: 20, offset: 0, order: 'chronological', now: NOW };

  it('have defaults', () => {
    expect(parseListQuery({}, NOW)).toEqual(defaults);
  });

  it.each([[undefined], [null], ['']])('have defaults if sent as %p', (nothing) => {
    expect(
      parseListQuery({ from: nothing, to: nothing, limit: nothing, offset: nothing, order: nothing }, NOW),
    ).toEqual(defaults);
  });

  it('are parsed from a query string', () => {
    const params = {
      from: '2026-01-01',
      to: '2026-01-02T07:00:00+07:00',
      limit: '5',
      offset: '10',
      order: 'reverse_chronological',
    };
    expect(parseListQuery(params, NOW)).toEqual({
      from: new Date('2026-01-01T00:00:00Z'),
      to: new Date('2026-01-02T00:00:00Z'),
      limit: 5,
      offset: 10,
      order: 'reverse_chronological',
      now: NOW,
    });
  });

  it.each<[string, unknown, number]>([
    ['limit', 1, 1],
    ['limit', '100', 100],
    ['offset', 0, 0],
    ['offset', '9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('can have a %s of %p', (name, sent, value) => {
    expect(parseListQuery({ [name]: sent }, NOW)).toMatchObject({ [name]: value });
  });

  it.each([[0], ['0'], [101], ['101'], [-1], [1.5], ['1.5'], ['1e1'], [' 5'], ['all'], [true], [[5]], [{}]])(
    'reject a limit of %p',
    (limit) => {
      expect(refusalOf({ limit })).toBe('bad_request: limit must be a whole number from 1 to 100');
    },
  );

  it.each([[-1], ['1.5'], ['9007199254740992'], ['9'.repeat(17)], ['x'], [[1]]])(
    'reject an offset of %p',
    (offset) => {
      expect(refusalOf({ offset })).toBe('bad_request: offset must be a whole number, 0 or more');
    },
  );

  it.each([['newest'], ['random'], ['Chronological'], [1], [['chronological']]])(
    'reject an order of %p',
    (order) => {
      expect(refusalOf({ order })).toBe('bad_request: order must be chronological or reverse_chronological');
    },
  );

  it.each([['yesterday'], ['2026-02-30'], [1_700_000_000], [['2026-01-01']]])(
    'reject a time of %p',
    (time) => {
      expect(refusalOf({ from: time })).toBe(`bad_request: from must be ${A_TIME}`);
      expect(refusalOf({ to: time })).toBe(`bad_request: to must be ${A_TIME}`);
    },
  );

  it('are rejected with all problems in one sentence', () => {
    expect(refusalOf({ from: 'x', to: 'x', limit: 'x' })).toBe(
      `bad_request: from must be ${A_TIME}, to must be ${A_TIME}, and limit must be a whole number from 1 to 100`,
    );
  });
});

describe('a list', () => {
  it('is sent with these keys, in this order', () => {
    const query = {
      from: EPOCH,
      to: NOW,
      limit: 2,
      offset: 4,
      order: 'reverse_chronological',
      now: NOW,
    } as const;
    expect(JSON.stringify(listView(['a', 'b'], 7, '/charges', query))).toBe(
      '{"object":"list","data":["a","b"],"limit":2,"offset":4,"total":7,"location":"/charges","order":"reverse_chronological",' +
        '"from":"1970-01-01T00:00:00Z","to":"2026-01-31T08:15:00Z"}',
    );
  });

  it('is its first page inside another object', () => {
    const all = Array.from({ length: 25 }, (_, index) => index);
    expect(embeddedList(all, all.length, '/charges/chrg_test_0/refunds', NOW)).toEqual({
      object: 'list',
      data: all.slice(0, 20),
      limit: 20,
      offset: 0,
      total: 25,
      location: '/charges/chrg_test_0/refunds',
      order: 'chronological',
      from: '1970-01-01T00:00:00Z',
      to: '2026-01-31T08:15:00Z',
    });
  });
});

describe('endOfSecond', () => {
  it.each([
    ['2026-01-31T08:15:00.000Z', '2026-01-31T08:15:01.000Z'],
    ['2026-01-31T08:15:00.500Z', '2026-01-31T08:15:01.000Z'],
    ['2026-01-31T08:15:59.999Z', '2026-01-31T08:16:00.000Z'],
  ])('of %s is %s', (time, end) => {
    expect(endOfSecond(new Date(time)).toISOString()).toBe(end);
  });
});
