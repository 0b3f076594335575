import { request } from 'undici';
import type { Deployment } from '../deployment.js';
import { ask, basic } from '../http.js';
import { atOnce } from './at-rate.js';

/** Requests that are under way at once while something is filled. */
export const CONCURRENCY = 16;
const BEGIN = Date.parse('2030-01-01T00:00:00Z');
const HOUR_MS = 3_600_000;

/** A sandbox as it is answered once it is made. */
export interface MadeSandbox {
  readonly name: string;
  readonly test: { readonly secret_key: string };
}

/** Asks the control host of a deployment. Throws when the answer is not a 2xx. */
export async function control<Reply>(deployment: Deployment, method: 'POST' | 'PATCH', path: string, sent: object): Promise<Reply> {
  const [url] = deployment.urls('control');
  const { statusCode, body } = await request(`${url}/api/sandboxes${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(sent),
    // An advance takes as long as it takes.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${method} ${path} was answered ${statusCode}: ${text}`);
  return JSON.parse(text) as Reply;
}

/** Makes so many sandboxes, `<prefix>-<number>`. */
export function fillSandboxes(deployment: Deployment, prefix: string, count: number): Promise<void> {
  return atOnce(count, CONCURRENCY, (number) => control(deployment, 'POST', '', { name: `${prefix}-${number}` }));
}

/** Seconds that an advance over so many expiries takes, an hour apart, each with a webhook that is answered at once. */
export async function advanceOver(deployment: Deployment, expiries: number, webhookUri: string): Promise<number> {
  const sandbox = await control<MadeSandbox>(deployment, 'POST', '', { clock: { now: new Date(BEGIN).toISOString(), frozen: true } });
  const [api] = deployment.urls('api');
  const authorization = basic(sandbox.test.secret_key);
  await atOnce(expiries, CONCURRENCY, (number) => {
    const form = new URLSearchParams({
      amount: '150000',
      currency: 'THB',
      'source[type]': 'promptpay',
      return_uri: 'https://shop.example/',
      expires_at: new Date(BEGIN + (number + 1) * HOUR_MS).toISOString(),
    });
    return ask('POST', `${api}/charges`, { authorization, form: form.toString() });
  });
  await control(deployment, 'PATCH', `/${sandbox.name}`, { webhook_uri: webhookUri });
  const began = performance.now();
  const advance = { until: 'idle', max_real: '1h' };
  const walked = await control<{ status: string; happened: readonly { kind: string; outcome: string }[] }>(
    deployment,
    'POST',
    `/${sandbox.name}/clock/advance`,
    advance,
  );
  const seconds = (performance.now() - began) / 1_000;
  const delivered = walked.happened.filter(({ outcome }) => outcome === 'delivered').length;
  if (walked.status !== 'done' || delivered !== expiries)
    throw new Error(`Of ${expiries} webhooks of an advance ${delivered} arrived, and it ended as ${walked.status}`);
  return seconds;
}
