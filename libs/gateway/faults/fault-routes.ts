import { routeTemplate } from '#domain/faults/fault-match.js';
import { OPENAPI } from '../openapi/generated/openapi.js';

interface PathItem {
  readonly servers?: readonly { readonly url: string }[];
  readonly [method: string]: unknown;
}

/** The host of the pages, where no faults are: what is asked there has no key, or is no part of the API. */
const PAY_HOST = '{pay_url}';
const { paths } = OPENAPI as unknown as { readonly paths: Readonly<Record<string, PathItem>> };

/** Every route that a fault can be on, as it is compared, and as the document of the API has it: `GET /charges/{}` is `GET /charges/{id}`. */
export const FAULT_ROUTES: ReadonlyMap<string, string> = new Map(
  Object.entries(paths)
    .filter(([, { servers }]) => !servers?.some(({ url }) => url === PAY_HOST))
    .flatMap(([path, item]) =>
      Object.keys(item)
        .filter((name) => name !== 'servers')
        .map((method) => [routeTemplate(method, path), `${method.toUpperCase()} ${path}`]),
    ),
);

/** What is wrong with the route that a fault is to be on, if one is named. */
export function routeProblem(route: string | undefined): string | undefined {
  if (route === undefined || FAULT_ROUTES.has(route)) return undefined;
  return 'match[route] is no route of the API: GET /openapi.json there lists them';
}
