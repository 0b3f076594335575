import { RUN_LIMIT_MS, runProgram } from './run-program.js';

/** `npm run bench -- --short --filled=300`: that it measures everything and that every request is answered; the figures mean nothing. */
describe('a short benchmark', () => {
  it(
    'measures every row',
    async () => {
      const { code, output } = await runProgram('apps/bench/main.js', ['--short', '--filled=300']);
      for (const row of [
        'create a charge and its source',
        'retrieve a charge',
        'list 20 charges',
        'create a token',
        'charge a card',
        'mark_as_paid',
      ]) {
        expect(output.match(new RegExp(`^\\| ${row} .*\\d \\(\\d`, 'gm'))?.length).toBeGreaterThanOrEqual(3);
        expect(output).toMatch(new RegExp(`^\\| ${row} +\\| +5 \\| +1 \\| +\\d+\\.\\d\\d \\([^|]*\\| +\\d+\\.\\d\\d \\([^|]*\\|$`, 'm'));
      }
      expect(output).toMatch(/^\| PostgreSQL +\| +50 \| +\d.* \| +\d[^|]* \|$/m);
      expect(output).toMatch(/^\| PostgreSQL +\| +Tollgate: commit to receipt \| +\d/m);
      expect(output).toMatch(/^\| PostgreSQL +\| +the same with many charges \| +\d/m);
      expect(output).toMatch(/^\| PostgreSQL +\| +5 \| +1 \| +\d.* \| +\d[^|]* \|$/m);
      expect(output).toMatch(/^\| first start to ready, s \(no charges\) +\| +\d/m);
      expect(output).toMatch(/^\| later start to ready, s +\| +\d.* \| +\d[^|]* \|$/m);
      expect(output).toMatch(/^\| memory at rest, MB without PostgreSQL +\| +\d.* \| +\d[^|]* \|$/m);
      for (const row of ['create a charge and its source', 'retrieve a charge'])
        expect(output).toMatch(new RegExp(`^\\| ${row} +\\| +5 \\| +\\d.* \\| +\\d[^|]* \\| +\\d\\.\\d\\d .* \\|$`, 'm'));
      for (const done of ['made', 'reset']) expect(output).toMatch(new RegExp(`^\\| ${done} +(\\| +\\d+\\.\\d ){4}\\|$`, 'm'));
      expect(output).toMatch(/^\| 20 +\| +\d+\.\d\d \(/m);
      expect(output).toMatch(/^\| memory after 40 new charges from 20 clients, MB +\| +\d.* \| +\d[^|]* \|$/m);
      expect(output).toMatch(/^\| a filter that none fits +\| +\d.* \| +\d+\.\d \| +\d.* \| +\d.* \|$/m);
      expect(code).toBe(0);
    },
    RUN_LIMIT_MS,
  );
});
