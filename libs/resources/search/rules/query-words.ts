/** Everything but letters, digits and the marks that belong to letters; ZWNJ and ZWJ are inside words. */
const EDGES = /[^\p{L}\p{N}\p{M}\u200c\u200d]+/u;

const HAS_LETTER = /[\p{L}\p{N}]/u;

/**
 * The words of a query (docs/fidelity.md SE6). Marks such as emoji are not words. The database function
 * `search_text` splits stored texts in the same way.
 */
export function wordsOf(query: string): string[] {
  return [...new Set(query.split(EDGES))].filter((word) => HAS_LETTER.test(word));
}

/** The keys of the texts that have the word, in any letter case. */
export function keysWithWord(texts: Readonly<Record<string, string>>, word: string): string[] {
  const sought = withoutCase(word);
  return Object.entries(texts)
    .filter(([, text]) => wordsOf(withoutCase(text)).includes(sought))
    .map(([key]) => key);
}

/**
 * A text in which the cases of a letter are one, if the other case is a single letter (docs/fidelity.md SE6).
 * The function `search_text` does the same.
 */
export function withoutCase(text: string): string {
  // The small form of Turkish İ has a separate dot.
  return Array.from(text.replaceAll('İ', 'I'), (letter) => {
    const capital = letter.toUpperCase();
    return (Array.from(capital).length === 1 ? capital : letter).toLowerCase();
  }).join('');
}
