import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { jest } from '@jest/globals';
import { describeWhere } from './describe-where.js';
import { HAS_REDIS } from './redis.js';

/** A busy machine may take long to start seven processes. */
jest.setTimeout(300_000);

/** `npm run chaos` in short; what it prints is shown, with the seed that repeats it. */
async function chaos(...args: string[]): Promise<{ code: number | null; output: string }> {
  const program = spawn(process.execPath, [resolve('dist/apps/chaos/main.js'), '--faults=5', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(program, 'close')) as [number | null];
  process.stdout.write(output);
  return { code, output };
}

describe('a short chaos with the queue in PostgreSQL', () => {
  it('breaks no promise', async () => {
    const { code, output } = await chaos('--queue=postgres');
    expect(output).toMatch(/^faults injected +5$/m);
    expect(code).toBe(0);
  });
});

describeWhere(HAS_REDIS, 'redis-server is not installed', 'a short chaos with the queue in Redis', () => {
  it('breaks no promise', async () => {
    const { code, output } = await chaos('--queue=redis');
    expect(output).toMatch(/^faults injected +5$/m);
    expect(code).toBe(0);
  });
});
