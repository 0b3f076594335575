import { holdsCardNumber } from './cards/card-numbers-in-text.js';

const SHAPE = /^[A-Za-z0-9][A-Za-z0-9._-]{5,127}$/;
const API_KEY = /[ps]key_/i;

/**
 * Whether what a caller sent can name its request (docs/fidelity.md H17). It goes into logs, the database, answers and webhooks: so it is
 * short and plain, and neither an API key nor anything that could be a card number.
 */
export function isRequestId(sent: string): boolean {
  return SHAPE.test(sent) && !API_KEY.test(sent) && !holdsCardNumber(sent);
}
