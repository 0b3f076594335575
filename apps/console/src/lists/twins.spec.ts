import { keptPayments, twinsTimes } from './twins';

const charge = (id: string, second: number, status = 'successful', refunded = 0) => ({
  id,
  at: new Date(2026, 10, 29, 22, 34, second).toISOString(),
  status,
  amount: 129_000,
  refunded_amount: refunded,
});
const now = new Date(2026, 10, 29, 23);

describe('payments of one order', () => {
  it('count if they are successful and not given back, the earliest first', () => {
    const charges = [
      charge('c', 13, 'successful', 129_000),
      charge('b', 11, 'successful', 1_000),
      charge('x', 10, 'failed'),
      charge('a', 9),
    ];
    expect(keptPayments(charges).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('have up to four of their times as names', () => {
    const twins = [1, 2, 3, 4, 5, 6].map((second) => charge(String(second), second));
    expect(twinsTimes(twins.slice(0, 2), now)).toBe('22:34:01 and 22:34:02');
    expect(twinsTimes(twins.slice(0, 2), new Date(2026, 10, 30))).toBe(
      '29 Nov, 22:34:01.000 and 29 Nov, 22:34:02.000',
    );
    expect(twinsTimes(twins, now)).toBe('22:34:01, 22:34:02, 22:34:03, 22:34:04 and 2 more');
  });
});
