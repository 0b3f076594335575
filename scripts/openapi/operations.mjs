// The parts of the documents that a running Tollgate needs without being asked for a document.

/**
 * As far as it is read here.
 * @typedef {{ security: object[], parameters: { name?: string, in?: string }[], requestBody?: object }} Operation
 * @typedef {{ servers?: { url: string }[] } & Record<string, Operation>} PathItem
 * @typedef {{ paths: Record<string, PathItem> }} Document
 */

const PAY_HOST = '{pay_url}';

/**
 * Those that a fault can match, such as `GET /charges/{id}`: not pages, nor other routes of the pay host that
 * need no key.
 * @param {object} api
 */
function faultOperations(api) {
  return operationsOf(api)
    .filter(({ call, servers }) => call.security.length > 0 || !servers?.some(({ url }) => url === PAY_HOST))
    .map(({ name }) => name);
}

/**
 * The parameters in queries, and whether there is a body, by operation.
 * @param {object} control
 */
function controlOperations(control) {
  const entries = operationsOf(control).map(({ name, call: { parameters, requestBody } }) => {
    const query = parameters.flatMap((each) => (each.in === 'query' ? [each.name ?? ''] : []));
    return [name, { query, hasBody: requestBody !== undefined }];
  });
  return Object.fromEntries(entries);
}

/** @param {object} document */
function operationsOf(document) {
  const { paths } = /** @type {Document} */ (document);
  return Object.entries(paths).flatMap(([path, { servers, ...calls }]) =>
    Object.entries(calls).map(([method, call]) => ({
      name: `${method.toUpperCase()} ${path}`,
      call: /** @type {Operation} */ (call),
      servers,
    })),
  );
}

/**
 * The source of `libs/pages/openapi/generated/operations.ts`.
 * @param {object} api
 * @param {object} control
 */
export function operationsSource(api, control) {
  const type = 'Readonly<Record<string, { readonly query: readonly string[]; readonly hasBody: boolean }>>';
  return `/** Made by \`npm run generate\`. */
export const FAULT_OPERATIONS: readonly string[] = ${JSON.stringify(faultOperations(api))};

export const CONTROL_OPERATIONS: ${type} = ${JSON.stringify(controlOperations(control))};
`;
}
