import { routeTemplate } from '#domain/faults/fault-match.js';
import { OPENAPI } from '../openapi/generated/openapi.js';

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
 * Every route that a fault can be on, as it is compared, and as the document of the API has it: `GET /charges/{}` is `GET /charges/{id}`. Pages, and
 * what else on their host takes no key, are hit by no fault.
 */
export const FAULT_ROUTES: ReadonlyMap<string, string> = new Map(
  Object.entries(paths).flatMap(([path, { servers, ...operations }]) =>
    Object.entries(operations as Readonly<Record<string, Operation>>)
      .filter(([, { security }]) => security.length > 0 || !servers?.some(({ url }) => url === PAY_HOST))
      .map(([method]) => [routeTemplate(method, path), `${method.toUpperCase()} ${path}`]),
  ),
);

/** What is wrong with the route that a fault is to be on, if one is named. */
export function routeProblem(route: string | undefined): string | undefined {
  if (route === undefined || FAULT_ROUTES.has(route)) return undefined;
  return 'match[route] is no route of the API: GET /openapi.json there lists them';
}
