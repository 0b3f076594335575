import { shellQuoted } from '../../api/shell';

/** A request of a merchant's, as the log has it. */
interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly livemode: boolean | null;
  readonly query: object;
  readonly parameters: object | null;
}

/**
 * The request as a command, with the key to fill in: the variables are those of a sandbox's `.env`. What the
 * log has masked stays masked, and what a merchant wrote means nothing to the shell.
 */
export function merchantCurl({ method, path, host, livemode, query, parameters }: LoggedRequest): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => pairsOf(name, value)),
  ).toString();
  const variable =
    { api: '"$TOLLGATE_API_URL"', vault: '"$TOLLGATE_VAULT_URL"', pay: '"$TOLLGATE_PAY_URL"' }[host] ?? '';
  const mode = livemode ? '_LIVE' : '';
  const key = host === 'vault' ? `$TOLLGATE${mode}_PUBLIC_KEY` : `$TOLLGATE${mode}_SECRET_KEY`;
  const body =
    parameters && Object.keys(parameters).length > 0
      ? ` \\\n  -H 'Content-Type: application/json' -d ${shellQuoted(JSON.stringify(parameters))}`
      : '';
  return `curl -s -X ${method} ${variable}${shellQuoted(`${path}${search && `?${search}`}`)} -u "${key}:"${body}`;
}

/** A parameter of an address as forms write it: `name[part]=value`. */
function pairsOf(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([part, inner]) =>
    pairsOf(`${name}[${Array.isArray(value) ? '' : part}]`, inner),
  );
}
