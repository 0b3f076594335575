import { ApiError, fail } from '#kernel/errors.js';
import type { FailureCode } from '#kernel/failures.js';
import type { Params } from '#platform/http/params.js';

const INTERNAL_ERROR = 500;

export type Choice<Code extends FailureCode> =
  | { readonly outcome: 'successful' }
  | { readonly outcome: 'failed'; readonly failureCode: Code };

/** The choice that a click sends; why it fails is `payment_rejected` unless it says. Throws `bad_request`. */
export function readChoice<Code extends FailureCode>(
  body: unknown,
  isOffered: (code: unknown) => code is Code,
): Choice<Code> {
  const { outcome, failure_code: sent } = (body ?? {}) as Params;
  const failureCode = sent || 'payment_rejected';
  if (outcome === 'successful') return { outcome };
  if (outcome === 'failed' && isOffered(failureCode)) return { outcome, failureCode };
  return fail('bad_request', 'outcome must be successful, or failed with a failure_code of the page');
}

/** The result of a choice; `undefined` if it is rejected, and the page shows the outcome. */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.status < INTERNAL_ERROR) return undefined;
    throw error;
  }
}
