/** Facts about a JSON text that decide what parsing it would cost. */
export interface JsonShape {
  /** Levels of objects and lists. */
  readonly depth: number;
  /** Number of objects, lists, and commas between their parts. */
  readonly parts: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Reads the shape of a text in UTF-8 without parsing it: three bytes of `{},` become an object of 56. */
export function jsonShapeOf(text: Uint8Array): JsonShape {
  let [level, depth, parts] = [0, 0, 0];
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) parts += 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      parts += 1;
      level += 1;
      depth = Math.max(depth, level);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) level -= 1;
  }
  return { depth, parts };
}
