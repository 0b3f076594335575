import { fail } from '#kernel/errors.js';
import type { Tenant } from '#kernel/scope.js';

/**
 * Refuses a live key what only tests may do. What `find` does not find is refused as that: it throws
 * `not_found`.
 */
export async function assertTestMode(
  { livemode }: Tenant,
  find: () => Promise<unknown>,
  refusal: string,
): Promise<void> {
  if (!livemode) return;
  await find();
  fail('bad_request', refusal);
}
