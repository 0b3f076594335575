import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnPostgres } from '../rig/own-postgres.js';
import { hasRedis } from '../rig/own-redis.js';
import { HELP, readOptions, type ChaosOptions } from './options.js';
import { FULL, SHORT } from './pace.js';
import { breachLines, table, type RunResult } from './report.js';
import { run } from './run.js';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const options = optionsOrNone();
if (options) process.exit((await chaos(options)) ? 0 : 1);
console.log(HELP);

/** Undefined for help, and after an error. */
function optionsOrNone(): ChaosOptions | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
    return undefined;
  }
}

/** Repeats runs until a promise is broken. Returns true if none was. */
async function chaos(options: ChaosOptions): Promise<boolean> {
  const { faults, seed } = options;
  console.log(`chaos: ${faults} faults for each queue store, seed ${seed}`);
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-chaos-'));
  // PostgreSQL may run as another user.
  chmodSync(dir, 0o755);
  const results: RunResult[] = [];
  const broken = await runAll(options, dir, results).then(
    () => results.flatMap(breachLines),
    (error: Error) => [`BROKEN off: ${error.stack}`],
  );
  if (results.length > 0) console.log(`\n${table(results)}\n`);
  if (broken.length === 0) rmSync(dir, { recursive: true, force: true });
  else
    console.log(
      `${broken.join('\n')}\nRepeat with: ${commandOf(options)}\nLogs of the processes and of sandbox requests: ${dir}`,
    );
  return broken.length === 0;
}

async function runAll(
  { faults, seed, stores, isShort }: ChaosOptions,
  dir: string,
  results: RunResult[],
): Promise<void> {
  const postgres = await OwnPostgres.open(dir);
  try {
    for (const store of stores) {
      if (store === 'redis' && !hasRedis()) {
        console.log('Skipped: queue in Redis (redis-server is not installed)');
        continue;
      }
      const plan = { faults, seed, store, dir: join(dir, `queue-in-${store}`), pace: isShort ? SHORT : FULL };
      const result = await run(postgres, plan, (line) => console.log(line));
      results.push(result);
      if (result.breaches.size > 0) return;
    }
  } finally {
    await postgres.stop();
  }
}

function commandOf({ faults, seed, stores, isShort }: ChaosOptions): string {
  const queue = stores.length === 1 ? ` --queue=${stores.join()}` : '';
  return `npm run chaos -- --faults=${faults} --seed=${seed}${queue}${isShort ? ' --short' : ''}`;
}
