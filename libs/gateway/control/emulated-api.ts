import type { Request } from 'express';
import { routeOf } from '#platform/http/observe.js';

/** Where the control host has the emulated API of a sandbox, for callers who need not know its keys. */
export const EMULATED_API_PATH = 'api/sandboxes/:name/api/:mode';

const MODES: readonly unknown[] = ['test', 'live'];

/** Whether the request is one to the emulated API, on the control host. */
export function isOfEmulatedApi(req: Request): boolean {
  return routeOf(req).startsWith(`/${EMULATED_API_PATH}/`);
}

/** The header, with the value `on`, with which faults of the API hit such a request too, as if it came from the shop. */
export const FAULTS_HEADER = 'Tollgate-Faults';

/** The route as the emulated API has it: `/charges/:id`. */
export function emulatedRouteOf(req: Request): string {
  return routeOf(req).slice(EMULATED_API_PATH.length + 1);
}

/** Whether such a request is one in live mode; `undefined` where its path names neither mode. */
export function livemodeOf({ params: { mode } }: Request): boolean | undefined {
  return MODES.includes(mode) ? mode === 'live' : undefined;
}
