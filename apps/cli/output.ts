import { withoutControls } from '#kernel/without-controls.js';
import { mayColour } from './environment.js';
import { ProgressLine } from './progress-line.js';

const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2, bold: 1 };
// oxlint-disable-next-line no-control-regex -- these are the ones
const ALLOWED_CONTROLS = /[\u007f-\u009f]/g;
/** The progress of a command on stderr, below what {@link say} prints. */
export const progress = new ProgressLine(process.stderr);
export type Colour = keyof typeof CODES;
export type Paint = (colour: Colour, text: string) => string;

/** Colours text for a terminal. */
export function painter(stream: { readonly isTTY?: boolean }): Paint {
  return mayColour(stream)
    ? (colour, text) => `\u001b[${CODES[colour]}m${text}\u001b[0m`
    : (_colour, text) => text;
}

/** Prints a message to stderr; results go to {@link print}. */
export function say(text: string): void {
  sayPainted(withoutControls(text));
}

/** Prints a line with colours, whose foreign texts are without control characters. */
export function sayPainted(line: string): void {
  progress.print(`${line}\n`);
}

/** Prints JSON. It escapes the control characters that JSON allows. */
export function printJson(value: unknown, indent?: number): void {
  print(JSON.stringify(value, null, indent).replaceAll(ALLOWED_CONTROLS, escaped));
}

export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** An object as text: a line for each value, indented in its parent. Null is omitted. */
export function toText(value: unknown, indent = ''): string {
  if (Array.isArray(value))
    return value.map((item) => `${indent}- ${toText(item, `${indent}  `).trimStart()}`).join('');
  if (typeof value !== 'object' || value === null) return `${indent}${withoutControls(String(value))}\n`;
  const lines = Object.entries(value).map(([name, part]) => {
    if (part === null || (Array.isArray(part) && part.length === 0)) return '';
    return typeof part === 'object'
      ? `${indent}${name}:\n${toText(part, `${indent}  `)}`
      : `${indent}${name}: ${withoutControls(String(part))}\n`;
  });
  return lines.join('') || `${indent}{}\n`;
}

function escaped(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}
