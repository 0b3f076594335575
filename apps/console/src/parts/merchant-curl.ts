/** A request of a merchant's, as the log has it. */
interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly query: object;
  readonly parameters: object | null;
}

/** The request as a command, with the key to fill in. What the log has masked stays masked. */
export function merchantCurl({ method, path, host, query, parameters }: LoggedRequest): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const variable = { api: '$TOLLGATE_API_URL', vault: '$TOLLGATE_VAULT_URL', pay: '$TOLLGATE_PAY_URL' }[host] ?? '';
  const key = { api: '$TOLLGATE_SECRET_KEY', vault: '$TOLLGATE_PUBLIC_KEY' }[host];
  const body =
    parameters && Object.keys(parameters).length > 0 ? ` \\\n  -H 'Content-Type: application/json' -d '${quoted(parameters)}'` : '';
  return `curl -s -X ${method} "${variable}${path}${search && `?${search}`}"${key ? ` -u "${key}:"` : ''}${body}`;
}

function quoted(parameters: object): string {
  return JSON.stringify(parameters).replaceAll("'", "'\\''");
}
