import { ApiError } from '../errors.js';

/** Returns the error of an action. Throws if the action succeeds or throws anything else. */
export function refusalOf(act: () => unknown): [code: string, message: string] {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.message];
    throw error;
  }
  throw new Error('it was allowed');
}
