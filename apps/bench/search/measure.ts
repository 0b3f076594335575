import type { OwnPostgres } from '../../rig/own-postgres.js';
import { startDeployment, type Deployment } from '../deployment.js';
import { ask } from '../http.js';
import type { BenchOptions } from '../options.js';
import type { Section } from '../section.js';
import { median, ratios, summarise } from '../statistics.js';
import { markdownTable, NOTHING, shown } from '../table.js';
import { fillSearched, type Rare } from './fill.js';
import { searchesFor } from './searches.js';

/** How often each search runs in a round. The median counts. */
const TIMES = 11;
const SHORT_TIMES = 2;
/** The larger number of charges unless `--large` names one. */
const MANY = 100_000;

interface Plan {
  readonly options: BenchOptions;
  readonly dir: string;
}

interface Side {
  readonly deployment: Deployment;
  readonly authorization: string;
  readonly rare: Rare;
}

/** Measures how long searches take among few and among many charges, by one client, one after the other. No worker runs. */
export async function measureSearch(postgres: OwnPostgres, { options, dir }: Plan, say: (line: string) => void): Promise<Section[]> {
  const many = options.large ?? (options.isShort ? options.small * 2 : MANY);
  const title = `Searches among ${options.small} (few) and ${many} (many) charges, in milliseconds`;
  const deployments: Deployment[] = [];
  const open = async (name: string, count: number): Promise<Side> => {
    const deployment = await startDeployment(postgres, { name, dir, processes: { api: 1, vault: 1 } });
    deployments.push(deployment);
    return { deployment, ...(await fillSearched(deployment, count, say)) };
  };
  try {
    const sides = { few: await open('search_few', options.small), many: await open('search_many', many) };
    const rows: string[][] = [];
    for (const name of Object.keys(searchesFor(sides.few.rare))) {
      rows.push(await compare(name, sides, options));
      say(`search, ${rows.at(-1)?.join(', ')}`);
    }
    return [
      {
        title,
        body: markdownTable(['what is searched for', 'few', 'many, at first', 'many', '× few', 'processor, few', 'many'], rows),
        problems: [],
      },
    ];
  } catch (error) {
    return [{ title, body: '', problems: [`search: ${(error as Error).message}`] }];
  } finally {
    for (const deployment of deployments) await deployment.discard();
  }
}

/** The very first search among many is shown by itself: it may have to count what later ones remember. */
async function compare(name: string, { few, many }: Readonly<Record<'few' | 'many', Side>>, options: BenchOptions): Promise<string[]> {
  const [first] = [await timed(many, name), await timed(few, name)];
  const [small, large]: [Usual[], Usual[]] = [[], []];
  for (let round = 0; round < options.rounds; round += 1) {
    small.push(await usual(few, name, options));
    large.push(await usual(many, name, options));
  }
  const timesOf = (rounds: readonly Usual[]): number[] => rounds.map(({ time }) => time);
  const [fewTimes, manyTimes] = [timesOf(small), timesOf(large)];
  const times = [shown(summarise(fewTimes), 1), first.toFixed(1), shown(summarise(manyTimes), 1), shown(ratios(manyTimes, fewTimes), 2)];
  return [name, ...times, processorTime(small), processorTime(large)];
}

/** In milliseconds. */
interface Usual {
  /** The median. */
  readonly time: number;
  /** Of Tollgate and the database, of one search. */
  readonly processor: number | undefined;
}

async function usual(side: Side, name: string, { isShort }: BenchOptions): Promise<Usual> {
  const times: number[] = [];
  const count = isShort ? SHORT_TIMES : TIMES;
  const began = processorTimeOf(side);
  for (let time = 0; time < count; time += 1) times.push(await timed(side, name));
  const ended = processorTimeOf(side);
  return { time: median(times), processor: began === undefined || ended === undefined ? undefined : (ended - began) / count };
}

function processorTimeOf({ deployment }: Side): number | undefined {
  const { processes, database } = deployment.processorTime('api', 1);
  return processes === undefined || database === undefined ? undefined : processes + database;
}

/** Of all rounds together: the system counts in hundredths of a second. */
function processorTime(rounds: readonly Usual[]): string {
  const each = rounds.map(({ processor }) => processor).filter((processor) => processor !== undefined);
  return each.length === rounds.length ? (each.reduce((sum, one) => sum + one, 0) / rounds.length).toFixed(1) : NOTHING;
}

async function timed({ deployment, authorization, rare }: Side, name: string): Promise<number> {
  const [api] = deployment.urls('api');
  const url = `${api}/search?${new URLSearchParams({ scope: 'charge', ...searchesFor(rare)[name] }).toString()}`;
  const began = performance.now();
  await ask('GET', url, { authorization });
  return performance.now() - began;
}
