/** HTTP status and body of a response from API or vault. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Time-out of token requests, and the page's error with status 0 after it (docs/fidelity.md BL1). */
export const TOKEN_TIMEOUT_MS = 30_000;
export const UNREACHABLE = { code: 'rpc_error', message: 'unable to connect to provider after timeout' };

/** Posts JSON with a public key. Rejects when there is no answer, or none that is JSON. */
export async function post(
  url: string,
  publicKey: string,
  body: object,
  timeoutMs?: number,
): Promise<Answer> {
  return send(url, {
    method: 'POST',
    headers: { Authorization: basic(publicKey), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
  });
}

/** The same with GET. */
export async function get(url: string, publicKey: string): Promise<Answer> {
  return send(url, { headers: { Authorization: basic(publicKey) } });
}

async function send(url: string, options: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...options, credentials: 'omit' });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** A key in UTF-8, which every text can be: one that is no key is for the server to refuse. */
function basic(key: string): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(key)))}`;
}
