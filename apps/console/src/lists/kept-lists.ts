import type { Known } from './known-items';

/** A list as it was left: its rows, and how far it was scrolled, in px. */
interface KeptList {
  readonly known: Known<never>;
  readonly top: number;
}

const MOST_KEPT = 20;
const kept = new Map<string, KeptList>();

/** Keeps a list for the entry of the browser's history in which it is shown. */
export function keepList(entry: string, list: KeptList): void {
  const key = keyOf(entry, list.known.of);
  kept.delete(key);
  kept.set(key, list);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** The list with the key `of`, as that entry was left. */
export function keptList(entry: string, of: string): KeptList | undefined {
  return kept.get(keyOf(entry, of));
}

function keyOf(entry: string, of: string): string {
  return `${entry} ${of}`;
}
