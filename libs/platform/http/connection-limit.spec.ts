import { execFileSync } from 'node:child_process';
import { connectionsWithin, mostOpenFiles } from './connection-limit.js';

describe('connectionsWithin', () => {
  it.each([
    ['as many as are wanted where files are plenty', 1_048_576, 5_000, 5_000],
    ['as many as are wanted where nothing limits files', Infinity, 5_000, 5_000],
    ['a third of the files that nothing else needs', 4_096, 5_000, 1_198],
    ['at least one', 256, 5_000, 1],
  ])('gives each host %s', (_, openFiles, wanted, given) => {
    expect(connectionsWithin(openFiles, wanted)).toBe(given);
  });
});

describe('mostOpenFiles', () => {
  it('is what the system says', () => {
    // A shell that this process starts may have as many.
    const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
    expect(mostOpenFiles()).toBe(limit === 'unlimited' ? Infinity : Number(limit));
  });
});
