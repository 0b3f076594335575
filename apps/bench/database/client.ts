import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { answer } from '../answering.js';
import type { DatabaseLoad, DatabaseResult, DatabaseScript } from './script.js';

/** What {@link run} is asked. */
export interface ClientQuestion {
  readonly script: DatabaseScript;
  readonly load: DatabaseLoad;
}

answer(run);

/** What pgbench does, where there is none: the same statements, prepared, each connection one after the other. */
async function run({ script, load }: ClientQuestion): Promise<DatabaseResult> {
  const clients = Array.from({ length: load.connections }, () => new Client({ connectionString: load.url }));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const startedAt = performance.now();
    const { round } = load;
    const each = 'times' in round ? Math.ceil(round.times / load.connections) : Infinity;
    const deadline = 'seconds' in round ? startedAt + round.seconds * 1_000 : Infinity;
    const counts = await Promise.all(clients.map((client) => repeat(client, script, { each, deadline })));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { perSecond: (total * 1_000) / (performance.now() - startedAt), problem: total === 0 ? 'nothing was answered' : null };
  } catch (error) {
    return { perSecond: 0, problem: (error as Error).message };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function repeat(
  client: Client,
  { statements, range }: DatabaseScript,
  { each, deadline }: { each: number; deadline: number },
): Promise<number> {
  const queries = statements.map((text, index) => ({ name: `statement-${index}`, text: text.replaceAll(/(?<!:):n\b/g, '$1::bigint') }));
  let count = 0;
  for (; count < each && performance.now() < deadline; count += 1) {
    const values = range ? [randomInt(range[0], range[1] + 1)] : [];
    for (const query of queries) await client.query({ ...query, values: query.text.includes('$1') ? values : [] });
  }
  return count;
}
