import { formatDuration } from '#kernel/duration.js';
import type { Fault } from '#platform/database/generated/client.js';
import { effectParams } from '#engine/faults/rules/fault-effect.js';
import type { FaultEffect, FaultMatch, FaultSubject } from '#engine/faults/rules/fault.js';
import type { Moment } from '../timeline/list.view.js';
import { FAULT_ROUTES } from './fault-routes.js';

/** A fault that is injected in a sandbox. */
export interface FaultView {
  object: 'fault';
  /** @example "flt_60aaaaaaaaaaaaaaab1" */
  id: string;
  /** @example "twice-503" */
  name: string;
  on: FaultSubject;
  when: 'before' | 'after';
  /**
   * Conditions that a call must meet. Empty matches all calls.
   * @schema { "type": "object" }
   * @example { "route": "POST /charges" }
   */
  match: object;
  /** @example 0 */
  skip: number;
  /**
   * @schema { "type": ["integer", "string"] }
   * @example 2
   */
  times: number | 'always';
  /**
   * @schema { "type": "number" }
   * @example 1
   */
  probability: number;
  /** @example "42" */
  seed: string;
  must_fire: boolean;
  /**
   * The effect, with defaults filled in.
   * @schema { "type": "object" }
   * @example { "status": 503, "code": "service_unavailable", "message": "the service is not ready; try again shortly" }
   */
  do: object;
  /** `active`, `exhausted` once it has fired `times` times, or `expired`. */
  status: 'active' | 'exhausted' | 'expired';
  /**
   * Number of matching calls.
   * @example 2
   */
  matched: number;
  /**
   * Number of times that the fault has fired.
   * @example 2
   */
  fired: number;
  /**
   * Lifetime since creation, in real time.
   * @example "10m"
   */
  ttl: string;
  /** When the fault expires, in real time. */
  expires_at: Moment;
  /** Creation time, in the sandbox's time. */
  at: Moment;
  /** Creation time, in real time. */
  machine_at: Moment;
}

/** Faults of a sandbox, sorted by creation time. */
export interface FaultListView {
  object: 'list';
  data: FaultView[];
  /** Always null: the list has one page. */
  next: null;
  /**
   * Names of the faults with `must_fire` that have not fired `times` times yet.
   * @example ["twice-503"]
   */
  unfired: string[];
}

/** The removed faults. */
export interface RemovedFaultsView {
  object: 'removal';
  /**
   * Number of removed faults.
   * @example 1
   */
  removed: number;
}

export function faultView(fault: Fault, now: Date): FaultView {
  const {
    id,
    name,
    subject,
    side,
    match,
    skip,
    times,
    probability,
    seed,
    mustFire,
    effect,
    matchedCount,
    firedCount,
  } = fault;
  return {
    object: 'fault',
    id,
    name,
    skip,
    probability,
    seed,
    on: subject as FaultSubject,
    when: side as FaultView['when'],
    match: shownMatch(match as FaultMatch),
    times: times ?? 'always',
    must_fire: mustFire,
    do: effectParams(effect as unknown as FaultEffect),
    status: statusOf(fault, now),
    matched: matchedCount,
    fired: firedCount,
    ttl: formatDuration(fault.expiresAt.getTime() - fault.machineAt.getTime()),
    expires_at: fault.expiresAt.toISOString(),
    at: fault.createdAt.toISOString(),
    machine_at: fault.machineAt.toISOString(),
  };
}

/** Its route as the document of the API has it. */
function shownMatch({ route, ...match }: FaultMatch): object {
  return route === undefined ? match : { route: FAULT_ROUTES.get(route) ?? route, ...match };
}

export function faultListView(faults: readonly Fault[], now: Date): FaultListView {
  const unfired = faults.filter(({ mustFire, firedCount, times }) => mustFire && firedCount < (times ?? 1));
  return {
    object: 'list',
    data: faults.map((fault) => faultView(fault, now)),
    next: null,
    unfired: unfired.map(({ name }) => name),
  };
}

export function statusOf(
  { times, firedCount, awaitedCount, expiresAt }: Fault,
  now: Date,
): FaultView['status'] {
  if (times !== null && firedCount >= times && awaitedCount === 0) return 'exhausted';
  return expiresAt <= now ? 'expired' : 'active';
}
