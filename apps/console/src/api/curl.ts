/** A call of the control API as somebody would make it by hand. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly body?: object | undefined;
}

/** The call as a command for a shell. */
export function curlOf({ method, path, body }: ControlCall): string {
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : ` -X ${method}`;
  const json = body ? ` -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'` : '';
  return `curl -s${verb} '${location.origin}${path}'${json}`;
}

/** Makes the call. Throws an error with the sentence of the refusal. */
export async function make({ method, path, body }: ControlCall): Promise<unknown> {
  const headers = { Accept: 'application/json', 'Omise-Version': '2019-05-29', ...(body && { 'Content-Type': 'application/json' }) };
  const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer = (await response.json()) as { message?: string };
  if (!response.ok) throw new Error(answer.message ?? response.statusText);
  return answer;
}
