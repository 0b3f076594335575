import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { endWithProgram } from './at-exit.js';

/** As before the processes of a deployment. `dir` is a folder that has `prisma` in it. */
export async function migrate(env: Readonly<Record<string, string>>, dir: string): Promise<void> {
  const child = spawn(process.execPath, [resolve('dist', 'prisma', 'migrate.js')], {
    cwd: dir,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  endWithProgram(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The database could not be migrated');
}
