import type { Round } from '../round.js';

/** What pgbench does over and over: statements of which `:n`, when a range is given, is a random number of it. */
export interface DatabaseScript {
  readonly statements: readonly string[];
  readonly range?: readonly [first: number, last: number];
}

/** What came of it. */
export interface DatabaseResult {
  /** Runs of the whole script. */
  readonly perSecond: number;
  readonly problem: string | null;
}

/** How the database is loaded. */
export interface DatabaseLoad {
  readonly url: string;
  readonly connections: number;
  readonly round: Round;
}
