import type { Deployment } from '../deployment.js';
import { CREATE_FORM } from '../forms.js';
import { ask, basic } from '../http.js';
import type { Section } from '../section.js';
import { summarise } from '../statistics.js';
import { markdownTable, shown } from '../table.js';
import { atOnce } from './at-rate.js';
import { control, CONCURRENCY, type MadeSandbox } from './sandboxes.js';

/** Seconds that saving a sandbox with so many pending charges takes, and going back to what was saved, once for each round. */
export async function measureSnapshots(deployment: Deployment, charges: number, rounds: number): Promise<Section> {
  const sandbox = await control<MadeSandbox>(deployment, 'POST', '', {});
  const [api] = deployment.urls('api');
  const authorization = basic(sandbox.test.secret_key);
  await atOnce(charges, CONCURRENCY, () => ask('POST', `${api}/charges`, { authorization, form: CREATE_FORM }));
  const [saved, restored]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const name = `round-${round}`;
    saved.push(await secondsOf(() => control(deployment, 'POST', `/${sandbox.name}/snapshots`, { name })));
    restored.push(await secondsOf(() => control(deployment, 'POST', `/${sandbox.name}/snapshots/${name}/restore`, {})));
  }
  const body = markdownTable(
    ['pending charges, each with its source and its event', 'saved in seconds', 'restored in seconds'],
    [[String(charges), shown(summarise(saved), 2), shown(summarise(restored), 2)]],
  );
  return { title: 'A snapshot', body, problems: [] };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}
