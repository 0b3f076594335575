import { routeTemplate } from '#domain/faults/fault-match.js';
import { OPENAPI } from '../openapi/generated/openapi.js';

const { paths } = OPENAPI as { readonly paths: Readonly<Record<string, object>> };

/** Every route that a fault can be on, as it is compared, and as the document of the API has it: `GET /charges/{}` is `GET /charges/{id}`. */
export const FAULT_ROUTES: ReadonlyMap<string, string> = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [routeTemplate(method, path), `${method.toUpperCase()} ${path}`]),
  ),
);

/** What is wrong with the route that a fault is to be on, if one is named. */
export function routeProblem(route: string | undefined): string | undefined {
  if (route === undefined || FAULT_ROUTES.has(route)) return undefined;
  return 'match[route] is no route of the API: GET /openapi.json there lists them';
}
