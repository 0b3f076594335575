import { parseEnv } from 'node:util';
import { SETTING_NAMES } from '#platform/config/setting-schema.js';

const OPENING_ALL = ['CONTROL_TOKEN', 'SANDBOX_SECRET'];

/**
 * For a program under test: this environment and the variables of a `.env` text, without secrets for several
 * sandboxes.
 */
export function environmentWith(text: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !OPENING_ALL.includes(name));
  return { ...Object.fromEntries(others), ...(parseEnv(text) as Record<string, string>) };
}

/** For a Tollgate that `exec` starts: a DATABASE_URL here belongs to the program under test. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name)));
}

/** True for a terminal, unless NO_COLOR is set. */
export function mayColour({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
