import { ApiError } from '../errors.js';

/** With what an act is refused. Throws when it is allowed, or fails otherwise. */
export function refusalOf(act: () => unknown): [code: string, message: string] {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.message];
    throw error;
  }
  throw new Error('it was allowed');
}
