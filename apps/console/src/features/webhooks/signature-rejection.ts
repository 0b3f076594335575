import type { Schemas } from '../../api/client';

/** Statuses with which endpoints refuse a signature. Others have reasons of their own: no route, too many requests. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 406, 409, 412, 422, 498]);
const FAILED = 400;
const SIGNATURE = /signature|hmac|digest/i;

/** True if the response is likely a refusal of the signature: by its status, or because it names the signature. */
export function isSignatureRefusal(
  answer: Pick<NonNullable<Schemas['Attempt']['answer']>, 'status' | 'body'> | null,
): boolean {
  if (answer === null || answer.status < FAILED) return false;
  return REFUSALS.has(answer.status) || SIGNATURE.test(answer.body);
}
