import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELP, readOptions, type ChaosOptions } from './options.js';
import { OwnPostgres } from './own-postgres.js';
import { hasRedis } from './own-redis.js';
import { breachLines, table, type RunResult } from './report.js';
import { run } from './run.js';

const options = readOptions(process.argv.slice(2));
if (options) process.exit((await chaos(options)) ? 0 : 1);
console.log(HELP);

/** Runs with the queue in each place until a promise is broken; answers whether all held. */
async function chaos({ faults, seed, stores }: ChaosOptions): Promise<boolean> {
  console.log(`chaos: ${faults} faults for each place of the queue, seed ${seed}`);
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-chaos-'));
  // PostgreSQL may run as somebody else.
  chmodSync(dir, 0o755);
  const postgres = await OwnPostgres.open(dir);
  const results: RunResult[] = [];
  try {
    for (const store of stores) {
      if (store === 'redis' && !hasRedis()) {
        console.log('Left out: the queue in Redis (redis-server is not installed)');
        continue;
      }
      const result = await run(postgres, { faults, seed, store, dir: join(dir, `queue-in-${store}`) }, (line) => console.log(line));
      results.push(result);
      if (result.breaches.size > 0) break;
    }
  } finally {
    await postgres.stop();
  }
  console.log(`\n${table(results)}\n`);
  const broken = results.flatMap(breachLines);
  if (broken.length === 0) rmSync(dir, { recursive: true, force: true });
  else console.log(`${broken.join('\n')}\nRepeat it with --seed=${seed} --faults=${faults}; what the processes said is in ${dir}`);
  return broken.length === 0;
}
