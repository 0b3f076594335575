import type { Environment, Side } from './environment.js';
import type { Sample, Subject, SubjectName } from './comparison.js';
import type { ProcessorTime } from './deployment.js';
import { basic } from './http.js';
import { overAndOver, type PlannedRequest } from './load/plan.js';
import { REQUESTS, type RequestRow } from './requests.js';
import type { Round } from './round.js';

/** What is measured at once: a kind of request, from so many clients, to so many processes. */
export interface Cell {
  readonly row: RequestRow;
  readonly connections: number;
  readonly processes: number;
}

/** As many requests that work only once are made for the first round, whose rate nobody knows. */
const FIRST_GUESS_PER_SECOND = 400;
/** A bare route does not mind the same request again. */
const BARE_REQUESTS = 50;

/** Who takes part in a cell. */
export function subjectsOf(environment: Environment, cell: Cell): Subject[] {
  const { small, large, stripe } = environment;
  return [
    tollgate('tollgate', environment, small, cell),
    bare(environment, cell),
    database('database', environment, small, cell),
    // It is one process with a memory of its own.
    ...(stripe && cell.processes === 1 ? stripeOf(environment, stripe, cell) : []),
    ...(large ? [tollgate('tollgateMillion', environment, large, cell), database('databaseMillion', environment, large, cell)] : []),
  ];
}

function tollgate(name: SubjectName, { load }: Environment, { fixture }: Side, { row, connections, processes }: Cell): Subject {
  const { role, key, requests, isOnce } = REQUESTS[row];
  let perSecond = FIRST_GUESS_PER_SECOND;
  const measure = async (round: Round): Promise<Sample> => {
    const count = Math.max(connections, 'times' in round ? round.times : Math.ceil(perSecond * round.seconds));
    const planned = await requests(fixture, count);
    const { deployment } = fixture;
    const before = deployment.processorTime(role, processes);
    const result = await load({
      urls: deployment.urls(role).slice(0, processes),
      connections,
      authorization: basic(key(fixture)),
      ...(isOnce ? { requests: planned, until: 'each is sent' } : overAndOver(planned, round)),
    });
    const after = deployment.processorTime(role, processes);
    if (result.problem === null) perSecond = result.perSecond;
    return { ...result, ...costOf(before, after, result.count) };
  };
  return { name, measure };
}

function bare({ load, bareUrls, small: { fixture } }: Environment, { row, connections, processes }: Cell): Subject {
  const { key, requests } = REQUESTS[row];
  let planned: readonly PlannedRequest[] | undefined;
  const measure = async (round: Round): Promise<Sample> => {
    planned ??= (await requests(fixture, BARE_REQUESTS)).map((request) => ({ ...request, path: `/${row}${request.path}` }));
    const urls = bareUrls.slice(0, processes);
    return load({ urls, connections, authorization: basic(key(fixture)), ...overAndOver(planned, round) });
  };
  return { name: 'bare', measure };
}

function database(name: SubjectName, environment: Environment, { fixture, scripts }: Side, { row, connections }: Cell): Subject {
  const url = fixture.deployment.postgres.url(fixture.deployment.database);
  return { name, measure: (round) => environment.database(scripts[row], { url, connections, round }) };
}

function stripeOf(
  { load }: Environment,
  { url, authorization, charge }: NonNullable<Environment['stripe']>,
  { row, connections }: Cell,
): Subject[] {
  const { stripe } = REQUESTS[row];
  if (!stripe) return [];
  const requests = [stripe(charge)];
  return [{ name: 'stripe', measure: (round) => load({ urls: [url], connections, authorization, ...overAndOver(requests, round) }) }];
}

/** What each of `count` requests took. */
function costOf(before: ProcessorTime, after: ProcessorTime, count: number): Pick<Sample, 'processMs' | 'databaseMs'> {
  const each = (from: number | undefined, to: number | undefined): number | undefined =>
    from === undefined || to === undefined || count === 0 ? undefined : (to - from) / count;
  return { processMs: each(before.processes, after.processes), databaseMs: each(before.database, after.database) };
}
