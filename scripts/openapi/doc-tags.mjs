// What a doc comment says: its text, and the tags that the document of the API heeds.
//
//   @example <JSON>        a value as it may be
//   @schema <JSON>         the JSON Schema of what TypeScript cannot say
//   @required              of a parameter: rules refuse a request without it
//   @expands <View>        the id becomes this object where `expand=true` asks for it
//   @anyOf <View> <View>   the kinds of object that it can be
//   @throws <code>, <code> errors of a route besides those that every route has
//   @query <name> [<JSON>] <text> a query of a route that is no list, and how it is other than an optional text
//   @answers <status> [<media type> ...] what a route answers that is no JSON
//   @host vault|pay|control|any where the routes of a controller are, if not at the API
import ts from 'typescript';

/**
 * The text before the tags, as one line.
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 */
export function textOf(symbol, checker) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text
    .replaceAll(/\s*\(docs\/[^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * The contents of every tag with this name.
 * @param {ts.Symbol} symbol
 * @param {string} name
 */
export function tagsOf(symbol, name) {
  return symbol
    .getJsDocTags()
    .filter((tag) => tag.name === name)
    .map((tag) => ts.displayPartsToString(tag.text).trim());
}

/**
 * The value of a tag that holds JSON; undefined when there is no such tag. Throws where it holds something else.
 * @param {ts.Symbol} symbol
 * @param {string} name
 * @returns {unknown}
 */
export function jsonTagOf(symbol, name) {
  const [text] = tagsOf(symbol, name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`@${name} of ${symbol.name} is not JSON: ${text}`);
  }
}
