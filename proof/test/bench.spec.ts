import { RUN_LIMIT_MS, runProgram } from './run-program.js';

const REQUESTS = [
  'create a charge and its source',
  'retrieve a charge',
  'list 20 charges',
  '`mark_as_paid`',
  'charge a card',
];
const GROWTH = ['retrieve, new database', 'create 100 charges', 'list 20, right after 100 charges'];

/**
 * `npm run bench -- --short` measures everything, and every request is answered; the figures mean nothing.
 */
describe('a short benchmark', () => {
  it(
    'measures every row',
    async () => {
      const { code, output } = await runProgram('proof/bench/main.js', [
        '--short',
        `--nodes=${process.execPath},${process.execPath}`,
        '--filled=300',
      ]);
      const row = (...cells: string[]): RegExp => new RegExp(`^\\| ${cells.join(' +\\| +')} +\\|$`, 'gm');
      const [tenths, cost] = ['\\d+\\.\\d', '(\\d+\\.\\d\\d \\+ )+\\d+\\.\\d\\d'];
      const figures = ['\\d+', `${tenths} / ${tenths}`, cost];
      for (const title of REQUESTS) {
        expect(output).toMatch(row(title, '5', ...figures, ...figures));
        expect(output).toMatch(row(title, '5', ...figures));
      }
      for (const title of GROWTH) expect(output).toMatch(row(title, '\\d+', ...figures, ...figures));
      expect(output.match(row('Node \\d+\\.\\d+\\.\\d+', '5', '\\d+', cost))).toHaveLength(2);
      expect(output).toMatch(row('one of each', '5', '\\d+', cost));
      for (const clients of ['1', '20'])
        expect(output).toMatch(row(clients, tenths, `-?${tenths}`, tenths, tenths));
      expect(
        output.match(
          /^- Node .*: ready after \d+\.\d s, \d+ MB at rest, \d+ MB after the load; request to webhook \d/gm,
        ),
      ).toHaveLength(2);
      for (const title of [
        'create a sandbox',
        'reset a sandbox',
        'advance over 20 expiries, each with a webhook',
        'restore it',
      ])
        expect(output).toMatch(row(title, '\\d', tenths, tenths));
      expect(output).toMatch(row('a filter that none fits', tenths, tenths));
      expect(code).toBe(0);
    },
    RUN_LIMIT_MS,
  );
});
