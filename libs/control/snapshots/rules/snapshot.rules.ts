import { holdsCardNumber } from '#kernel/card-numbers-in-text.js';
import { throwProblems } from '#kernel/errors.js';

const MAX_NAME_LENGTH = 64;
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const SECRET_KEY = /skey_[0-9a-z_]+/i;

/** Per sandbox. */
export const MOST_SNAPSHOTS = 20;

/** Names appear in paths, so characters with a meaning there are not allowed. */
export function snapshotNameProblem(name: unknown): string | undefined {
  const isText = typeof name === 'string';
  if (isText && (SECRET_KEY.test(name) || name.split(/\D+/).some(holdsCardNumber)))
    return 'name must not contain a card number or secret key';
  return isText && name.length <= MAX_NAME_LENGTH && NAME.test(name)
    ? undefined
    : `name must be at most ${MAX_NAME_LENGTH} letters a to z, digits, - and _, and begin with a letter or a digit`;
}

/** Parses a boolean parameter; false if not sent. Throws `bad_request`. */
export function parseFlag(name: string, value: unknown): boolean {
  const isFlag = [undefined, '', 'true', 'false', true, false].includes(value as string);
  throwProblems('bad_request', isFlag ? [] : [`${name} must be true or false`]);
  return value === 'true' || value === true;
}
