import { post, TOKEN_TIMEOUT_MS, UNREACHABLE } from '../requests.js';

/** A JSON-RPC 2.0 call, not validated. */
interface Call {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

type Outcome = { readonly result: object } | { readonly error: object };

/** easyXDM's code for errors of the procedure. */
const REFUSED = -32099;
const UNKNOWN_METHOD = { error: { code: -32601, message: 'Method not found' } };
const WRONG_PARAMS = { error: { code: -32602, message: 'Invalid params' } };

/** The response to a call's text; `undefined` for invalid calls and notifications. Never rejects. */
export async function answerTo(text: string): Promise<string | undefined> {
  const call = readCall(text);
  if (call?.id === undefined) return undefined;
  return JSON.stringify({ jsonrpc: '2.0', id: call.id, ...(await outcomeOf(call)) });
}

function readCall(text: string): Call | undefined {
  try {
    const call = JSON.parse(text) as Call | null;
    return typeof call === 'object' && call !== null ? call : undefined;
  } catch {
    return undefined;
  }
}

async function outcomeOf({ method, params }: Call): Promise<Outcome> {
  if (method !== 'createToken') return UNKNOWN_METHOD;
  const [publicKey, attributes] = Array.isArray(params) ? (params as unknown[]) : [];
  if (typeof publicKey !== 'string' || typeof attributes !== 'object' || attributes === null)
    return WRONG_PARAMS;
  return createToken(publicKey, attributes);
}

/** The vault is where this page is. */
async function createToken(publicKey: string, attributes: object): Promise<Outcome> {
  try {
    const { status, body: data } = await post('tokens', publicKey, attributes, TOKEN_TIMEOUT_MS);
    return status === 200
      ? { result: { status, data } }
      : refusal(`The vault answered ${status}`, { status, data });
  } catch {
    return refusal(UNREACHABLE.message, { status: 0, data: UNREACHABLE });
  }
}

function refusal(message: string, data: object): Outcome {
  return { error: { code: REFUSED, message, data } };
}
