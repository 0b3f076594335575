import type { Column } from './column';
import { csvOf } from './csv';

interface Row {
  readonly order: string;
  readonly about: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Select', width: 40 },
  { name: 'Order', width: 96, text: ({ order }) => order },
  { name: 'About, in short', width: 96, text: ({ about }) => about, cell: () => 'shown' },
];

describe('rows as CSV', () => {
  it('have the names and texts of the columns, and none of controls', () => {
    const rows = [
      { order: '1042', about: '1600.00 THB' },
      { order: '', about: 'Tea, "hot"\nand cold' },
    ];
    expect(csvOf(COLUMNS, rows)).toBe(
      ['Order,"About, in short"', '1042,1600.00 THB', ',"Tea, ""hot""\nand cold"', ''].join('\r\n'),
    );
  });

  it('have the header alone without rows', () => {
    expect(csvOf(COLUMNS, [])).toBe('Order,"About, in short"\r\n');
  });
});
