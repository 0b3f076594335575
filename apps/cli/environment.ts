import { parseEnv } from 'node:util';
import { SETTING_NAMES } from '#platform/config/setting-schema.js';

/** Settings that open every sandbox. */
const OPENING_ALL = ['CONTROL_TOKEN', 'SANDBOX_SECRET'];

/** For a program under test: this environment with what the text for a `.env` file says, and without what opens more than one sandbox. */
export function environmentWith(text: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !OPENING_ALL.includes(name));
  return { ...Object.fromEntries(others), ...(parseEnv(text) as Record<string, string>) };
}

/** For a Tollgate of one's own: nothing here is meant for it, and a DATABASE_URL is that of the program under test. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name)));
}

/** Whether to write in colours: to a terminal, unless NO_COLOR says otherwise. */
export function mayColour({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
