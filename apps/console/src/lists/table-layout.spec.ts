import type { Column } from './column';
import { layOut } from './table-layout';

interface Row {
  readonly amount: string;
  readonly order?: string;
  readonly reason?: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Select', width: 40 },
  { name: 'Amount', width: 110, isRight: true, text: ({ amount }) => amount },
  { name: 'Status', width: (items) => (items.length > 1 ? 200 : 100), text: () => 'Paid' },
  { name: 'Order', width: 100, rank: 2, text: ({ order = '' }) => order },
  { name: 'Reason', width: 150, rank: 1, text: ({ reason = '' }) => reason },
];
const FULL: Row = { amount: '1.00', order: '1042', reason: 'expired' };

const widths = (items: readonly Row[], room: number): readonly (readonly [string, number])[] =>
  layOut(COLUMNS, items, room).map(({ column: { name }, width }) => [name, Math.round(width)]);

describe('the layout of a table', () => {
  it('shares what is left among texts, in proportion to their widths', () => {
    expect(widths([FULL], 570)).toEqual([
      ['Select', 40],
      ['Amount', 110],
      ['Status', 120],
      ['Order', 120],
      ['Reason', 180],
    ]);
  });

  it('leaves out optional columns without a text, once there are rows', () => {
    expect(widths([{ amount: '1.00' }], 250).map(([name]) => name)).toEqual(['Select', 'Amount', 'Status']);
    expect(widths([], 500).map(([name]) => name)).toEqual(['Select', 'Amount', 'Status', 'Order', 'Reason']);
  });

  it('leaves out the lowest rank first, until the rest fits', () => {
    expect(widths([FULL], 499).map(([name]) => name)).toEqual(['Select', 'Amount', 'Status', 'Order']);
    expect(widths([FULL], 349).map(([name]) => name)).toEqual(['Select', 'Amount', 'Status']);
  });

  it('narrows what is never left out', () => {
    expect(widths([FULL, FULL], 175)).toEqual([
      ['Select', 20],
      ['Amount', 55],
      ['Status', 100],
    ]);
  });
});
