import { HEADERS, Refusal, type Schemas } from './client';
import { isDoubleClick } from './double-click';
import { shellQuoted } from './shell';

/** A call of the control API as somebody would make it by hand. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly body?: object | undefined;
  /** True if faults apply to the call, as to one of the shop. */
  readonly hasFaults?: boolean;
  /** The name of a file that is the body. Only for commands. */
  readonly file?: string;
}

/** The curl option that authorizes a call, by how the page was authorized. */
const AUTHORIZATION = {
  none: '',
  installation: ` -H "Authorization: Bearer $CONTROL_TOKEN"`,
  sandbox: ` -u "$TOLLGATE_SECRET_KEY:"`,
} as const;
type Opening = keyof typeof AUTHORIZATION;

/** Which authorization a copied call needs: none where the page needed no session. */
export function openingOf({
  access,
  expires_at: endsAt,
}: Pick<Schemas['Session'], 'access' | 'expires_at'>): Opening {
  return endsAt === null ? 'none' : access;
}

/**
 * The call as a command for a shell. The token or the key is left to a variable: neither is known to the
 * page.
 */
export function curlOf({ method, path, body, hasFaults, file }: ControlCall, opening: Opening): string {
  const verb = method === 'GET' || (method === 'POST' && (body || file)) ? '' : ` -X ${method}`;
  const faults = hasFaults ? ` -H 'Tollgate-Faults: on'` : '';
  const json = body ? ` -H 'Content-Type: application/json' -d ${shellQuoted(JSON.stringify(body))}` : '';
  const data = file ? ` --data-binary @${file}` : json;
  return `curl -s${AUTHORIZATION[opening]}${verb}${faults} ${shellQuoted(`${location.origin}${path}`)}${data}`;
}

/** The second click of a double click comes sooner after the first call has ended. */
const KEPT_MS = 600;
const changes = new Map<string, Promise<unknown>>();

/**
 * Makes the call. A double click makes a change once: its second click gets the answer of the first. Throws a
 * {@link Refusal}.
 */
export function make(call: ControlCall): Promise<unknown> {
  if (call.method === 'GET') return send(call);
  const key = JSON.stringify(call);
  const earlier = changes.get(key);
  if (earlier && isDoubleClick()) return earlier;
  const answer = send(call);
  changes.set(key, answer);
  const forget = (): void =>
    void setTimeout(() => changes.get(key) === answer && changes.delete(key), KEPT_MS);
  answer.then(forget, forget);
  return answer;
}

async function send({ method, path, body, hasFaults }: ControlCall): Promise<unknown> {
  const headers = {
    Accept: 'application/json',
    ...HEADERS,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(hasFaults && { 'Tollgate-Faults': 'on' }),
  };
  const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer = (await response.json()) as { code?: string; message?: string };
  if (!response.ok)
    throw new Refusal(response.status, answer.code ?? 'unknown', answer.message ?? response.statusText);
  return answer;
}
