// Parses doc comments: the text, and the tags that the OpenAPI document uses.
//
//   @example <JSON>        an example value
//   @schema <JSON>         additions to the JSON Schema that TypeScript cannot express
//   @required              a parameter without which rules reject a request
//   @later                 a field that events of earlier releases lack
//   @columns               an interface of fields of which each object has some
//   @expands <View>        the object that replaces the id with `expand=true`
//   @anyOf <View> <View>   the possible kinds of object
//   @throws <code>, <code> errors of a route beyond those of every route
//   @query <name> [<JSON>] <text> a query parameter of a route that is not a list; the JSON differs from an
// optional text
//   @answers <status> [<media type> ...] a response that is not JSON
//   @host vault|pay|control|any the host of a controller's routes, if not the API
//   @tag <words>           the heading of a controller's routes, if its name has other words
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
    .map((tag) =>
      ts
        .displayPartsToString(tag.text)
        .trim()
        .replaceAll(/\s*\n\s*/g, ' '),
    );
}

/**
 * The value of a tag that holds JSON; undefined when there is no such tag. Throws where it holds something
 * else.
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
