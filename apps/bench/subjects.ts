import type { Arena, Side } from './arena.js';
import type { Sample, Subject, SubjectName } from './contest.js';
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
export function subjectsOf(arena: Arena, cell: Cell): Subject[] {
  const { small, large, stripe } = arena;
  return [
    tollgate('tollgate', arena, small, cell),
    bare(arena, cell),
    database('database', arena, small, cell),
    // It is one process with a memory of its own.
    ...(stripe && cell.processes === 1 ? stripeOf(arena, stripe, cell) : []),
    ...(large ? [tollgate('tollgateMillion', arena, large, cell), database('databaseMillion', arena, large, cell)] : []),
  ];
}

function tollgate(name: SubjectName, { load }: Arena, { scene }: Side, { row, connections, processes }: Cell): Subject {
  const { role, key, requests, isOnce } = REQUESTS[row];
  let perSecond = FIRST_GUESS_PER_SECOND;
  const measure = async (round: Round): Promise<Sample> => {
    const count = Math.max(connections, 'times' in round ? round.times : Math.ceil(perSecond * round.seconds));
    const planned = await requests(scene, count);
    const sample = await load({
      urls: scene.stage.urls(role).slice(0, processes),
      connections,
      authorization: basic(key(scene)),
      ...(isOnce ? { requests: planned, until: 'each is sent' } : overAndOver(planned, round)),
    });
    if (sample.problem === null) perSecond = sample.perSecond;
    return sample;
  };
  return { name, measure };
}

function bare({ load, bareUrls, small: { scene } }: Arena, { row, connections, processes }: Cell): Subject {
  const { key, requests } = REQUESTS[row];
  let planned: readonly PlannedRequest[] | undefined;
  const measure = async (round: Round): Promise<Sample> => {
    planned ??= (await requests(scene, BARE_REQUESTS)).map((request) => ({ ...request, path: `/${row}${request.path}` }));
    const urls = bareUrls.slice(0, processes);
    return load({ urls, connections, authorization: basic(key(scene)), ...overAndOver(planned, round) });
  };
  return { name: 'bare', measure };
}

function database(name: SubjectName, arena: Arena, { scene, scripts }: Side, { row, connections }: Cell): Subject {
  const url = scene.stage.postgres.url(scene.stage.database);
  return { name, measure: (round) => arena.database(scripts[row], { url, connections, round }) };
}

function stripeOf({ load }: Arena, { url, authorization, charge }: NonNullable<Arena['stripe']>, { row, connections }: Cell): Subject[] {
  const { stripe } = REQUESTS[row];
  if (!stripe) return [];
  const requests = [stripe(charge)];
  return [{ name: 'stripe', measure: (round) => load({ urls: [url], connections, authorization, ...overAndOver(requests, round) }) }];
}
