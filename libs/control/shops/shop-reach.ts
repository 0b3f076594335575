import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { withoutTokens } from './rules/without-tokens.js';
import type { ShopParameters } from './shop-run.view.js';
import { ShopClient } from './shop-client.js';

const POLL_MS = 250;

/** Waits for the start of a shop. */
@Injectable()
export class ShopReach {
  constructor(private readonly shop: ShopClient) {}

  /**
   * Waits until something answers at the receiver's host, or answers the problem. Its front page is asked: a
   * webhook endpoint may take a request without an event for an error.
   */
  async until({ receiver, startMs }: ShopParameters, signal: AbortSignal): Promise<string | undefined> {
    const deadline = performance.now() + startMs;
    for (;;) {
      const { problem } = await this.shop.reach(receiver, signal);
      if (problem === null) return undefined;
      if (performance.now() >= deadline)
        return `The receiver ${withoutTokens(receiver)} ${problem === this.shop.noAnswer ? 'does not answer' : 'cannot be reached'} (${problem}). Start the shop, and check the URL.`;
      await delay(POLL_MS, undefined, { signal });
    }
  }
}
