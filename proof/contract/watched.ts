import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Options that check the answers of a program of Tollgate against the API's document. */
export interface Watch {
  /** For node, before the program. */
  readonly execArgv: readonly string[];
  /** The breaches of the document so far, a line for each. */
  readonly breaches: () => string[];
}

/** `file` need not be there, and is made by the first breach. Several processes may share it. */
export function watched(file: string): Watch {
  const preload = pathToFileURL(resolve('dist', 'proof', 'contract', 'watch-process.js'));
  preload.searchParams.set('breaches', file);
  return {
    execArgv: [`--import=${preload.href}`],
    breaches: () =>
      existsSync(file) ? [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))] : [],
  };
}
