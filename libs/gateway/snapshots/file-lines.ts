import { createHash, randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError, fail } from '#domain/errors.js';
import { trailerProblem, type FileTrailer } from '#domain/snapshots/file-rules.js';

/** The longest line: a file of a dispute, in Base64. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/**
 * The longest first or last line, neither of which holds a row: to parse a longer one would hold up other
 * requests.
 */
const MAX_FRAME_BYTES = 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true });

export interface ReceivedFile {
  /** The whole file, from its beginning. May be called more than once. */
  bytes(): AsyncIterable<Buffer>;
}

/** A text that is in memory already. */
export function textFile(text: string): ReceivedFile {
  const bytes = Buffer.from(text);
  return {
    bytes: async function* () {
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        // Other requests are served between two pieces.
        await turn();
        yield bytes.subarray(start, start + PIECE_BYTES);
      }
    },
  };
}

/**
 * Receives a body into a temporary file, and then does `work` with it. So the sender does not wait for the
 * database, and nothing is written there before the whole body has arrived. The file is unlinked as soon as
 * it is open, so that a crash leaves none. Throws `body_too_large`.
 */
export async function withReceived<T>(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const path = join(tmpdir(), `tollgate-import-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    await receive(body, file, maxBytes);
    return await work({ bytes: () => piecesOf(file) });
  } finally {
    await file.close();
  }
}

async function receive(body: AsyncIterable<Buffer>, file: FileHandle, maxBytes: number): Promise<void> {
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > maxBytes)
      throw new ApiError('body_too_large', `the file is too large (maximum is ${maxBytes} bytes)`);
    await file.write(piece);
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The file; reading it throws once the caller has gone. */
export function awaited(file: ReceivedFile, signal: AbortSignal | undefined): ReceivedFile {
  return {
    bytes: async function* () {
      for await (const piece of file.bytes()) {
        assertAwaited(signal);
        yield piece;
      }
    },
  };
}

/** Throws `service_unavailable` when the caller has gone. */
export function assertAwaited(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) fail('service_unavailable');
}

/** The lines of the file. Throws `bad_request` for a line that is too long. */
export async function* linesOf(file: ReceivedFile): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let size = 0;
  for await (const piece of file.bytes()) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...rest, piece.subarray(start, end)]);
      [rest, size, start] = [[], 0, end + 1];
    }
    rest.push(piece.subarray(start));
    size += piece.length - start;
    if (size > MAX_LINE_BYTES)
      fail('bad_request', `a line of the file is too long (maximum is ${MAX_LINE_BYTES} bytes)`);
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last;
}

/** Parses a line as an object. Throws `bad_request` with the number of the line. */
export function parseLine(line: Buffer, number: number): Readonly<Record<string, unknown>> {
  if (line.length === 0) rejectLine(number, 'it is empty');
  let parsed: unknown;
  try {
    parsed = JSON.parse(decoder.decode(line));
  } catch {
    rejectLine(number, 'it is not JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    rejectLine(number, 'it is not an object');
  return parsed as Readonly<Record<string, unknown>>;
}

export function rejectLine(number: number, problem: string): never {
  return fail('bad_request', `line ${number} of the file cannot be read: ${problem}`);
}

/** The first line as an object. Throws `bad_request`. */
export async function firstLineOf(file: ReceivedFile): Promise<Readonly<Record<string, unknown>>> {
  for await (const line of linesOf(file)) {
    if (line.length > MAX_FRAME_BYTES) rejectLine(1, 'it is too long');
    return parseLine(line, 1);
  }
  return fail('bad_request', 'the file is empty');
}

/**
 * Reads the whole file, in pieces, and checks its trailer. Throws `bad_request` for an empty line, and when
 * the file is truncated or was changed.
 */
export async function assertWhole(file: ReceivedFile): Promise<FileTrailer> {
  const hash = createHash('sha256');
  /** The last line until now, which may be the trailer: it is not hashed. */
  let last: readonly Buffer[] = [];
  let [lines, isAtStart] = [0, true];
  for await (const piece of file.bytes()) {
    // A newline at the very end belongs to the last line.
    const end = piece.lastIndexOf(NEWLINE, -2) + 1;
    const isOver = isAtStart || end > 0;
    for (const bytes of isOver ? [...last, piece.subarray(0, end)] : []) hash.update(bytes);
    last = [...(isOver ? [] : last), piece.subarray(end)];
    for (const byte of piece) {
      if (byte === NEWLINE && isAtStart) rejectLine(lines + 1, 'it is empty');
      isAtStart = byte === NEWLINE;
      if (isAtStart) lines += 1;
    }
  }
  if (last.length === 0) return fail('bad_request', 'the file is empty');
  const trailer = trailerIn(Buffer.concat(last));
  const rows = (isAtStart ? lines : lines + 1) - 2;
  const problem = trailerProblem(trailer, { rows, sha256: hash.digest('hex') });
  return problem === undefined ? (trailer as unknown as FileTrailer) : fail('bad_request', problem);
}

/** An empty object where the line is no object, because the file is truncated in the middle of a line. */
function trailerIn(line: Buffer): Readonly<Record<string, unknown>> {
  try {
    return line.length > MAX_FRAME_BYTES ? {} : parseLine(line, 0);
  } catch {
    return {};
  }
}
