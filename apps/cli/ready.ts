import { setTimeout as delay } from 'node:timers/promises';
import { Control } from './control.js';
import { EXIT, Failure, reasonOf } from './failure.js';

const POLL_MS = 100;
/** For one answer of a host that may hang. */
const ANSWER_MS = 5_000;

/** Where the hosts of a Tollgate are, as it says itself. */
interface Hosts {
  readonly name: string;
  readonly api_url: string;
  readonly vault_url: string;
  readonly pay_url: string;
}

/**
 * Resolves once the control host, the API, the vault and the pages can take requests. Throws a {@link Failure} that says which cannot when `limitMs` is over,
 * or `hasEnded` says that nothing will come.
 */
export async function untilReady(control: Control, limitMs: number, hasEnded = (): boolean => false): Promise<void> {
  const limit = AbortSignal.timeout(limitMs);
  for (;;) {
    const missing = await unready(control.url);
    if (missing === undefined) return;
    if (limit.aborted || hasEnded()) throw new Failure(`Tollgate is not ready: ${missing}`, EXIT.unfinished);
    await delay(POLL_MS);
  }
}

/** Which host does not answer as it should; `undefined` when all do. */
export async function unready(controlUrl: string): Promise<string | undefined> {
  const control = await ready(controlUrl);
  if (control !== undefined) return control;
  const hosts = await fetch(controlUrl, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(ANSWER_MS) })
    .then((answer) => answer.json() as Promise<Partial<Hosts>>)
    .catch((): Partial<Hosts> => ({}));
  if (hosts.name !== 'Tollgate') return `what answers at ${controlUrl} is not Tollgate`;
  const found = await Promise.all([hosts.api_url, hosts.vault_url, hosts.pay_url].map((url) => ready(String(url))));
  return found.find((problem) => problem !== undefined);
}

async function ready(url: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return status === 200 ? undefined : `${url}/readyz answers ${status}`;
  } catch (error) {
    const code = reasonOf(error as Error);
    return `${url} does not answer (${code})`;
  }
}
