import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'express';
import { PACKAGE_FOLDER } from '#platform/process/package-folder.js';

/** The built files of `apps/browser`. */
const BUILT = join(PACKAGE_FOLDER, 'dist', 'browser');

/**
 * Sends a file that the build made, as `around` changes it. A page that is loaded again asks whether it has
 * changed.
 */
export async function sendBuilt(
  name: string,
  type: string,
  res: Response,
  around = (content: string): string => content,
): Promise<void> {
  const content = await readFile(join(BUILT, name), 'utf8');
  res
    .type(type)
    .set({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
    .send(around(content));
}
