import type { Column } from './column';

interface Sized<Item> {
  readonly column: Column<Item>;
  /** px */
  readonly width: number;
}

/**
 * The columns of a table that is `room` px wide, with their widths. Optional columns without a text in any
 * row are left out, and further ones until the rest fits.
 */
export function layOut<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
  room: number,
): readonly Sized<Item>[] {
  const isEmpty = ({ text }: Column<Item>): boolean =>
    items.length > 0 && text !== undefined && items.every((item) => text(item) === '');
  const sized = columns
    .filter((column, index) => index === 0 || column.rank === undefined || !isEmpty(column))
    .map((column) => ({
      column,
      width: typeof column.width === 'number' ? column.width : column.width(items),
    }));
  const dropped = sized
    .filter(({ column }, index) => index > 0 && column.rank !== undefined)
    .toSorted((a, b) => (a.column.rank ?? 0) - (b.column.rank ?? 0));
  let shown = sized;
  for (const each of dropped) {
    if (sum(shown) <= room) break;
    shown = shown.filter((one) => one !== each);
  }
  return spread(shown, room);
}

/** Shares what is left among the columns of texts, in proportion to their widths; takes what is missing from all. */
function spread<Item>(shown: readonly Sized<Item>[], room: number): readonly Sized<Item>[] {
  const left = room - sum(shown);
  const growing =
    left < 0
      ? shown
      : shown.filter(({ column: { isRight, text } }) => isRight !== true && text !== undefined);
  const whole = sum(growing);
  return shown.map((one) =>
    growing.includes(one) ? { ...one, width: one.width + (left * one.width) / whole } : one,
  );
}

function sum<Item>(columns: readonly Sized<Item>[]): number {
  return columns.reduce((all, { width }) => all + width, 0);
}
