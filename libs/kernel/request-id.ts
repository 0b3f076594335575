import { holdsCardNumber } from './card-numbers-in-text.js';

const SHAPE = /^[A-Za-z0-9][A-Za-z0-9._-]{5,127}$/;
const API_KEY = /[ps]key_/i;

const GENERATED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** False for an id that its caller may have chosen: it may name a person. */
export function isGeneratedRequestId(id: string): boolean {
  return GENERATED.test(id);
}

/**
 * Decides whether a caller's text can be the request's id (docs/fidelity.md H17). Ids appear in logs, the
 * database, answers and webhooks, so they must be short and plain, and must not be an API key or resemble a
 * card number.
 */
export function isRequestId(sent: string): boolean {
  return SHAPE.test(sent) && !API_KEY.test(sent) && !holdsCardNumber(sent);
}
