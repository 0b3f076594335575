import { doubtful, hasCaughtUp, positionOf, type Position } from './wal-position.js';

const at = (lsn: string, snapshot: string): Position => positionOf({ lsn, snapshot });

describe('a position', () => {
  it('is parsed from the text of PostgreSQL', () => {
    expect(at('18446744073709551615', '10:20:10,14')).toEqual({
      lsn: 18_446_744_073_709_551_615n,
      snapshot: { xmin: 10n, xmax: 20n, underWay: [10n, 14n] },
    });
    expect(at('0', '7:7:').snapshot.underWay).toEqual([]);
  });
});

describe('a replica', () => {
  it.each([
    ['has caught up at the position of the primary', '100', '10:20:', true, true],
    ['has caught up beyond that position', '101', '15:30:', true, true],
    ['has not caught up before it has replayed the position', '99', '10:20:', false, false],
    [
      'has not caught up for lists in commit order while it considers a transaction open',
      '100',
      '9:20:',
      true,
      false,
    ],
  ])('%s', (_, lsn, snapshot, ofAny, ofCommits) => {
    const caughtUp = (['any', 'commits'] as const).map((order) =>
      hasCaughtUp(at(lsn, snapshot), at('100', '10:20:10,14'), order),
    );
    expect(caughtUp).toEqual([ofAny, ofCommits]);
  });

  it.each([
    ['no transaction if all have ended on the primary', '10:15:', '15:20:17', []],
    ['no transaction after its snapshot', '10:15:', '15:20:15,17', []],
    [
      'transactions that are open on the primary and may have ended on the replica',
      '10:15:',
      '12:20:12,14,17',
      [12n, 14n],
    ],
    ['transactions that the primary does not show yet', '10:21:', '12:20:12', undefined],
  ])('is uncertain about %s', (_, replica, primary, xids) => {
    expect(doubtful(at('1', replica).snapshot, at('1', primary).snapshot)).toEqual(xids);
  });
});
