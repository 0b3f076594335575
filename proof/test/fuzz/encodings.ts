import type { JsonValue } from '../../../libs/kernel/metadata.js';
import type { Field, JsonText } from './values.js';

/** Deepest nesting written with brackets; deeper values are omitted. */
const MAX_DEPTH = 40;

/** The fields as a JSON object: a name may come twice, and a value need not be JSON. */
export function jsonOf(fields: readonly Field[]): Buffer {
  return Buffer.from(`{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);
}

/** The fields as a form with brackets. */
export function formOf(fields: readonly Field[]): Buffer {
  return Buffer.from(queryOf(fields));
}

export function queryOf(fields: readonly Field[]): string {
  return fields.flatMap(([name, value]) => pairsOf(encoded(name), parsed(value), 0)).join('&');
}

function pairsOf(name: string, value: JsonValue, depth: number): string[] {
  if (value === null) return [`${name}=`];
  if (typeof value !== 'object') return [`${name}=${encoded(String(value))}`];
  if (depth > MAX_DEPTH) return [];
  const members = Array.isArray(value)
    ? value.map((child, index): [string, JsonValue] => [depth % 2 ? '' : String(index), child])
    : Object.entries(value);
  return members.flatMap(([key, child]) => pairsOf(`${name}[${encoded(key)}]`, child, depth + 1));
}

/** Half of a surrogate pair has no encoding of its own; it is sent as the three bytes that it would have. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

function parsed(value: JsonText): JsonValue {
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

const FILES: readonly (readonly [filename: string, content: Buffer])[] = [
  ['photo.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['photo.jpg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['scan.pdf', Buffer.from('%PDF-1.4 made up')],
  ['scan', Buffer.from('%PDF-1.4 made up')],
  ['photo.png', Buffer.from('%PDF-1.4 made up')],
  ['', Buffer.alloc(0)],
  ['\u0000\r\n"; filename="x.png', Buffer.from('89504e470d0a1a0a', 'hex')],
  [`${'x'.repeat(300)}.pdf`, Buffer.from('%PDF-')],
  ['../../etc/passwd', Buffer.from('root')],
  ['\u202egnp.exe', Buffer.from('MZ')],
  ['large.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5 * 1024 * 1024, 0x20)])],
];
const PART_NAMES = ['file', 'file', 'file', 'file[]', '__proto__', ''];
const BOUNDARIES = ['----boundary', '----boundary', '----boundary', '', 'x'.repeat(100)];

/** A file as the part of one name or another, and the fields; `pick` says which. */
export function multipartOf(fields: readonly Field[], pick: number): { type: string; bytes: Buffer } {
  const [filename, content] = FILES[pick % FILES.length] ?? ['', Buffer.alloc(0)];
  const boundary = BOUNDARIES[pick % BOUNDARIES.length] ?? '';
  const part = (disposition: string, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]);
  const file = part(`name="${PART_NAMES[pick % PART_NAMES.length]}"; filename="${filename}"`, content);
  const others = fields.map(([name, value]) =>
    part(`name="${name.replaceAll(/[\r\n"]/g, '_')}"`, Buffer.from(value)),
  );
  // Twice the same file, now and then.
  const files = pick % 13 === 0 ? [file, file] : [file];
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...others, ...files, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
