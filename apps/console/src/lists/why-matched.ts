import { labelOf } from '../ui/words';

/** Characters of a value around the word. */
const AROUND = 24;

/**
 * The field of an object that has a searched word which its row does not show: `colour: teal-65001`;
 * `undefined` if the row shows all words.
 */
export function whyMatched(search: string, shown: string, object: object): string | undefined {
  const row = shown.toLowerCase().replaceAll(',', '');
  const word = search
    .toLowerCase()
    .split(/\s+/)
    .find((each) => !row.includes(each));
  if (word === undefined) return undefined;
  const [name, value] = textsOf(object).find(([, text]) => text.toLowerCase().includes(word)) ?? [];
  return name === undefined || value === undefined ? undefined : `${name}: ${cutAround(value, word)}`;
}

function textsOf(object: object): readonly (readonly [name: string, text: string])[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'metadata' && typeof value === 'object' && value !== null)
      return Object.entries(value).map(([key, each]) => [key, String(each)] as const);
    if (name === 'id') return [['ID', String(value)] as const];
    return typeof value === 'string' ? [[labelOf(name), value] as const] : [];
  });
}

function cutAround(value: string, word: string): string {
  const at = value.toLowerCase().indexOf(word);
  const [start, end] = [Math.max(0, at - AROUND), at + word.length + AROUND];
  return `${start > 0 ? '…' : ''}${value.slice(start, end)}${end < value.length ? '…' : ''}`;
}
