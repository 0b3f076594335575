import { setTimeout as delay } from 'node:timers/promises';
import { Control } from './control.js';
import { EXIT, Failure, reasonOf } from './failure.js';

const POLL_MS = 100;
/** For one answer of a host that may hang. */
const ANSWER_MS = 5_000;

/** The addresses that the control host returns. */
interface Hosts {
  readonly name: string;
  readonly api_url: string;
  readonly vault_url: string;
  readonly pay_url: string;
  /** The addresses that need no name. Missing in 0.1.0. */
  readonly plain_urls?: Readonly<Record<'api' | 'vault' | 'pay', string>>;
}

/**
 * Resolves once the control host, the API, the vault and the pages are ready. Throws a {@link Failure} that
 * names the first that is not, after `limitMs` or once `hasEnded` returns true.
 */
export async function untilReady(
  control: Control,
  limitMs: number,
  hasEnded = (): boolean => false,
): Promise<void> {
  const limit = AbortSignal.timeout(limitMs);
  for (;;) {
    const missing = await unready(control.url);
    if (missing === undefined) return;
    if (limit.aborted || hasEnded()) throw new Failure(`Tollgate is not ready: ${missing}`, EXIT.unfinished);
    await delay(POLL_MS);
  }
}

/** Why a host is not ready; `undefined` when all are. */
export async function unready(controlUrl: string): Promise<string | undefined> {
  const control = await ready(controlUrl);
  if (control !== undefined) return control;
  const hosts = await fetch(controlUrl, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
    .then((answer) => answer.json() as Promise<Partial<Hosts>>)
    .catch((): Partial<Hosts> => ({}));
  if (hosts.name !== 'Tollgate') return `${controlUrl} is not a Tollgate control host`;
  const { api_url: api, vault_url: vault, pay_url: pay, plain_urls: plain = { api, vault, pay } } = hosts;
  const found = await Promise.all([plain.api, plain.vault, plain.pay].map((url) => ready(String(url))));
  return found.find((problem) => problem !== undefined);
}

async function ready(url: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(`${url}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return status === 200 ? undefined : `${url}/readyz answered ${status}`;
  } catch (error) {
    const code = reasonOf(error as Error);
    return `${url} does not answer (${code})`;
  }
}
