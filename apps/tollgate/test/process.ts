import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const MAIN = 'dist/apps/tollgate/main.js';

/** A process of Tollgate, as `npm start` runs it once everything is built. */
export interface TollgateProcess {
  readonly child: ChildProcess;
  /** All it has printed, both streams. */
  output(): string;
  /** Resolves when it has printed its banner; rejects when it ends before. */
  ready(): Promise<void>;
  /** Resolves with its exit code, or the signal that ended it. */
  ended(): Promise<number | string | null>;
}

/** Starts it, or another program of Tollgate's, with exactly these settings: nothing of this process's environment but the path. */
export function startProcess(settings: Readonly<Record<string, string>>, main = MAIN): TollgateProcess {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings };
  const child = spawn(process.execPath, [resolve(main)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
    ended: () => end,
  };
}
