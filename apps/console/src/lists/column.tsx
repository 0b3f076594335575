import type { ReactNode } from 'react';
import { mainUnits } from '../ui/amounts';
import { Money } from '../ui/money';
import { moneyText, type Sum } from '../ui/money-text';
import type { Place } from '../ui/place';
import { Time } from '../ui/time';
import { timeText } from '../ui/time-text';
import { IdCell } from './cells';

/** The place of a list, and its functions of a row. */
export interface At {
  readonly place: Place;
  /** Reads the order out of an object's metadata. */
  readonly orderOf: (metadata: object) => string;
  readonly now: () => Date;
}

export interface Column<Item> {
  readonly name: string;
  /** px in which the header and the cells fit. What is left of the table is shared in proportion. */
  readonly width: number | ((items: readonly Item[]) => number);
  /**
   * An optional column: it is hidden while all its texts are empty, and where the table is too narrow, 1
   * first.
   */
  readonly rank?: number;
  /** The position on the card of a phone: left and right in the first line, then in the second. */
  readonly card?: 1 | 2 | 3 | 4;
  /** Instead of the cell on the card of a phone. */
  readonly cardCell?: (item: Item) => ReactNode;
  /** Amounts and counts, which get no more than their width. */
  readonly isRight?: boolean;
  /** Cannot be hidden, as the first one cannot. */
  readonly isKept?: boolean;
  /** The header cell. Default: the name. */
  readonly head?: ReactNode;
  /** The cell as text, which CSV has. A column of controls has none. */
  readonly text?: (item: Item) => string;
  /**
   * The first column, or one that is kept, has a link with the class `row-link`, which covers the row.
   * Default: the text.
   */
  readonly cell?: (item: Item) => ReactNode;
}

type Look = Partial<Pick<Column<never>, 'rank' | 'card' | 'isKept' | 'isRight'>>;

/** px of a character of a text and of a code, and of the padding of a cell. */
const [CHARACTER, CODE_CHARACTER, PADDING] = [7.6, 8, 20];

/** A text, at most so many px wide. */
export function textColumn<Item>(
  name: string,
  most: number,
  textOf: (item: Item) => string | null | undefined,
  look: Look = {},
): Column<Item> {
  const text = (item: Item): string => textOf(item) ?? '';
  return { name, width: (items) => fitting(name, most, items, text, CHARACTER), text, ...look };
}

/** A code of the API, at most so many px wide. */
export function codeColumn<Item>(
  name: string,
  most: number,
  textOf: (item: Item) => string | null | undefined,
  look: Look = {},
): Column<Item> {
  return {
    ...textColumn(name, most, textOf, look),
    width: (items) => fitting(name, most, items, (item) => textOf(item) ?? '', CODE_CHARACTER),
    cell: (item) => textOf(item) && <code>{textOf(item)}</code>,
  };
}

function fitting<Item>(
  name: string,
  most: number,
  items: readonly Item[],
  text: (item: Item) => string,
  character: number,
): number {
  const longest = items.reduce((length, item) => Math.max(length, text(item).length), 0);
  return Math.ceil(Math.max(headWidth(name), Math.min(most, longest * character + PADDING)));
}

/** Names are bold. */
function headWidth(name: string): number {
  return name.length * CHARACTER * 1.2 + PADDING;
}

const MIN_AMOUNT_WIDTH = 112;
/** An amount, which CSV has as `1600.00 THB`. `cell` may give it a link or a sign. */
export function moneyColumn<Item>(
  name: string,
  sumOf: (item: NoInfer<Item>) => Sum | undefined,
  look: Look & Pick<Column<Item>, 'cell'> = {},
): Column<Item> {
  const longest = (items: readonly Item[]): number =>
    items.reduce((most, item) => {
      const sum = sumOf(item);
      return sum ? Math.max(most, moneyText(sum).length) : most;
    }, 0);
  return {
    name,
    width: (items) =>
      Math.ceil(Math.max(MIN_AMOUNT_WIDTH, headWidth(name), longest(items) * CHARACTER + PADDING)),
    isRight: true,
    text: (item) => {
      const sum = sumOf(item);
      return sum ? `${mainUnits(sum.amount, sum.currency)} ${sum.currency}` : '';
    },
    cell: (item) => {
      const sum = sumOf(item);
      return sum && <Money amount={sum.amount} currency={sum.currency} />;
    },
    ...look,
  };
}

const MIN_TIME_WIDTH = 88;

/** A moment, which CSV has in ISO 8601. The rows are in the order of it. */
export function timeColumn<Item>(
  name: string,
  { now }: Pick<At, 'now'>,
  atOf: (item: Item) => string,
  machineAtOf?: (item: Item) => string,
): Column<Item> {
  return {
    name,
    width: (items) => {
      const ends = [items[0], items.at(-1)].flatMap((item) => (item ? [item] : []));
      const lengths = ends.map((item) => timeText(new Date(atOf(item)), now()).length);
      return Math.max(MIN_TIME_WIDTH, Math.ceil(Math.max(0, ...lengths) * CHARACTER + PADDING));
    },
    card: 4,
    text: atOf,
    cell: (item) => <Time at={atOf(item)} machineAt={machineAtOf?.(item)} />,
  };
}

/** Fits `chrg_…agu2nta9` and the button that copies it. */
const ID_WIDTH = 152;

export function idColumn<Item extends { readonly id: string }>(): Column<Item> {
  return { name: 'ID', width: ID_WIDTH, rank: 1, text: ({ id }) => id, cell: ({ id }) => <IdCell id={id} /> };
}

/** The amount and currency of an object that may have none. */
export function sumOf({
  amount,
  currency,
}: {
  readonly amount: number | null;
  readonly currency: string | null;
}): Sum | undefined {
  return amount === null || !currency ? undefined : { amount, currency };
}

/** px of states side by side, by their labels. */
export function statusesWidth(labels: readonly string[]): number {
  return Math.ceil(labels.reduce((sum, { length }) => sum + length * 6.7 + 30, 8));
}
