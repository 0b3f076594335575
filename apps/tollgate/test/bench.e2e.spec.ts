import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { jest } from '@jest/globals';

/** A busy machine may take long for all the processes. */
jest.setTimeout(400_000);

/** `npm run bench -- --short --filled=300`: that it measures everything and that every request is answered; the figures mean nothing. */
describe('a short benchmark', () => {
  it('measures every row', async () => {
    const args = ['--short', '--filled=300'];
    const program = spawn(process.execPath, [resolve('dist/apps/bench/main.js'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(program, 'close')) as [number | null];
    process.stdout.write(output);
    for (const row of [
      'create a charge and its source',
      'retrieve a charge',
      'list 20 charges',
      'create a token',
      'charge a card',
      'mark_as_paid',
    ]) {
      expect(output.match(new RegExp(`^\\| ${row} .*\\d \\(\\d`, 'gm'))).toHaveLength(2);
    }
    expect(output).toMatch(/^\| PostgreSQL +\| +100 \| +\d.* \| +\d[^|]* \|$/m);
    expect(output).toMatch(/^\| PostgreSQL +\| +Tollgate: commit to receipt \| +\d/m);
    expect(output).toMatch(/^\| PostgreSQL +\| +the same with many charges \| +\d/m);
    expect(output).toMatch(/^\| PostgreSQL +\| +20 \| +1 \| +\d.* \| +\d[^|]* \|$/m);
    expect(output).toMatch(/^\| memory at rest, MB without PostgreSQL +\| +\d.* \| +\d[^|]* \|$/m);
    expect(code).toBe(0);
  });
});
