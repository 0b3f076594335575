/** The sandbox that is always there: the demo account. */
export const DEFAULT_SANDBOX = 'default';
/** Means the caller's own sandbox, so no sandbox can have this name. */
export const OWN_SANDBOX = 'self';

const MAX_NAME_LENGTH = 64;
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Names appear in paths, so characters with a meaning there are not allowed. */
export function sandboxNameProblem(name: unknown): string | undefined {
  if (name === OWN_SANDBOX) return `name must not be ${OWN_SANDBOX}`;
  return typeof name === 'string' && name.length <= MAX_NAME_LENGTH && NAME.test(name)
    ? undefined
    : `name must be at most ${MAX_NAME_LENGTH} letters a to z, digits, - and _, and begin with a letter or a digit`;
}

/** Latest time of a clock. Objects made then fall due later, and datetimes end with the year 9999. */
export const LATEST_CLOCK = new Date(Date.UTC(9000, 0, 1));
