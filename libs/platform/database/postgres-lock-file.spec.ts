import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Clock } from '../clock/clock.js';
import { until } from '../testing/until.js';
import { findRunning } from './postgres-lock-file.js';
import { freePort, isAlive } from './postgres-server.js';

const IS_LINUX = process.platform === 'linux';

it('finds no server in a process that ends while it is checked', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tollgate-lock-file-'));
  const child = spawn('true');
  await once(child, 'exit');
  const startedAt = Math.floor(new Clock().machineNow().getTime() / 1000);
  const lines = [child.pid, dir, startedAt, await freePort(), '', '127.0.0.1', '', 'ready', ''];
  await writeFile(join(dir, 'postmaster.pid'), lines.join('\n'));
  const kill = jest.spyOn(process, 'kill').mockReturnValueOnce(true);
  try {
    const home = { dir, data: dir, program: dir, template: undefined, user: undefined, notes: [] };
    expect(await findRunning(home, '')).toBeUndefined();
    expect(await readFile(join(dir, 'postmaster.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid}\n`));
  } finally {
    kill.mockRestore();
    await rm(dir, { recursive: true });
  }
});

(IS_LINUX ? it : it.skip)('takes a zombie for dead', async () => {
  // The shell becomes a program that never asks for its child's end.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [text] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(text.toString());
    const isZombie = async (): Promise<boolean> =>
      (await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z ');
    await until(isZombie, 'the child does not end');
    expect(isAlive(pid)).toBe(false);
    expect(isAlive(parent.pid ?? 0)).toBe(true);
  } finally {
    parent.kill('SIGKILL');
  }
});
