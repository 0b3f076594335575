/** Everything but letters, digits and the marks that belong to letters; ZWNJ and ZWJ are inside words. */
const EDGES = /[^\p{L}\p{N}\p{M}\u200c\u200d]+/u;

const HAS_LETTER = /[\p{L}\p{N}]/u;

/** The words of a query (docs/fidelity.md SE6). Marks alone, as of an emoji, are no word. The database splits what is stored in the same way: its function `search_text`. */
export function wordsOf(query: string): string[] {
  return [...new Set(query.split(EDGES))].filter((word) => HAS_LETTER.test(word));
}

/** The keys of the texts that have the word, in any letter case. */
export function keysWithWord(texts: Readonly<Record<string, string>>, word: string): string[] {
  const sought = word.toLowerCase();
  return Object.entries(texts)
    .filter(([, text]) => wordsOf(text.toLowerCase()).includes(sought))
    .map(([key]) => key);
}
