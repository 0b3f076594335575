import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#platform/testing/until.js';
import { startCli } from './cli.js';

it.each(['SIGINT', 'SIGTERM'] as const)(
  'tollgate exec cleans up when %s ends it while it starts its own Tollgate',
  async (signal) => {
    const TMPDIR = await mkdtemp(join(tmpdir(), 'tollgate-interrupted-'));
    // For the user that PostgreSQL runs as where these specs are run by root.
    await chmod(TMPDIR, 0o755);
    const running = startCli(['exec', '--', process.execPath, '-e', ''], { TMPDIR });
    await until(
      async () => (await readdir(TMPDIR)).length > 0,
      () => `nothing is started: ${running.stderr()}`,
    );
    running.child.kill(signal);
    expect((await running.ended()).code).toBe(128 + constants.signals[signal]);
    expect(await readdir(TMPDIR)).toEqual([]);
    await rm(TMPDIR, { recursive: true });
  },
);
