import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { watched } from '../../contract/watched.js';

const MAIN = 'dist/apps/tollgate/main.js';

/** A process of Tollgate, as `npm start` runs it once everything is built. */
export interface TollgateProcess {
  readonly child: ChildProcess;
  /** All it has printed, both streams. */
  output(): string;
  /** Resolves when it has printed its banner; rejects when it ends before. */
  ready(): Promise<void>;
  /** Its exit code, or the signal that ended it. Rejects when something was served that the document of the API does not say, or otherwise. */
  ended(): Promise<number | string | null>;
}

/**
 * Starts it, or another program of Tollgate's, with exactly these settings: nothing of this process's environment but the path.
 * What it serves is held to the document of the API.
 */
export function startProcess(settings: Readonly<Record<string, string>>, main = MAIN): TollgateProcess {
  const breachesFile = join(tmpdir(), `tollgate-contract-${randomUUID()}`);
  const watch = watched(breachesFile);
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings };
  const child = spawn(process.execPath, [...watch.execArgv, resolve(main)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const end = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null);
  return {
    child,
    output: () => output,
    ready: () =>
      new Promise((done, fail) => {
        const look = (): void => {
          if (output.includes('Tollgate is ready')) done();
        };
        child.stdout.on('data', look);
        look();
        void end.then((code) => fail(new Error(`ended with ${code} before it was ready: ${output}`)));
      }),
    ended: async () => {
      const code = await end;
      const breaches = watch.breaches();
      await rm(breachesFile, { force: true });
      if (breaches.length > 0) throw new Error(`The document of the API and what was served differ:\n${breaches.join('\n')}`);
      return code;
    },
  };
}
