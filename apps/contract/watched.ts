import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How to start a program of Tollgate's so that what it serves is held to the document of the API. */
export interface Watch {
  /** For node, before the program. */
  readonly execArgv: readonly string[];
  /** What was served so far and is not as the document says, a line for each. */
  readonly breaches: () => string[];
}

/** `file` need not be there, and is made by the first breach. Several processes may share it. */
export function watched(file: string): Watch {
  const preload = pathToFileURL(resolve('dist', 'apps', 'contract', 'watch-process.js'));
  preload.searchParams.set('breaches', file);
  return {
    execArgv: [`--import=${preload.href}`],
    breaches: () =>
      existsSync(file) ? [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))] : [],
  };
}
