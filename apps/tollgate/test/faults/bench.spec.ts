import { RUN_LIMIT_MS, runProgram } from './run-program.js';

const REQUESTS = ['create a charge and its source', 'retrieve a charge', 'list 20 charges', '`mark_as_paid`', 'charge a card'];
const GROWTH = ['retrieve, new database', 'create 100 charges', 'list 20, right after 100 charges'];

/** `npm run bench -- --short` measures everything, and every request is answered; the figures mean nothing. */
describe('a short benchmark', () => {
  it(
    'measures every row',
    async () => {
      const { code, output } = await runProgram('apps/bench/main.js', [
        '--short',
        `--nodes=${process.execPath},${process.execPath}`,
        '--filled=300',
      ]);
      const rows = (title: string, cells: string): RegExp => new RegExp(`^\\| ${title} +(\\| +${cells} )\\|$`, 'gm');
      const [rate, latency, cost] = ['\\d+', '\\d+\\.\\d / \\d+\\.\\d', '(\\d+\\.\\d\\d \\+ )+\\d+\\.\\d\\d'].map(
        (cell) => `\\| +${cell} `,
      );
      const group = `${rate}${latency}${cost}`;
      for (const title of REQUESTS) {
        expect(output).toMatch(rows(title, `5 ${group}${group}`));
        expect(output).toMatch(rows(title, `5 ${group}`));
      }
      for (const title of GROWTH) expect(output).toMatch(rows(title, `\\d+ ${group}${group}`));
      expect(output.match(rows('Node \\d+\\.\\d+\\.\\d+', `5 ${rate}${cost}`))).toHaveLength(2);
      expect(output).toMatch(rows('one of each', `5 ${rate}${cost}`));
      for (const clients of ['1', '20'])
        expect(output).toMatch(rows(clients, '\\d+\\.\\d \\| +-?\\d+\\.\\d \\| +\\d+\\.\\d \\| +\\d+\\.\\d'));
      expect(
        output.match(/^- Node .*: ready after \d+\.\d s, \d+ MB at rest, \d+ MB after the load; request to webhook \d/gm),
      ).toHaveLength(2);
      for (const title of ['create a sandbox', 'reset a sandbox', 'advance over 20 expiries, each with a webhook', 'restore it'])
        expect(output).toMatch(rows(title, '\\d \\| +\\d+\\.\\d \\| +\\d+\\.\\d'));
      expect(output).toMatch(rows('a filter that none fits', '\\d+\\.\\d \\| +\\d+\\.\\d'));
      expect(code).toBe(0);
    },
    RUN_LIMIT_MS,
  );
});
