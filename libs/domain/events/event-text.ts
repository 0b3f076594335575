/**
 * The JSON of an event as webhooks send it: on many lines, indented by two spaces. A receiver that signs JSON
 * which it has written again gets another signature, as with the real service (docs/fidelity.md W4).
 */
export function eventText(event: unknown): string {
  return JSON.stringify(event, null, 2);
}

/** A line break in JSON text, with the indentation and, if a field follows, its name. */
const LINE = /\n *(?:("(?:[^"\\]|\\.)*":) )?/g;

/**
 * The text of {@link eventText} as compact JSON, without parsing it. A text that is compact is returned
 * unchanged: earlier releases stored events so.
 */
export function compactText(text: string): string {
  return text.replaceAll(LINE, '$1');
}
