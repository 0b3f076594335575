import { stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One of a container: a process without a port has no other way to say that it is well. */
const FILE = join(tmpdir(), 'tollgate-heartbeat');

/** Notes that the process did its round. What cannot be noted shows as a heartbeat that stands still. */
export async function beat(): Promise<void> {
  await writeFile(FILE, '\n').catch(() => undefined);
}

/** When the process last did its round. Throws when it never did. */
export async function lastBeat(): Promise<Date> {
  const { mtime } = await stat(FILE);
  return mtime;
}
