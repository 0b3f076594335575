/** The fields that results are ranked by. */
export interface Matched {
  readonly id: string;
  readonly metadata?: object;
}

/**
 * Sorted by how well they match: an order that is the text, ids that begin with it, other texts, and last ids
 * with the text within.
 */
export function ranked<One extends Matched>(text: string, found: readonly One[]): readonly One[] {
  return found.toSorted((one, other) => rankOf(text, one) - rankOf(text, other));
}

export const LAST_RANK = 3;

/** 0 is best, {@link LAST_RANK} worst. */
export function rankOf(text: string, { id, metadata }: Matched): number {
  const words = text.toLowerCase();
  if (Object.values(metadata ?? {}).some((value) => String(value).toLowerCase() === words)) return 0;
  if (id.startsWith(words) || id.slice(id.lastIndexOf('_') + 1).startsWith(words)) return 1;
  return id.includes(words) ? LAST_RANK : 2;
}
