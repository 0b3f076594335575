/**
 * Every error that the emulated hosts can answer: its code, HTTP status and default sentence.
 * Source: docs/fidelity.md E1 (body), E2 (codes).
 */
export const ERRORS = {
  bad_request: [400, 'bad request'],
  documents_locked: [400, 'documents list cannot be modified'],
  expired_charge: [400, 'charge expired'],
  failed_capture: [400, 'capture failed'],
  failed_expire: [400, 'expire failed'],
  failed_refund: [400, "charge can't be refunded"],
  failed_reverse: [400, 'only uncaptured authorized charges can be reversed'],
  failed_void: [400, 'void failed'],
  invalid_amount: [400, 'amount must be an integer'],
  invalid_bank_account: [400, 'invalid bank account'],
  invalid_card: [400, 'invalid card'],
  invalid_charge: [400, 'invalid charge'],
  invalid_checkout_session: [400, 'invalid checkout session'],
  invalid_dispute: [400, 'invalid dispute'],
  invalid_file_type: [400, 'invalid content-type'],
  invalid_link: [400, 'invalid link'],
  invalid_recipient: [400, 'invalid recipient'],
  invalid_transfer: [400, 'invalid transfer'],
  missing_card: [400, 'request contains no card parameters'],
  missing_file: [400, 'request contains no file'],
  used_token: [400, 'token was already used'],
  authentication_failure: [401, 'authentication failed'],
  not_found: [404, 'not found'],
  service_not_found: [404, 'you are using api version which does not support this operation'],
  failed_deletion: [422, 'the object cannot be deleted'],
  invalid_filter: [422, 'invalid filters'],
  invalid_page: [422, 'invalid page'],
  invalid_per_page: [422, 'invalid per page'],
  invalid_scope: [422, 'invalid scope'],
  internal_error: [500, 'internal error'],
  service_unavailable: [503, 'the service is not ready; retry shortly'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** Additional errors of the control host. */
export const CONTROL_ERRORS = {
  forbidden: [403, 'forbidden'],
  body_too_large: [413, 'the body is too large'],
  misdirected_request: [421, 'misdirected request'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

const ALL_ERRORS = { ...ERRORS, ...CONTROL_ERRORS };

export type ErrorCode = keyof typeof ERRORS;
export type ControlErrorCode = keyof typeof CONTROL_ERRORS;

/** An error. */
export interface ErrorBody {
  object: 'error';
  /** @example "https://www.omise.co/api-errors#bad-request" */
  location: string;
  code: ErrorCode | ControlErrorCode;
  /** @example "bad request" */
  message: string;
}

/** The documentation of error codes. */
export const ERROR_PAGES = 'https://www.omise.co/api-errors';

/** An error the caller is meant to see. Anything else that is thrown is answered as `internal_error`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode | ControlErrorCode,
    message: string = ALL_ERRORS[code][1],
  ) {
    super(message);
  }

  get status(): number {
    return ALL_ERRORS[this.code][0];
  }

  toBody(): ErrorBody {
    return {
      object: 'error',
      location: `${ERROR_PAGES}#${this.code.replaceAll('_', '-')}`,
      code: this.code,
      message: this.message,
    };
  }
}

/** Refuses the request with `code`; `message` replaces the code's default sentence. */
export function fail(code: ErrorCode | ControlErrorCode, message?: string): never {
  throw new ApiError(code, message);
}

/** 404 for an object that the caller cannot see: missing, of the other mode or of another account alike. */
export function failNotFound(object: string, id: string): never {
  return fail('not_found', `${object} ${id} was not found`);
}

/** Throws one error whose message joins all `problems`; does nothing without problems. */
export function throwProblems(code: ErrorCode, problems: readonly string[]): void {
  if (problems.length > 0) fail(code, joinSentence([...new Set(problems)]));
}

/** "a", "a and b", "a, b, and c" (docs/fidelity.md E3). */
export function joinSentence(parts: readonly string[]): string {
  if (parts.length <= 2) return parts.join(' and ');
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}
