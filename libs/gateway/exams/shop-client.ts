import { lookup } from 'node:dns';
import { once } from 'node:events';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request } from 'undici';
import { SECOND_MS } from '#domain/time.js';
import { isForbiddenAddress } from '#domain/webhooks/addresses.js';
import { storable } from '#domain/webhooks/kept-headers.js';
import { guarded, forbiddenAddress } from '../webhooks/guarded-lookup.js';

/** Time limit from the connection to the end of the body. */
const LIMIT_S = 10;
/** The problem of a call that was not finished in time. */
export const NO_ANSWER = `no answer within ${LIMIT_S} s`;
/** The control host refuses requests with the header of webhooks: it would answer secrets. */
const HEADERS = { 'User-Agent': 'Tollgate', 'Tollgate-Epoch': '0' };
const MAX_BODY_BYTES = 64 * 1024;

/** The response of a shop, or the problem. */
export interface ShopAnswer {
  readonly status: number | null;
  readonly body: string;
  readonly problem: string | null;
  readonly durationMs: number;
}

/** Calls the pages of a shop, as its customers do. Redirects are not followed. */
@Injectable()
export class ShopClient implements OnApplicationShutdown {
  private readonly agent = new Agent({ connect: { lookup: guarded(lookup) } });

  /** Throws only once `signal` is aborted. */
  async call(method: 'GET' | 'POST' | 'HEAD', url: string, signal: AbortSignal): Promise<ShopAnswer> {
    const began = performance.now();
    const since = (): number => Math.round(performance.now() - began);
    signal.throwIfAborted();
    const limit = new AbortController();
    const end = (): void => limit.abort(signal.reason);
    signal.addEventListener('abort', end);
    const timer = setTimeout(() => limit.abort(new Error(NO_ANSWER)), LIMIT_S * SECOND_MS);
    try {
      if (isForbiddenAddress(new URL(url).hostname)) throw forbiddenAddress();
      const asked = request(url, {
        method,
        headers: HEADERS,
        dispatcher: this.agent,
        signal: limit.signal,
      });
      // undici listens to the signal only once it has connected.
      const aborted = once(limit.signal, 'abort').then(() => limit.signal.throwIfAborted());
      const { statusCode, body } = (await Promise.race([asked, aborted])) as Awaited<typeof asked>;
      return { status: statusCode, body: await readStart(body), problem: null, durationMs: since() };
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      return { status: null, body: '', problem: code ?? message, durationMs: since() };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}

/** The URL for an order: `{order}` in it stands for the order, otherwise the query has it. */
export function urlForOrder(template: string, order: string): string {
  if (template.includes('{order}')) return template.replaceAll('{order}', encodeURIComponent(order));
  const url = new URL(template);
  url.searchParams.set('order', order);
  return url.href;
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) break;
  }
  return storable(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString());
}
