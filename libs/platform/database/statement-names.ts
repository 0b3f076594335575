/** How many statements each connection keeps prepared: more than Tollgate has that keep their text. */
const MAX_STATEMENTS = 500;
/** Lists of values, and of conditions: there is a text for every length of them. */
const LIST = /\bIN \(\$\d+,|\) OR \(/i;
/** What pg takes for no name. */
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
