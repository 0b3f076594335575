import { routeTemplate } from '#engine/faults/rules/fault-match.js';
import { OPENAPI } from '#pages/openapi/generated/openapi.js';

interface Operation {
  readonly security: readonly object[];
}

interface PathItem {
  readonly servers?: readonly { readonly url: string }[];
  readonly [method: string]: unknown;
}

const PAY_HOST = '{pay_url}';

const { paths } = OPENAPI as unknown as { readonly paths: Readonly<Record<string, PathItem>> };

/**
 * Every route that a fault can match, from the form that is compared to that of the OpenAPI document: `GET
 * /charges/{}` to `GET /charges/{id}`. Faults do not match pages, nor other routes of the pay host that need
 * no key.
 */
export const FAULT_ROUTES: ReadonlyMap<string, string> = new Map(
  Object.entries(paths).flatMap(([path, { servers, ...operations }]) =>
    Object.entries(operations as Readonly<Record<string, Operation>>)
      .filter(([, { security }]) => security.length > 0 || !servers?.some(({ url }) => url === PAY_HOST))
      .map(([method]) => [routeTemplate(method, path), `${method.toUpperCase()} ${path}`]),
  ),
);

/** The problem with a fault's route; `undefined` for a valid or missing one. */
export function routeProblem(route: string | undefined): string | undefined {
  if (route === undefined || FAULT_ROUTES.has(route)) return undefined;
  return 'match[route] is not a route of the API; GET /openapi.json on the API host lists its routes';
}
