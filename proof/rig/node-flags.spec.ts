import { readFileSync } from 'node:fs';
import { NODE_FLAGS } from './node-flags.js';

describe('the flags of node', () => {
  it('match those of the containers', () =>
    expect(readFileSync('Dockerfile', 'utf8')).toContain(` NODE_OPTIONS=${NODE_FLAGS.join(' ')}\n`));
});
