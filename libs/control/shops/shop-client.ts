import { lookup } from 'node:dns';
import { once } from 'node:events';
import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { SECOND_MS } from '#kernel/time.js';
import { isForbiddenAddress } from '#kernel/addresses.js';
import { storable } from '#engine/webhooks/rules/kept-headers.js';
import { guarded, forbiddenAddress } from '#engine/webhooks/guarded-lookup.js';
import type { Target } from '#engine/webhooks/inbox-target.js';

/** The control host refuses requests with the header of webhooks: it would answer secrets. */
const HEADERS = { 'User-Agent': 'Tollgate', 'Tollgate-Epoch': '0' };
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_BODY_BYTES = 64 * 1024;
/** A URL reads these as the folder above, or as no name. */
const NO_NAME = /^\.{0,2}$/;

/** The response of a shop, or the problem. */
export interface ShopAnswer {
  readonly status: number | null;
  /** Its first 64 KiB. */
  readonly body: string;
  readonly problem: string | null;
  readonly durationMs: number;
}

/** Calls the pages of a shop, as its customers do. Redirects are not followed, and connections not kept. */
export class ShopClient {
  /** The problem of a call that was not finished in time. */
  readonly noAnswer: string;

  /**
   * `limitMs`: from the connection to the end of the body. `ca`: trusted certificates; default: those of Node.
   * `targetOf` returns the address at which a URL is called.
   */
  constructor(
    private readonly limitMs: number,
    private readonly ca?: string[],
    private readonly targetOf: (url: string) => Target = (url) => ({ url }),
  ) {
    this.noAnswer = `no answer within ${limitMs / SECOND_MS} s`;
  }

  /** `json`: the body of a POST. Throws only once `signal` is aborted. */
  call(
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    signal: AbortSignal,
    json?: string,
  ): Promise<ShopAnswer> {
    return this.callAt(this.targetOf(url), method, signal, json);
  }

  /** Asks for the headers of the front page at the host of `url`. Throws only once `signal` is aborted. */
  reach(url: string, signal: AbortSignal): Promise<ShopAnswer> {
    const target = this.targetOf(url);
    return this.callAt({ ...target, url: new URL('/', target.url).href }, 'HEAD', signal);
  }

  private async callAt(
    target: Target,
    method: string,
    signal: AbortSignal,
    json?: string,
  ): Promise<ShopAnswer> {
    const began = performance.now();
    const since = (): number => Math.round(performance.now() - began);
    signal.throwIfAborted();
    const limit = new AbortController();
    const end = (): void => limit.abort(signal.reason);
    signal.addEventListener('abort', end);
    // AbortSignal.any() with AbortSignal.timeout() may be garbage-collected before it fires
    // (nodejs/node#57736).
    const timer = setTimeout(() => limit.abort(new Error(this.noAnswer)), this.limitMs);
    let request: ClientRequest | undefined;
    try {
      request = this.ask(method, target, limit.signal, json);
      // A connection that has become another protocol's emits nothing more, not even when it is destroyed.
      const [answer] = (await once(request, 'response', { signal: limit.signal })) as [IncomingMessage];
      const body = await readStart(answer);
      return { status: answer.statusCode ?? null, body, problem: null, durationMs: since() };
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = (limit.signal.aborted ? limit.signal.reason : error) as NodeJS.ErrnoException;
      return { status: null, body: '', problem: code ?? message, durationMs: since() };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      request?.destroy();
    }
  }

  private ask(method: string, { url, host }: Target, signal: AbortSignal, json?: string): ClientRequest {
    const { protocol, hostname } = new URL(url);
    if (isForbiddenAddress(hostname)) throw forbiddenAddress();
    const request = protocol === 'https:' ? requestTls : requestPlain;
    const options = {
      method,
      headers: {
        ...HEADERS,
        ...(host !== undefined && { Host: host }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      lookup: guarded(lookup),
      ca: this.ca,
      signal,
    } as const;
    // Destroying a request that has not connected emits an error.
    return request(url, options)
      .on('error', () => undefined)
      .end(json);
  }
}

/**
 * The URL for an order: `{order}` in it stands for the order, otherwise the query has it. Throws a `RangeError`
 * for an order that would name another page.
 */
export function urlForOrder(template: string, order: string): string {
  if (NO_NAME.test(order)) throw new RangeError(`the order "${order}" cannot be a part of a URL`);
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
