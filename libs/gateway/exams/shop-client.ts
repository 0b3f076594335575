import { lookup } from 'node:dns';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request } from 'undici';
import { isForbiddenAddress } from '#domain/webhooks/addresses.js';
import { storable } from '#domain/webhooks/kept-headers.js';
import { guarded, forbiddenAddress } from '../webhooks/guarded-lookup.js';

const TIMEOUT_MS = 10_000;
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
  private readonly agent = new Agent({
    connect: { timeout: TIMEOUT_MS, lookup: guarded(lookup) },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });

  async call(method: 'GET' | 'POST' | 'HEAD', url: string): Promise<ShopAnswer> {
    const began = performance.now();
    const since = (): number => Math.round(performance.now() - began);
    try {
      if (isForbiddenAddress(new URL(url).hostname)) throw forbiddenAddress();
      const { statusCode, body } = await request(url, { method, headers: HEADERS, dispatcher: this.agent });
      return { status: statusCode, body: await readStart(body), problem: null, durationMs: since() };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { status: null, body: '', problem: code ?? message, durationMs: since() };
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
