import { cardForm, CREATE_FORM } from './forms.js';
import { basic, repeat } from './http.js';
import type { LoadResult, PlannedRequest } from './load/plan.js';
import type { BenchOptions } from './options.js';
import type { Shop } from './shop.js';
import { median } from './statistics.js';
import { markdownTable, shown } from './table.js';
import { costOf } from './tollgate.js';
import type { Load } from './tools.js';

/** Charges that are retrieved in turn. */
const RETRIEVED = 100;

type Requests = (shop: Shop, count: number) => Promise<PlannedRequest[]>;

export const CREATE: Requests = () =>
  Promise.resolve([{ method: 'POST', path: '/charges', body: CREATE_FORM }]);
export const RETRIEVE: Requests = async (shop, count) =>
  (await repeat(Math.min(RETRIEVED, count), () => shop.create())).map(({ id }) => ({
    method: 'GET',
    path: `/charges/${id}`,
  }));
export const LIST: Requests = () =>
  Promise.resolve([{ method: 'GET', path: '/charges?limit=20&order=reverse_chronological' }]);
const SETTLE: Requests = async (shop, count) =>
  (await repeat(count, () => shop.create())).map(({ id }) => ({
    method: 'POST',
    path: `/charges/${id}/mark_as_paid`,
    body: '',
  }));
const CARD: Requests = async (shop, count) =>
  (await repeat(count, () => shop.token())).map(({ id }) => ({
    method: 'POST',
    path: '/charges',
    body: cardForm(id),
  }));

const ROWS: Readonly<Record<string, Requests>> = {
  'create a charge and its source': CREATE,
  'retrieve a charge': RETRIEVE,
  'list 20 charges': LIST,
  '`mark_as_paid`': SETTLE,
  'charge a card': CARD,
};

/** A round: its load, and the processor time of a request by process, in milliseconds. */
export type Sample = LoadResult & { readonly cost: readonly number[] };

/** A row of the table; the samples of each shop in turn. */
export interface Measured {
  readonly title: string;
  readonly clients: number;
  readonly samples: readonly (readonly Sample[])[];
}

export async function measureOnce(
  shop: Shop,
  load: Load,
  requests: readonly PlannedRequest[],
  clients: number,
  count: number,
): Promise<Sample> {
  const { tollgate, secretKey } = shop;
  const before = tollgate.processorTime();
  const plan = {
    url: tollgate.api,
    connections: clients,
    authorization: basic(secretKey),
    requests,
    count: Math.max(count, clients),
  };
  const result = await load.ask(plan);
  return { ...result, cost: costOf(tollgate, before, plan.count) };
}

/**
 * Every row from every number of clients. The shops take turns, so that a mood of the machine meets all of
 * them.
 */
export async function measureRequests(
  shops: readonly Shop[],
  load: Load,
  { rounds, requests: count, clients: all }: BenchOptions,
  say: (line: string) => void,
): Promise<Measured[]> {
  const results: Measured[] = [];
  for (const [title, requests] of Object.entries(ROWS)) {
    for (const clients of all) {
      const round = async (length: number): Promise<Sample[]> => {
        const samples: Sample[] = [];
        for (const shop of shops) {
          const number = Math.max(length, clients);
          samples.push(await measureOnce(shop, load, await requests(shop, number), clients, number));
        }
        return samples;
      };
      await round(Math.ceil(count / 2));
      const measured: Sample[][] = [];
      for (let number = 0; number < rounds; number += 1) measured.push(await round(count));
      results.push({
        title,
        clients,
        samples: shops.map((_, index) => measured.flatMap((samples) => samples[index] ?? [])),
      });
      say(
        `${title}, ${clients} clients: ${results
          .at(-1)
          ?.samples.map((samples) => perSecond(samples))
          .join(', ')} a second`,
      );
    }
  }
  return results;
}

export function requestTable(shops: readonly Shop[], results: readonly Measured[]): string {
  const head = shops.flatMap(({ tollgate }) => {
    const of = tollgate.name && `${tollgate.name}: `;
    return [`${of}/s`, 'p50 / p99 ms', `${Object.keys(tollgate.processorTime()).join(' + ')} ms`];
  });
  const rows = results.map(({ title, clients, samples }) => [
    title,
    String(clients),
    ...samples.flatMap(cells),
  ]);
  return markdownTable(['request', 'clients', ...head], rows);
}

function cells(samples: readonly Sample[]): string[] {
  const middle = (name: 'p50Ms' | 'p99Ms'): string =>
    median(samples.map((sample) => sample[name])).toFixed(1);
  return [
    perSecond(samples),
    `${middle('p50Ms')} / ${middle('p99Ms')}`,
    costs(samples.map(({ cost }) => cost)),
  ];
}

function perSecond(samples: readonly Sample[]): string {
  return shown(samples.map((sample) => sample.perSecond));
}

/** The median for each process, of rounds. */
export function costs(rounds: readonly (readonly number[])[]): string {
  const processes = rounds[0] ?? [];
  return processes
    .map((_, process) => median(rounds.map((cost) => cost[process] ?? Number.NaN)).toFixed(2))
    .join(' + ');
}
