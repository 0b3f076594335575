/** The most prepared statements of a connection: more than Tollgate's statements with constant text. */
const MAX_STATEMENTS = 500;
/** Lists of values or conditions: each length is another text. */
const LIST = /\bIN \(\$\d+,|\) OR \(/i;
/** pg does not prepare a statement with this name. */
const UNNAMED = '';

/**
 * Names statements by their text, so that a connection parses each once and plans it a few times. Statements
 * with varying text have no name.
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
