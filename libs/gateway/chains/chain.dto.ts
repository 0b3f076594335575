import { Check } from '#platform/http/dto.js';

/** The longest e-mail address, in characters (docs/fidelity.md A10). */
const MAX_EMAIL_LENGTH = 255;

/**
 * Parameters of `POST /chains`.
 * @example { "email": "merchant@shop.example" }
 */
export class CreateChainDto {
  /** Email address of the sub-merchant. */
  @Check(emailProblem)
  email!: string;
}

function emailProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return "email can't be blank";
  return value.length > MAX_EMAIL_LENGTH ? `email is too long (maximum is ${MAX_EMAIL_LENGTH} characters)` : undefined;
}
