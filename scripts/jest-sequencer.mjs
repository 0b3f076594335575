// Starts the slowest spec files first, in a fresh clone too, so that none of them runs alone at the end.
import { basename } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The slowest first: files of 8 s and more, as `npm run test:all` prints them at its end. */
const SLOW = [];

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = new Map(SLOW.map((name, index) => [name, index]));
    const rankOf = ({ path }) => rank.get(basename(path)) ?? SLOW.length;
    return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
