import type { OwnPostgres } from '../../rig/own-postgres.js';
import { startDeployment, type Deployment, type DeploymentPlan } from '../deployment.js';
import { CREATE_FORM } from '../forms.js';
import { Helper } from '../helper.js';
import { ask, basic } from '../http.js';
import { overAndOver, type LoadPlan, type LoadResult, type PlannedRequest } from '../load/plan.js';
import type { BenchOptions } from '../options.js';
import { partOf, type Round } from '../round.js';
import type { Section } from '../section.js';
import { percentile, ratios, summarise } from '../statistics.js';
import { markdownTable, shown } from '../table.js';
import type { Receiver } from '../webhooks/webhook-fixtures.js';
import { atRate } from './at-rate.js';
import { advanceOver, control, fillSandboxes } from './sandboxes.js';
import { measureSnapshots } from './snapshots.js';

/** How much of everything. */
const FULL = { sandboxes: 10_000, timed: 200, expiries: 1_000, saved: 10_000 };
const SHORT = { sandboxes: 30, timed: 10, expiries: 20, saved: 20 };
const PER_SECOND = 20;
/** Clients that create charges while sandboxes are timed. */
const BESIDE = 5;
const WARM_UP = 0.5;

interface Plan {
  readonly options: BenchOptions;
  readonly dir: string;
  readonly receiver: Receiver;
}

/** What is asked of the API of a deployment, with the key of one merchant. */
interface Side {
  readonly deployment: Deployment;
  readonly authorization: string;
  readonly requests: Readonly<Record<string, PlannedRequest>>;
}

type Load = Helper<LoadPlan, LoadResult>;

/** What the request log and many sandboxes cost everybody, and how long sandboxes, their clocks and their snapshots take. Workers run. */
export async function measureControl(postgres: OwnPostgres, plan: Plan, say: (line: string) => void): Promise<Section[]> {
  const counts = plan.options.isShort ? SHORT : FULL;
  const load: Load = Helper.open('load/main');
  const sides: Side[] = [];
  const open = async (name: string, more: Partial<DeploymentPlan> = {}): Promise<Side> => {
    const processes = { api: 1, control: 1, worker: 1 };
    const side = await openSide(await startDeployment(postgres, { name, dir: plan.dir, processes, ...more }));
    sides.push(side);
    return side;
  };
  try {
    const few = await open('control_few');
    const off = await open('control_off', { settings: { REQUEST_LOG: 'off' } });
    const many = await open('control_many');
    await fillSandboxes(many.deployment, 'many', counts.sandboxes);
    say(`control: creating ${counts.sandboxes} sandboxes`);
    const requests = await compareRequests({ few, off, many }, load, plan.options);
    say('control: measuring requests');
    const timed = await timeSandboxes({ few, many }, load, plan.options, counts.timed);
    say('control: measuring sandboxes');
    const advances: number[] = [];
    for (let round = 0; round < plan.options.rounds; round += 1) {
      const { url } = await plan.receiver.ask({ atLeast: 0 });
      advances.push(await advanceOver(few.deployment, counts.expiries, url));
    }
    say('control: measuring advances');
    const snapshots = await measureSnapshots(few.deployment, counts.saved, plan.options.rounds);
    say('control: measuring snapshots');
    return [...sectionsOf(counts, requests, timed), advanceSection(counts.expiries, advances), snapshots];
  } catch (error) {
    return [{ title: 'The control plane', body: '', problems: [`control: ${(error as Error).message}`] }];
  } finally {
    await load.end();
    for (const { deployment } of sides) await deployment.discard();
  }
}

async function openSide(deployment: Deployment): Promise<Side> {
  const authorization = basic((await deployment.account(null)).secretKey);
  const [url] = deployment.urls('api');
  const { id } = await ask<{ id: string }>('POST', `${url}/charges`, { authorization, form: CREATE_FORM });
  const requests = {
    'create a charge and its source': { method: 'POST', path: '/charges', body: CREATE_FORM },
    'retrieve a charge': { method: 'GET', path: `/charges/${id}` },
  } as const;
  return { deployment, authorization, requests };
}

async function perSecond(
  { deployment, authorization, requests }: Side,
  load: Load,
  row: string,
  connections: number,
  round: Round,
): Promise<number> {
  const request = requests[row];
  if (!request) throw new Error(`There is no request ${row}`);
  const result = await load.ask({ urls: deployment.urls('api'), connections, authorization, ...overAndOver([request], round) });
  if (result.problem !== null) throw new Error(`${row}: ${result.problem}`);
  return result.perSecond;
}

/** In turn, after a warm-up of all. */
async function compareRequests(
  { few, off, many }: Readonly<Record<'few' | 'off' | 'many', Side>>,
  load: Load,
  { connections, rounds, round }: BenchOptions,
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const row of Object.keys(few.requests)) {
    for (const clients of connections) {
      const measure = (side: Side, length: Round): Promise<number> => perSecond(side, load, row, clients, length);
      for (const side of [few, off, many]) await measure(side, partOf(round, WARM_UP));
      const [logged, silent, crowded]: [number[], number[], number[]] = [[], [], []];
      for (let number = 0; number < rounds; number += 1) {
        logged.push(await measure(few, round));
        silent.push(await measure(off, round));
        crowded.push(await measure(many, round));
      }
      const figures = [shown(summarise(logged)), shown(summarise(silent)), shown(ratios(logged, silent), 2)];
      rows.push([row, String(clients), ...figures, shown(summarise(crowded)), shown(ratios(crowded, logged), 2)]);
    }
  }
  return rows;
}

/** Sandboxes that are made, and reset, at a steady rate, while clients create charges. */
async function timeSandboxes(
  { few, many }: Readonly<Record<'few' | 'many', Side>>,
  load: Load,
  { isShort }: BenchOptions,
  count: number,
): Promise<string[][]> {
  const round: Round = isShort ? { times: count } : { seconds: count / PER_SECOND };
  const timed = async (side: Side, path: (number: number) => string, body: (number: number) => object): Promise<string[]> => {
    const loading = perSecond(side, load, 'create a charge and its source', BESIDE, round);
    const times = await atRate(count, PER_SECOND, (number) => control(side.deployment, 'POST', path(number), body(number)));
    await loading;
    return [50, 99].map((percent) => percentile(times, percent).toFixed(1));
  };
  const making = (side: Side): Promise<string[]> =>
    timed(
      side,
      () => '',
      (number) => ({ name: `timed-${number}` }),
    );
  const resetting = (side: Side): Promise<string[]> =>
    timed(
      side,
      (number) => `/timed-${number}/reset`,
      () => ({}),
    );
  return [
    ['made', ...(await making(few)), ...(await making(many))],
    ['reset', ...(await resetting(few)), ...(await resetting(many))],
  ];
}

function sectionsOf({ sandboxes }: typeof FULL, requests: string[][], timed: string[][]): Section[] {
  const crowd = `with ${sandboxes} sandboxes`;
  return [
    {
      title: 'Requests a second with the request log, without it, and with many sandboxes',
      body: markdownTable(['request', 'clients', 'logged /s', 'not logged /s', '× not logged', `${crowd} /s`, '× few'], requests),
      problems: [],
    },
    {
      title: `Sandboxes, ${PER_SECOND} a second, while ${BESIDE} clients create charges without a pause, in milliseconds`,
      body: markdownTable(['a sandbox is', 'p50', 'p99', `p50, ${crowd}`, `p99, ${crowd}`], timed),
      problems: [],
    },
  ];
}

function advanceSection(expiries: number, seconds: readonly number[]): Section {
  const body = markdownTable(
    ['expiries, an hour apart, each with a webhook', 'seconds'],
    [[String(expiries), shown(summarise(seconds), 2)]],
  );
  return { title: 'An advance', body, problems: [] };
}
