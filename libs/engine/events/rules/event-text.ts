/** The longest stored event that is printed. One of nested lists is printed about 15 times as long. */
export const MAX_PRINTED_LENGTH = 32 * 1024;

/**
 * The text of a stored event as webhooks send it: on many lines, indented by two spaces; a long event is sent
 * as stored. A receiver that signs JSON which it has written again gets another signature, as with the real
 * service (docs/fidelity.md W4).
 */
export function eventText(stored: string): string {
  return stored.length > MAX_PRINTED_LENGTH ? stored : JSON.stringify(JSON.parse(stored), null, 2);
}
