import type { Round } from '../round.js';

/** A request as it goes over the wire, but for what all requests of a plan share. */
export interface PlannedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A form. */
  readonly body?: string;
}

/** What the process of the load is to do. */
export interface LoadPlan {
  /** Where to: connections are spread over them evenly. */
  readonly urls: readonly string[];
  readonly connections: number;
  /** The value of the header `Authorization`. */
  readonly authorization: string;
  readonly requests: readonly PlannedRequest[];
  /** Every connection sends all requests over and over for so long; or each request is sent once, by whichever connection is free. */
  readonly until: { readonly seconds: number } | 'each is sent';
}

/** Requests that work as often as one likes, as a round has them. */
export function overAndOver(requests: readonly PlannedRequest[], round: Round): Pick<LoadPlan, 'requests' | 'until'> {
  if ('seconds' in round) return { requests, until: round };
  const all = Array.from({ length: Math.ceil(round.times / requests.length) }, () => requests).flat();
  return { requests: all.slice(0, round.times), until: 'each is sent' };
}

/** What came of it. */
export interface LoadResult {
  /** Requests that were answered. */
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Why this is no measurement, if it is none. */
  readonly problem: string | null;
}
