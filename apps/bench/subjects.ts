import type { Arena, Side } from './arena.js';
import type { Sample, Subject, SubjectName } from './contest.js';
import { basic } from './http.js';
import type { PlannedRequest } from './load/plan.js';
import { REQUESTS, type RequestRow } from './requests.js';

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
  const measure = async (seconds: number): Promise<Sample> => {
    const count = Math.max(connections, Math.ceil(perSecond * seconds));
    const sample = await load({
      urls: scene.stage.urls(role).slice(0, processes),
      connections,
      authorization: basic(key(scene)),
      requests: await requests(scene, count),
      until: isOnce ? 'each is sent' : { seconds },
    });
    if (sample.problem === null) perSecond = sample.perSecond;
    return sample;
  };
  return { name, measure };
}

function bare({ load, bareUrls, small: { scene } }: Arena, { row, connections, processes }: Cell): Subject {
  const { key, requests } = REQUESTS[row];
  let planned: readonly PlannedRequest[] | undefined;
  const measure = async (seconds: number): Promise<Sample> => {
    planned ??= (await requests(scene, BARE_REQUESTS)).map((request) => ({ ...request, path: `/${row}${request.path}` }));
    const urls = bareUrls.slice(0, processes);
    return load({ urls, connections, authorization: basic(key(scene)), requests: planned, until: { seconds } });
  };
  return { name: 'bare', measure };
}

function database(name: SubjectName, arena: Arena, { scene, scripts }: Side, { row, connections }: Cell): Subject {
  const url = scene.stage.postgres.url(scene.stage.database);
  return { name, measure: (seconds) => arena.database(scripts[row], { url, connections, seconds }) };
}

function stripeOf({ load }: Arena, { url, authorization, charge }: NonNullable<Arena['stripe']>, { row, connections }: Cell): Subject[] {
  const { stripe } = REQUESTS[row];
  if (!stripe) return [];
  const requests = [stripe(charge)];
  return [{ name: 'stripe', measure: (seconds) => load({ urls: [url], connections, authorization, requests, until: { seconds } }) }];
}
