import { parseReturnUri } from '#kernel/http-url.js';
import { isDirectDebitType, type DirectDebitType } from './direct-debit.js';

/** A Thai citizen's number; spaces and dashes stand where the identity card has them. */
const CITIZEN_ID = /^\d{13}$/;

/** Parameters of a linked account in the API's words, not validated. */
export interface LinkedAccountRequest {
  readonly type?: unknown;
  readonly return_uri?: unknown;
  readonly citizen_id?: unknown;
}

/**
 * A request that is in order. The citizen's number has done its work by now and goes no further
 * (docs/fidelity.md LA4).
 */
export interface LinkedAccountTerms {
  readonly type: DirectDebitType;
  readonly returnUri: string;
}

/**
 * Everything that is wrong with a request for a linked account, one sentence each, or the terms
 * (docs/fidelity.md LA2).
 */
export function checkLinkedAccountRequest(
  request: LinkedAccountRequest,
): { problems: string[] } | { terms: LinkedAccountTerms } {
  const type = isDirectDebitType(request.type) ? request.type : undefined;
  const isReturnUriValid = parseReturnUri(request.return_uri) !== undefined;
  const problems = [
    type ? undefined : 'Type is not supported',
    isReturnUriValid ? undefined : 'return uri is invalid',
    isCitizenId(request.citizen_id) ? undefined : 'citizen_id must contain 13 digit characters',
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0 || !type) return { problems };
  return { terms: { type, returnUri: String(request.return_uri) } };
}

/** None is needed; JSON may have one as a number. */
function isCitizenId(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    (typeof value === 'string' || typeof value === 'number') &&
    CITIZEN_ID.test(String(value).replaceAll(/[ -]/g, ''))
  );
}
