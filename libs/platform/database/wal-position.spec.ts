import { doubtful, hasCaughtUp, positionOf, type Position } from './wal-position.js';

const at = (lsn: string, snapshot: string): Position => positionOf({ lsn, snapshot });

describe('a position', () => {
  it('is read as PostgreSQL writes it', () => {
    expect(at('18446744073709551615', '10:20:10,14')).toEqual({
      lsn: 18_446_744_073_709_551_615n,
      snapshot: { xmin: 10n, xmax: 20n, underWay: [10n, 14n] },
    });
    expect(at('0', '7:7:').snapshot.underWay).toEqual([]);
  });
});

describe('a replica', () => {
  it.each([
    ['shows all once it is where the primary was', '100', '10:20:', true, true],
    ['shows all beyond that', '101', '15:30:', true, true],
    ['lacks what it has not replayed', '99', '10:20:', false, false],
    ['lacks, in the order of commits, what comes after a transaction of whose end it has not heard', '100', '9:20:', true, false],
  ])('%s', (_, lsn, snapshot, ofAny, ofCommits) => {
    const caughtUp = (['any', 'commits'] as const).map((order) => hasCaughtUp(at(lsn, snapshot), at('100', '10:20:10,14'), order));
    expect(caughtUp).toEqual([ofAny, ofCommits]);
  });

  it.each([
    ['nothing where all is over on the primary', '10:15:', '15:20:17', []],
    ['nothing of what came later than it shows', '10:15:', '15:20:15,17', []],
    ['what is under way on the primary, of which the replica does not say whether it is over', '10:15:', '12:20:12,14,17', [12n, 14n]],
    ['transactions that the primary does not show yet', '10:21:', '12:20:12', undefined],
  ])('is uncertain about %s', (_, replica, primary, xids) => {
    expect(doubtful(at('1', replica).snapshot, at('1', primary).snapshot)).toEqual(xids);
  });
});
