import { constants } from 'node:fs';
import { open, rm, writeFile, type FileHandle } from 'node:fs/promises';

/** The size above which the log's end is moved to `<file>.1`. */
const MAX_BYTES = 10 * 1024 * 1024;
/** The bytes at the end of the log that are kept. */
const KEPT_BYTES = 5 * 1024 * 1024;
const COMPLAINT = /(?:FATAL|PANIC): +(?<what>.*)/;
const DETAIL = /DETAIL: +(?<what>.*)/;
/**
 * Errors of clients, such as a wrong password, or a connection while the server starts or stops. They do not
 * end a server.
 */
const OF_A_CLIENT = /client backend|walsender|not initialized/;
/** Levels without errors. */
const OTHER_LEVEL = /(?:LOG|HINT|NOTICE|INFO|DEBUG\d|WARNING): /;

/**
 * Opens PostgreSQL's log for appending. Only its owner may read it. Rejects a link, through which PostgreSQL
 * would write to another file.
 */
export async function openLog(file: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const log = await open(file, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? notALog(file) : error;
  });
  try {
    const found = await log.stat();
    if (!found.isFile() || found.nlink > 1) throw notALog(file);
    await log.chmod(0o600);
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Empties a large log and keeps its end beside it. The server continues to write to the same file. */
export async function boundLog(file: string, maxBytes = MAX_BYTES, keptBytes = KEPT_BYTES): Promise<void> {
  const log = await openLog(file);
  try {
    const { size } = await log.stat();
    if (size <= maxBytes) return;
    const older = `${file}.1`;
    const end = await read(log, Math.max(0, size - keptBytes), size);
    // The disk may be full because of the log, so it is emptied anyway.
    await rm(older, { force: true })
      .then(() => writeFile(older, end, { flag: 'wx', mode: 0o600 }))
      .catch(() => undefined);
    await log.truncate(0);
  } finally {
    await log.close();
  }
}

/** The log after `offset` bytes, or the whole log if it was emptied since. */
export async function logSince(file: string, offset: number): Promise<string> {
  const log = await openLog(file);
  try {
    const { size } = await log.stat();
    const from = offset > size ? 0 : offset;
    return (await read(log, from, Math.min(size, from + MAX_BYTES))).toString();
  } finally {
    await log.close();
  }
}

/**
 * The reason why a server ended, from its log since the start: the FATAL or PANIC with its detail, or the
 * program's own output.
 */
export function complaintIn(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('\t'));
  const at = lines.findIndex(
    (line) => COMPLAINT.test(line) && !OF_A_CLIENT.test(line.slice(0, line.search(COMPLAINT))),
  );
  if (at < 0) return saidBeforehand(lines.filter((line) => !COMPLAINT.test(line) && !OTHER_LEVEL.test(line)));
  const detail = DETAIL.exec(lines[at + 1] ?? '')?.groups?.['what'];
  const what = lines[at]?.slice(lines[at].search(COMPLAINT)).replace(/: +/, ': ');
  return detail === undefined ? what : `${what}: ${detail}`;
}

/** A program prints an error in one line, and may explain it in the next. */
function saidBeforehand(lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : lines.slice(0, 2).join(' ');
}

function notALog(file: string): Error {
  return new Error(`${file} is a link or not a regular file; delete it`);
}

async function read(log: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(to - from);
  const { bytesRead } = await log.read(buffer, 0, buffer.length, from);
  return buffer.subarray(0, bytesRead);
}
