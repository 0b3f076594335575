/** Shorter names are one edit away from too many others, such as HOST from PORT. */
const MIN_LENGTH = 5;
/** Names of this length may differ in two characters. */
const LONG = 10;

/**
 * The one of `names` that `name` misspells: one edit away, or two if it is long. An edit inserts, deletes or
 * replaces a character, or swaps two neighbours. Upper and lower case are equal.
 */
export function closestName(name: string, names: readonly string[]): string | undefined {
  if (name.length < MIN_LENGTH) return undefined;
  const limit = name.length < LONG ? 1 : 2;
  const near = names
    .filter((other) => Math.abs(other.length - name.length) <= limit)
    .map((other) => ({ other, edits: editsBetween(name.toUpperCase(), other) }))
    .filter(({ edits }) => edits <= limit);
  return near.sort((one, two) => one.edits - two.edits)[0]?.other;
}

/** The optimal string alignment distance. */
function editsBetween(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        ...(isSwap ? [at(before, column - 2) + 1] : []),
      );
    }
    [before, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
