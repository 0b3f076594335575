/** The most prepared statements of a connection: more than Tollgate has with a fixed text. */
const MAX_STATEMENTS = 500;
/** Lists of values, and of conditions: there is a text for every length of them. */
const LIST = /\bIN \(\$\d+,|\) OR \(/i;
/** pg does not prepare a statement with this name. */
const UNNAMED = '';

/**
 * Names statements, so that a connection parses each of them once and plans it a few times only. Their values may differ, their text must
 * be the same. What comes in too many texts goes unnamed.
 */
export function statementNames(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MAX_STATEMENTS || LIST.test(text)) return UNNAMED;
    const name = `tollgate_${names.size}`;
    names.set(text, name);
    return name;
  };
}
