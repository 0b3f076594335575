import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError, fail } from '#kernel/errors.js';
import { FairBudget } from '#platform/contention/fair-budget.js';
import { FairSemaphore } from '#platform/contention/fair-semaphore.js';

const PIECE_BYTES = 64 * 1024;
/**
 * The most whole files that are imported at once, those of them of one sandbox, and the wait for a place. All
 * temporary files together are at most as large as so many files of the maximum size.
 */
const MAX_FILES = 8;
const MAX_FILES_OF_ONE = 4;
const WAIT_MS = 10_000;

export interface ReceivedFile {
  readonly size: number;
  /** The bytes from `start`, before `end`; the whole file by default. May be called more than once. */
  bytes(start?: number, end?: number): AsyncIterable<Buffer>;
}

/** Bytes that are in memory already. */
export function fileIn(content: Buffer): ReceivedFile {
  return {
    size: content.length,
    bytes: async function* (start = 0, end = content.length) {
      for (let at = start; at < end; at += PIECE_BYTES) {
        // Other requests are served between two pieces.
        await turn();
        yield content.subarray(at, Math.min(end, at + PIECE_BYTES));
      }
    },
  };
}

/**
 * Receives files into temporary files, so that no sender waits for the database and nothing fills the memory.
 * Files that are still being received hold no place: a slow sender holds only the bytes it has sent.
 */
export class ReceivedFiles {
  private readonly bytes: FairBudget;
  private readonly places = new FairSemaphore(MAX_FILES, MAX_FILES_OF_ONE, WAIT_MS);

  /** `maxBytes` is the largest size of a file. */
  constructor(private readonly maxBytes: number) {
    this.bytes = new FairBudget(MAX_FILES * maxBytes, MAX_FILES_OF_ONE * maxBytes);
  }

  /**
   * Receives a body of `sandbox`, and then does `work` with it. The file is unlinked as soon as it is open, so
   * that a crash leaves none. Throws `body_too_large`, and `service_unavailable` if too many are received.
   */
  receive<T>(
    sandbox: string,
    body: AsyncIterable<Buffer>,
    work: (file: ReceivedFile) => Promise<T>,
  ): Promise<T> {
    const refuse = (): never => fail('service_unavailable', 'too many concurrent imports; retry');
    return this.bytes.run(
      sandbox,
      (take) =>
        withTemporary(async (file) => {
          const size = await this.write(body, file, take);
          const received = { size, bytes: (start = 0, end = size) => piecesOf(file, start, end) };
          return this.places.run(sandbox, () => work(received), refuse);
        }),
      refuse,
    );
  }

  /** Returns the number of bytes. */
  private async write(
    body: AsyncIterable<Buffer>,
    file: FileHandle,
    take: (bytes: number) => void,
  ): Promise<number> {
    let size = 0;
    for await (const piece of body) {
      size += piece.length;
      if (size > this.maxBytes)
        throw new ApiError('body_too_large', `the file is too large (maximum is ${this.maxBytes} bytes)`);
      take(piece.length);
      await file.write(piece);
    }
    return size;
  }
}

async function withTemporary<T>(work: (file: FileHandle) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `tollgate-import-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    return await work(file);
  } finally {
    await file.close();
  }
}

async function* piecesOf(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end;) {
    const length = Math.min(PIECE_BYTES, end - position);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The file; reading it throws once the caller has gone. */
export function awaited(file: ReceivedFile, signal: AbortSignal | undefined): ReceivedFile {
  return {
    size: file.size,
    bytes: async function* (start, end) {
      for await (const piece of file.bytes(start, end)) {
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
