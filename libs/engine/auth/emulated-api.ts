import type { Request } from 'express';
import { routeOf } from '#platform/http/observe.js';

/** The path of a sandbox's emulated API on the control host, which needs no keys of the sandbox. */
export const EMULATED_API_PATH = 'api/sandboxes/:name/api/:mode';

const MODES: readonly unknown[] = ['test', 'live'];

/** True for a request to the emulated API on the control host. */
export function isOfEmulatedApi(req: Request): boolean {
  return routeOf(req).startsWith(`/${EMULATED_API_PATH}/`);
}

/**
 * The header, with the value `on`, with which faults of the API hit such a request too, as if it came from
 * the shop.
 */
export const FAULTS_HEADER = 'Tollgate-Faults';

/** The route as the emulated API has it: `/charges/:id`. */
export function emulatedRouteOf(req: Request): string {
  return routeOf(req).slice(EMULATED_API_PATH.length + 1);
}

/** True for a request in live mode; `undefined` if its path names neither mode. */
export function livemodeOf({ params: { mode } }: Request): boolean | undefined {
  return MODES.includes(mode) ? mode === 'live' : undefined;
}
