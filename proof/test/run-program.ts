import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { atExit } from '../rig/at-exit.js';
import { within } from '../../libs/platform/testing/until.js';

/** Far longer than any of them takes, also on a slow machine that is busy. */
const LIMIT_MS = 580_000;
/** Limit for callers; the program's own limit is shorter. */
export const RUN_LIMIT_MS = 600_000;

/** In CI every run is the same, so a failure is due to the change. */
export const IS_CI = process.env['CI'] === 'true';

/** Runs a program of the build to its end; prints its output on failure. */
export async function runProgram(
  program: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [resolve('dist', program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Then it ends what it has started, too.
  atExit(() => void child.kill('SIGTERM'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await within(once(child, 'close'), () => `it does not end: ${output}`, LIMIT_MS)) as [
    number | null,
  ];
  if (code !== 0) process.stdout.write(output);
  return { code, output };
}
