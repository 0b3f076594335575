import { routeTemplate } from '#engine/faults/rules/fault-match.js';
import { FAULT_OPERATIONS } from '#pages/openapi/generated/operations.js';

/**
 * Every route that a fault can match, from the form that is compared to that of the OpenAPI document: `GET
 * /charges/{}` to `GET /charges/{id}`.
 */
export const FAULT_ROUTES: ReadonlyMap<string, string> = new Map(
  FAULT_OPERATIONS.map((operation) => {
    const [method = '', path = ''] = operation.split(' ');
    return [routeTemplate(method, path), operation];
  }),
);

/** The problem with a fault's route; `undefined` for a valid or missing one. */
export function routeProblem(route: string | undefined): string | undefined {
  if (route === undefined || FAULT_ROUTES.has(route)) return undefined;
  return 'match[route] is not a route of the API; GET /openapi.json on the API host lists its routes';
}
