import { createHash } from 'node:crypto';
import { fail } from '#kernel/errors.js';
import { jsonShapeOf } from '#kernel/json-shape.js';
import { MAX_DOCUMENT_BYTES } from '#resources/disputes/rules/document.rules.js';
import { MAX_BUNDLE_ENTRIES, MAX_BUNDLE_ROWS, trailerProblem, type FileTrailer } from './rules/file-rules.js';
import type { ReceivedFile } from './received-file.js';

const KIBIBYTE = 1024;
/** The longest line, and the longest first or last line, neither of which holds a row. */
const MAX_LINE_BYTES = KIBIBYTE * KIBIBYTE;
const MAX_FRAME_BYTES = 64 * KIBIBYTE;
/** The longest line with a file of a dispute, in Base64: 8 MiB. */
const MAX_DOCUMENT_LINE_BYTES = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4 + MAX_LINE_BYTES;
/** Limits of the work and memory for one line; the body of a charge's event may have 160,000 parts. */
const MAX_DEPTH = 32;
const MAX_PARTS = 200_000;
const DOCUMENT = Buffer.from('{"table":"dispute_document"');
const ENTRY = Buffer.from('{"entry":');
const TABLE = /^\{"table":"(\w+)"/;
/** Longer than the beginning of a line with any table. */
const BEGINNING_BYTES = 64;
const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);
const decoder = new TextDecoder('utf-8', { fatal: true });

export type ParsedLine = Readonly<Record<string, unknown>>;

/** A line, without its newline. */
export interface FileLine {
  readonly number: number;
  readonly bytes: Buffer;
}

/** The lines of a file whose lengths {@link assertWhole} has checked. */
export async function* linesOf(file: ReceivedFile): AsyncGenerator<FileLine> {
  let number = 0;
  let rest: Buffer[] = [];
  for await (const piece of file.bytes()) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      number += 1;
      yield { number, bytes: Buffer.concat([...rest, piece.subarray(start, end)]) };
      [rest, start] = [[], end + 1];
    }
    rest.push(piece.subarray(start));
  }
  const bytes = Buffer.concat(rest);
  if (bytes.length > 0) yield { number: number + 1, bytes };
}

/** The table that the line names first, as every exported row does; `undefined` for another line. */
export function tableOf({ bytes }: FileLine): string | undefined {
  return TABLE.exec(bytes.toString('latin1', 0, BEGINNING_BYTES))?.[1];
}

/** True for an entry of a timeline, which only bundles have. */
export function isEntry({ bytes }: FileLine): boolean {
  return bytes.subarray(0, ENTRY.length).equals(ENTRY);
}

/** Parses a line as an object. Throws `bad_request` with the number of the line. */
export function parseLine({ bytes, number }: FileLine): ParsedLine {
  if (bytes.length === 0) rejectLine(number, 'it is empty');
  const { depth, parts } = jsonShapeOf(bytes);
  if (depth > MAX_DEPTH) rejectLine(number, `it is nested more than ${MAX_DEPTH} levels deep`);
  if (parts > MAX_PARTS) rejectLine(number, `it has more than ${MAX_PARTS} values`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(decoder.decode(bytes));
  } catch {
    rejectLine(number, 'it is not JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    rejectLine(number, 'it is not an object');
  return parsed as ParsedLine;
}

export function rejectLine(number: number, problem: string): never {
  return fail('bad_request', `line ${number} of the file cannot be read: ${problem}`);
}

/** The first line as an object. Throws `bad_request`. */
export async function firstLineOf(file: ReceivedFile): Promise<ParsedLine> {
  if (file.size === 0) fail('bad_request', 'the file is empty');
  const start = await bytesOf(file, 0, Math.min(file.size, MAX_FRAME_BYTES + 1));
  const end = start.indexOf(NEWLINE);
  if (end === -1 && start.length > MAX_FRAME_BYTES) rejectLine(1, tooLong(MAX_FRAME_BYTES));
  return parseLine({ number: 1, bytes: end === -1 ? start : start.subarray(0, end) });
}

/**
 * Reads the whole file, in pieces, and checks the lengths of its lines, their number in a bundle, and its
 * trailer. Throws `bad_request`, also when the file is truncated or was changed.
 */
export async function assertWhole(file: ReceivedFile, isBundle = false): Promise<FileTrailer> {
  if (file.size === 0) fail('bad_request', 'the file is empty');
  const start = Math.max(0, file.size - MAX_FRAME_BYTES);
  const end = await bytesOf(file, start, file.size);
  // A newline at the very end belongs to the last line.
  const last = end.lastIndexOf(NEWLINE, -2) + 1;
  const isCut = start > 0 && last === 0;
  const hash = createHash('sha256');
  const lengths = new LineLengths(isBundle);
  for await (const piece of file.bytes(0, start + last)) {
    lengths.add(piece);
    hash.update(piece);
  }
  const trailer = end.subarray(last);
  if (trailer[0] === NEWLINE) rejectLine(lengths.lines + 1, 'it is empty');
  const parsed = isCut ? {} : trailerIn(trailer);
  const problem = trailerProblem(parsed, { rows: lengths.lines - 1, sha256: hash.digest('hex') });
  return problem === undefined ? (parsed as unknown as FileTrailer) : fail('bad_request', problem);
}

/** Rejects empty and overlong lines, and too many lines of a bundle, as their bytes come. */
class LineLengths {
  /** The lines that have ended. */
  lines = 0;
  private entries = 0;
  private size = 0;
  /** The first bytes of the present line. */
  private lineStart: Buffer = NOTHING;

  constructor(private readonly isBundle: boolean) {}

  add(piece: Buffer): void {
    for (let start = 0; start < piece.length;) {
      const found = piece.indexOf(NEWLINE, start);
      const end = found === -1 ? piece.length : found;
      const isWhole = found !== -1 && this.size === 0;
      // Most lines are whole in a piece, and so short enough.
      if (isWhole) this.size = end - start;
      else this.extend(piece.subarray(start, end));
      if (isWhole && this.isBundle) this.lineStart = piece.subarray(start, end);
      if (found !== -1) this.end();
      start = end + 1;
    }
  }

  private extend(bytes: Buffer): void {
    if (this.size < DOCUMENT.length)
      this.lineStart = Buffer.concat([this.lineStart, bytes.subarray(0, DOCUMENT.length)]);
    this.size += bytes.length;
    if (this.size <= MAX_LINE_BYTES) return;
    const isDocument = this.lineStart.subarray(0, DOCUMENT.length).equals(DOCUMENT);
    const most = isDocument ? MAX_DOCUMENT_LINE_BYTES : MAX_LINE_BYTES;
    if (this.size > most) rejectLine(this.lines + 1, tooLong(most));
  }

  private end(): void {
    this.lines += 1;
    if (this.size === 0) rejectLine(this.lines, 'it is empty');
    if (this.isBundle) this.count();
    this.size = 0;
    this.lineStart = NOTHING;
  }

  /** Counts a line of a bundle. The first line is the header. */
  private count(): void {
    if (this.lines > 1 && isEntry({ number: this.lines, bytes: this.lineStart })) this.entries += 1;
    const rows = this.lines - 1 - this.entries;
    if (this.entries > MAX_BUNDLE_ENTRIES || rows > MAX_BUNDLE_ROWS)
      fail(
        'bad_request',
        `a bundle has at most ${MAX_BUNDLE_ENTRIES} timeline entries and ${MAX_BUNDLE_ROWS} rows`,
      );
  }
}

function tooLong(most: number): string {
  return `it is too long (maximum is ${most} bytes)`;
}

async function bytesOf(file: ReceivedFile, start: number, end: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of file.bytes(start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** An empty object where the line is no object, because the file is truncated in the middle of a line. */
function trailerIn(bytes: Buffer): ParsedLine {
  try {
    return parseLine({ number: 0, bytes });
  } catch {
    return {};
  }
}
