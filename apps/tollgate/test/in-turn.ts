/**
 * Longest wait of a change for others of the same row before it is rejected
 * (libs/platform/contention/turns.ts).
 */
const MAX_WAIT_MS = 5_000;
const TIMER_SLACK_MS = 100;

/**
 * Sends a change, and again if it was turned away for having waited so long, as happens where everything is
 * slow. Any other answer stands.
 */
export async function inTurn<T extends { readonly status: number }>(send: () => PromiseLike<T>): Promise<T> {
  const began = performance.now();
  const answer = await send();
  const hasWaited = performance.now() - began >= MAX_WAIT_MS - TIMER_SLACK_MS;
  return answer.status === 503 && hasWaited ? inTurn(send) : answer;
}
