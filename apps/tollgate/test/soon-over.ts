import { jest } from '@jest/globals';
import { Clock } from '#platform/clock/clock.js';
import type { ChargeBody } from './answers.js';
import type { Gateway } from './harness.js';
import type { Merchant } from './merchant.js';

const SOON_MS = 300;

/**
 * A charge that expires in a moment. The API's clock stands still while it is made: its time cannot have come
 * before it is there.
 */
export async function chargeSoonOver({ tollgate }: Gateway, merchant: Merchant): Promise<ChargeBody> {
  const clock = tollgate.api.get(Clock);
  const now = clock.now.bind(clock);
  const stoodAt = Date.now();
  const stopped = jest.spyOn(clock, 'now').mockImplementation(({ clockOffsetMs, frozenAt }) => {
    return now({ clockOffsetMs: clockOffsetMs + stoodAt - Date.now(), frozenAt });
  });
  try {
    return await merchant.charge({ expires_at: new Date(stoodAt + SOON_MS).toISOString() });
  } finally {
    stopped.mockRestore();
  }
}
